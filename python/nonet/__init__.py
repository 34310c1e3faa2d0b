"""nonet: solve any Sudoku, prove that the solution is unique, and study how.

    >>> import nonet
    >>> nonet.solve("...4..1.2.4..3..").status.name
    'UNIQUE'

Names are loaded on first use, so that `import nonet` and the command start quickly. The stub next
to this file lists them.
"""

from importlib import import_module

_HOMES = {
    "nonet.api": (
        "check",
        "count",
        "format",
        "read",
        "solutions",
        "solve",
        "solve_array",
        "solve_many",
        "write",
    ),
    "nonet.batch.canonical_results": ("CanonicalBatch",),
    "nonet.batch.canonicalizing": ("canonical_many",),
    "nonet.batch.rating": ("RatingTable", "rate_many"),
    "nonet.batch.results": ("BatchResult", "BatchRow"),
    "nonet.core.board": ("Board",),
    "nonet.core.errors": (
        "AmbiguityError",
        "ArgumentError",
        "ConformanceError",
        "DisagreementError",
        "IllegalMoveError",
        "LossWarning",
        "MissingPackageError",
        "NonetError",
        "NotFoundError",
        "OutOfRangeError",
        "ParseError",
        "RuleError",
        "UnknownEngineError",
        "UnknownLanguageError",
        "UnknownNotationError",
        "UnknownOrderError",
        "UnknownRuleError",
        "UnknownSymmetryError",
        "UnknownTechniqueError",
        "UnsupportedError",
    ),
    "nonet.core.layout": ("Layout",),
    "nonet.core.limit": ("Limit",),
    "nonet.core.puzzle": ("Puzzle", "Solution"),
    "nonet.core.result": ("Count", "Progress", "Result", "Stats", "Status"),
    "nonet.core.rules": ("Conflict",),
    "nonet.core.step": ("Link", "Mark", "Step"),
    "nonet.core.transformation": ("Transformation",),
    "nonet.engines.base": ("Engine", "Search"),
    "nonet.engines.conformance": ("check_engine",),
    "nonet.engines.roster": ("all_engines", "engine_named", "register_engine"),
    "nonet.generator.generated": ("Generated",),
    "nonet.generator.making": ("generate", "generate_many"),
    "nonet.generator.random_solutions": ("random_solution", "random_solutions"),
    "nonet.judge": ("Verdict",),
    "nonet.logic.catalog": ("Technique", "techniques"),
    "nonet.logic.checker": ("check_step",),
    "nonet.logic.exercises": ("Exercise", "practice"),
    "nonet.logic.finding": ("find_steps",),
    "nonet.logic.hints": ("Hint", "hint"),
    "nonet.logic.mistakes": ("Mistake",),
    "nonet.logic.orders": ("Order",),
    "nonet.logic.paths": ("Path", "explain"),
    "nonet.logic.reasons": ("Reason", "why_not"),
    "nonet.logic.recognizing": ("recognize",),
    "nonet.logic.rating": ("Rating", "rate"),
    "nonet.notations.parsing": ("parse",),
    "nonet.render.steps": ("step_picture",),
    "nonet.render.svg": ("render_svg",),
    "nonet.render.text": ("render_text",),
    "nonet.scale.arrow": ("rate_arrow", "solve_arrow"),
    "nonet.scale.batches": (
        "BatchProgress",
        "BatchReport",
        "batch_status",
        "run_batch",
        "verify_batch",
    ),
    "nonet.symmetry": ("Canonical", "automorphisms", "canonical", "is_equivalent", "random_copy"),
}
"""The public names, by module."""
_MODULES = ("lab", "rules")
"""Public modules."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> object:
    if name == "__version__":
        value = import_module("nonet.native").VERSION
    elif name in _MODULES:
        value = import_module(f"nonet.{name}")
    elif name in _HOME_OF:
        value = getattr(import_module(_HOME_OF[name]), name)
    else:
        raise AttributeError(f"module 'nonet' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, *_MODULES, "__version__"]
