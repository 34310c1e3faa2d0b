"""The lanes engine: many 9x9 boards, or many parts of one, side by side in SIMD registers."""

from __future__ import annotations

from typing import ClassVar

from nonet import native
from nonet.engines.compiled import CompiledEngine


class LanesEngine(CompiledEngine):
    """The fast native engine. NONET_SIMD names the instruction set; the best is the default."""

    name: ClassVar[str] = "lanes"
    summary: ClassVar[str] = "native: one board per SIMD lane; the fastest"
    why: ClassVar[str] = "the fastest for 9x9"
    paths: ClassVar[tuple[str, ...]] = native.simd_paths()
