"""Writing files so that an interruption or a full disk never leaves half of one."""

import os
import secrets
from pathlib import Path

from hadara_env.errors import HadaraError


def write_atomically(path: Path, text: str) -> None:
    """Write text (UTF-8) to a temporary file beside the target, then rename it into place."""
    write_bytes_atomically(path, text.encode())


def write_bytes_atomically(path: Path, data: bytes) -> None:
    """The same for bytes."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            with temporary.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise HadaraError(f"{path} cannot be written: {error.strerror}.") from error
