"""A verb that never ends, in a module of its own: worker processes have to be able to import it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from nonet.batch.chunks import Chunk
from nonet.batch.verbs import Kind, View


class Sleeper:
    """A verb that takes its time."""

    columns: Mapping[str, Kind] = MappingProxyType({})
    malformed = "malformed"
    uses_threads = False
    outcomes: ClassVar[set[str]] = set()

    def answer(self, chunk: Chunk, view: View) -> Any:
        time.sleep(600)
