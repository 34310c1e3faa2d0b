"""The scalar engine: the reference engine's search, compiled, for 9x9."""

from __future__ import annotations

from typing import ClassVar

from nonet.engines.compiled import CompiledEngine


class ScalarEngine(CompiledEngine):
    """The simple native engine, for comparison."""

    name: ClassVar[str] = "scalar"
    summary: ClassVar[str] = "native: the reference engine's search, compiled"
