"""The command `nonet`: a thin adapter. Every command is one verb of the API.

`--help` and `--version` must start at once: modules here import the command toolkit at most, and
the rest of nonet inside the functions that need it.
"""

import os
import sys

UNIQUE, OTHER_ANSWER, BAD_INPUT, STOPPED, DISAGREEMENT = 0, 1, 2, 3, 4
INTERNAL_ERROR, CTRL_C = 70, 130
"""Exit codes; of the commands besides `solve`, 0 is done and 1 is no."""


def main() -> None:
    """Run the command and end the process with its exit code; never a traceback."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _quit)
    sys.exit(run(sys.argv[1:]))


def _quit(*_: object) -> None:
    """End at once on Ctrl-C, as long as nothing is being written that has to be whole.

    KeyboardInterrupt would not do: while modules are imported, Python loses one now and then.
    """
    os.write(2, _stopped().encode())
    os._exit(CTRL_C)


def _stopped() -> str:
    """Say so in a line of its own: a terminal shows ^C where the cursor stood."""
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
    """Put the null device in place of a stream that was closed before the start.

    Otherwise Python has None for it, and the next file to be opened would get its number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _drop_unwritable() -> None:
    """Drop what a gone reader or a full disk did not take, lest Python complain at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
