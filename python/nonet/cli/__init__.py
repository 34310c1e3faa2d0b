"""The command `nonet`: a thin adapter. Every command is one verb of the API.

`--help` and `--version` must start at once: modules here import the command toolkit's core only,
and the rest of nonet inside the functions that need it.
"""

import os
import sys

CTRL_C = 130


def main() -> None:
    """Run the command and end the process with its exit code; never a traceback."""
    sys.exit(run(sys.argv[1:]))


def run(args: list[str]) -> int:
    """Run the command with arguments and return its exit code."""
    import click

    from nonet.cli.app import app

    try:
        code = app.main(args, prog_name="nonet", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("nonet: stopped", err=True)
        return CTRL_C
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except BrokenPipeError:
        # The reader has gone; what is still buffered must not be flushed to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        from nonet.core.errors import NonetError

        if not isinstance(error, NonetError | OSError | MemoryError):
            raise
        click.echo(f"nonet: {_describe(error)}", err=True)
        return 2
    return code if isinstance(code, int) else 0


def _describe(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error) or type(error).__name__
