"""The package is what its documents say: public names, layers, hooks, speed of starting."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import nonet

PACKAGE = Path(nonet.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

LAYERS = [
    {"core"},
    {"judge", "native", "rules"},
    {"text"},
    {"notations"},
    {"documents"},
    {"engines", "files", "render"},
    {"symmetry"},
    {"logic"},
    {"generator", "lab", "batch"},
    {"api", "scale"},
    {"speed"},
    {"cli", "web"},
]
"""Each may import the ones before it, and itself."""


def part_of(module: str) -> str:
    return module.split(".")[1] if "." in module else module


@cache
def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            if node.module == "nonet":
                found |= {f"nonet.{alias.name}" for alias in node.names}
            elif node.module:
                found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.startswith("nonet.")}


def name_of(path: Path) -> str:
    relative = path.relative_to(PACKAGE).with_suffix("")
    return ".".join(["nonet", *relative.parts]).removesuffix(".__init__")


def allowed_in(part: str) -> set[str]:
    level = next(i for i, layer in enumerate(LAYERS) if part in layer)
    return set().union(*LAYERS[:level], {part}, {"_native"} if part == "native" else set())


def test_imports_go_leftwards_only() -> None:
    names = {path: name_of(path) for path in MODULES}
    wrong = [
        f"{name} imports {imported}"
        for path, name in names.items()
        if name not in ("nonet", "nonet.__main__")
        for imported in imports_of(path)
        if part_of(imported) not in allowed_in(part_of(name))
    ]
    assert not wrong


def test_few_imports_stand_inside_functions() -> None:
    """Those that do keep something heavy out of the start: numpy, a guest, all notations."""
    inside = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in MODULES
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        for node in function.body
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert len(inside) <= 60, inside


def test_a_line_of_text_reaches_the_engine_through_few_modules() -> None:
    probe = (
        f"import sys, nonet; nonet.solve({'.' * 81!r}); "
        "print(*(name for name in sys.modules if name.startswith('nonet')))"
    )
    run = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert len(run.stdout.split()) <= 30, run.stdout


def test_only_native_imports_the_compiled_core() -> None:
    importers = {name_of(path) for path in MODULES if "nonet._native" in imports_of(path)}
    assert importers == {"nonet.native"}


@pytest.mark.parametrize("package", [nonet, nonet.lab], ids=["nonet", "lab"])
def test_public_names_are_sorted_and_real(package: ModuleType) -> None:
    assert package.__all__ == sorted(set(package.__all__))
    for home, names in package._HOMES.items():
        for name in names:
            assert getattr(package, name) is getattr(import_module(home), name)
            assert getattr(package, name).__doc__
    assert set(package.__all__) <= set(dir(package))
    with pytest.raises(AttributeError, match="solved"):
        package.solved  # noqa: B018


@pytest.mark.parametrize("package", [nonet, nonet.lab], ids=["nonet", "lab"])
def test_type_checkers_see_the_same_names(package: ModuleType) -> None:
    assert package.__file__ is not None
    tree = ast.parse(Path(package.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    seen = {
        (node.module, alias.name)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    names = {(home, name) for home, names in package._HOMES.items() for name in names}
    modules = getattr(package, "_MODULES", ())
    assert seen == names | {("nonet", module) for module in modules}


def test_types_are_part_of_the_package() -> None:
    assert (PACKAGE / "py.typed").exists() and (PACKAGE / "_native.pyi").exists()


def test_no_module_is_named_like_a_public_verb() -> None:
    for name in nonet.__all__:
        assert not (PACKAGE / f"{name}.py").exists() and not (PACKAGE / name).exists()


def test_every_native_name_is_in_the_stub() -> None:
    from nonet import _native

    tree = ast.parse((PACKAGE / "_native.pyi").read_text(encoding="utf-8"))
    declared = {
        getattr(node, "name", None) or getattr(getattr(node, "target", None), "id", None)
        for node in tree.body
    }
    assert {name for name in dir(_native) if not name.startswith("_")} <= declared


@pytest.mark.parametrize(
    "statement",
    ["import nonet", "import nonet; nonet.Puzzle; nonet.Limit", "import nonet.lab.grade_worker"],
)
def test_importing_names_needs_neither_numpy_nor_the_toolkit(statement: str) -> None:
    heavy = ("numpy", "rich", "click")
    probe = f"{statement}; import sys; print([m for m in {heavy} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
