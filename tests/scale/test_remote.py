"""Dask and Ray clusters that fail, without a cluster."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import nonet
from cluster_processes import MISSING
from nonet.scale import dask_cluster
from nonet.scale.batches import run_batch
from nonet.scale.losses import WorkerLostError
from nonet.scale.remote import ClusterFaultError, ClusterLostError

pytest.importorskip("pyarrow")


RAY_ERRORS = {
    "WorkerCrashedError": True,
    "NodeDiedError": True,
    "LocalRayletDiedError": True,
    "OutOfMemoryError": True,
    "RuntimeEnvSetupError": False,
    "OutOfDiskError": False,
    "RaySystemError": False,
}
"""Whether an error of Ray means a lost worker, so that its rows may be to blame."""


@pytest.mark.parametrize("name", RAY_ERRORS)
def test_a_fault_of_ray_is_no_fault_of_a_row(
    name: str, text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []
    base = type("RayError", (Exception,), {})
    errors = {one: type(one, (base,), {}) for one in ("RayTaskError", *RAY_ERRORS)}

    def get(_: object) -> None:
        raise errors[name]("no space left")

    ray = SimpleNamespace(
        exceptions=SimpleNamespace(RayError=base, **errors),
        is_initialized=lambda: False,
        init=lambda address, **_: started.append(address),
        remote=lambda **_: lambda _: SimpleNamespace(remote=lambda *_: object()),
        cluster_resources=lambda: {"CPU": 1},
        wait=lambda futures, timeout: (futures[:1], futures[1:]),
        get=get,
        cancel=lambda *_, **__: None,
        shutdown=lambda: None,
    )
    monkeypatch.setitem(sys.modules, "ray", ray)
    if RAY_ERRORS[name]:
        with pytest.raises(WorkerLostError):
            run_batch("solve", text, tmp_path / "out", chunk_rows=400, cluster="ray")
    else:
        said = f"Ray cannot run the chunks: {name}: no space left"
        with pytest.raises(ClusterFaultError, match=said):
            run_batch("solve", text, tmp_path / "out", cluster="ray")
    assert started == ["local"]  # Without an address, Ray would look for a cluster.


def test_a_dask_cluster_of_this_process_replaces_its_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dask = pytest.importorskip("dask")
    scaled: list[int] = []
    cluster = SimpleNamespace(
        workers={0: "nanny"},
        scheduler=SimpleNamespace(workers={}),
        scale=scaled.append,
        close=lambda: None,
    )
    before = dask.config.get("distributed.deploy.lost-worker-timeout", None)
    monkeypatch.setattr(dask_cluster, "thread_count", lambda _: 2)
    own = dask_cluster._OwnDask(SimpleNamespace(LocalCluster=lambda **_: cluster))
    own.keep_workers()
    own.keep_workers()  # Not again at once.
    assert scaled == [2]
    monkeypatch.setattr(dask_cluster.time, "monotonic", lambda: 1e12)
    with pytest.raises(ClusterLostError, match=r"no workers for 120 seconds.*again to resume"):
        own.keep_workers()
    own.close()
    assert dask.config.get("distributed.deploy.lost-worker-timeout", None) == before


def test_a_cluster_that_cannot_start_has_no_address(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise TimeoutError("too slow")

    monkeypatch.setattr("nonet.scale.clusters.DaskCluster", fail)
    with pytest.raises(nonet.ArgumentError, match="cannot start a dask cluster: too slow"):
        run_batch("solve", text, tmp_path / "out", cluster="dask")
    with pytest.raises(nonet.ArgumentError, match="cannot reach the dask cluster at x: too slow"):
        run_batch("solve", text, tmp_path / "out", cluster="dask=x")


@pytest.mark.parametrize(
    ("cluster", "problem"),
    [
        ("dask=nonsense", "missing port number in address 'nonsense'"),
        ("dask=bogus://x:1", "unknown address scheme 'bogus'"),
        ("dask=tcp://ada:pw@127.0.0.1:1", "invalid address '***:***@127.0.0.1:1'"),
        ("ray=127.0.0.1:1", "Connection refused"),
        ("ray=bogus://x", "bogus"),
    ],
)
def test_a_bad_address_is_named_and_claims_no_folder(
    text: Path, tmp_path: Path, cluster: str, problem: str
) -> None:
    kind, _, address = cluster.partition("=")
    pytest.importorskip({"dask": "distributed"}.get(kind, kind), reason=MISSING.format(kind))
    with pytest.raises(nonet.ArgumentError) as caught:
        run_batch("solve", text, tmp_path / "out", cluster=cluster)
    place = address.replace("ada:pw", "***")
    assert str(caught.value).startswith(f"cannot reach the {kind} cluster at {place}: ")
    assert problem in str(caught.value)
    assert run_batch("count", text, tmp_path / "out").is_complete
