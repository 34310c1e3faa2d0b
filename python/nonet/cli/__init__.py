"""The command `nonet`: a thin layer over the API.

`--help` and `--version` must start fast: modules here import at most the command toolkit, and
the rest of nonet inside the functions that need it.
"""

import os
import sys

UNIQUE, OTHER_ANSWER, BAD_INPUT, STOPPED, DISAGREEMENT = 0, 1, 2, 3, 4
INTERNAL_ERROR, CTRL_C = 70, 130
"""Exit codes; for commands other than `solve`, 0 means done and 1 means no."""


def main() -> None:
    """Run the command and end the process with its exit code; never a traceback."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _quit)
    sys.exit(run(sys.argv[1:]))


def _quit(*_: object) -> None:
    """Exit at once on Ctrl-C, as long as no output file is being written.

    KeyboardInterrupt is not enough: Python sometimes loses it while modules are imported.
    """
    os.write(2, _stopped().encode())
    os._exit(CTRL_C)


def _stopped() -> str:
    """Say so on a separate line: a terminal shows ^C at the cursor."""
    return f"{chr(10) if os.isatty(2) else ''}nonet: stopped\n"


def run(args: list[str]) -> int:
    """Run the command with arguments and return its exit code."""
    _open_missing_streams()
    try:
        code = _answer(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _say(_stopped())
        code = CTRL_C
    except BrokenPipeError:
        code = 0
    except Exception as error:
        if os.environ.get("NONET_DEBUG"):
            raise
        code = _explain(error)
    _drop_unwritable()
    return code


def _answer(args: list[str]) -> int:
    if args == ["--version"]:
        # Known without the toolkit, which would take longer to load than all else.
        from nonet.native import VERSION

        print(f"nonet {VERSION}")
        return 0
    from nonet.cli.app import invoke

    return invoke(args)


def _explain(error: Exception) -> int:
    """Say what went wrong in one line and return the exit code for it."""
    from nonet.core.errors import NonetError

    if isinstance(error, OSError) and error.strerror:
        place = f"{error.filename}: " if error.filename else ""
        _say(f"nonet: {place}{error.strerror}\n")
    elif isinstance(error, MemoryError):
        _say("nonet: out of memory\n")
    elif isinstance(error, NonetError | OSError):
        _say(f"nonet: {error}\n")
    else:
        _say(f"nonet: internal error: {error!r} (NONET_DEBUG=1 shows where; please report it)\n")
        return INTERNAL_ERROR
    return BAD_INPUT


def _say(text: str) -> None:
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        return


def _open_missing_streams() -> None:
    """Replace a stream that was closed before the start with the null device.

    Otherwise Python has None for it, and the next file opened would get its number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _drop_unwritable() -> None:
    """Drop unwritten output after a closed pipe or full disk, so that Python does not complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
