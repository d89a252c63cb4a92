"""Where a run keeps its state: a folder here, or any place that pyarrow or fsspec can reach (s3://, gs://, hdfs://).

    config.json         the settings
    latest.json         which state is the last whole one, and the counts that belong to it
    state-.../          what RLlib saved
    checkpoints/        the same folders as in the run's own folder

A state is written under a name of its own before latest.json names it, so that a kill leaves the one before. Only the
process that trains reads and writes here; the machines that play need no access.
"""

import json
import secrets
from collections.abc import Collection
from pathlib import Path
from typing import Any

import fsspec
import pyarrow as pa
from pyarrow import fs

from experiments.training import TrainingError

LATEST, CONFIG, CHECKPOINTS = "latest.json", "config.json", "checkpoints"


class Store:
    """Files and folders below one place."""

    def __init__(self, place: str) -> None:
        self.place = place
        try:
            self._fs, root = _opened(place)
            self._fs.create_dir(root, recursive=True)
        except (OSError, ValueError, ImportError, pa.ArrowException) as error:
            raise TrainingError(f"{place} cannot be used as a store: {_first_line(error)}.") from error
        self._root = root.rstrip("/")

    def _at(self, name: str) -> str:
        return f"{self._root}/{name}"

    def write(self, name: str, told: Any) -> None:
        """A small file of JSON, replaced as a whole."""
        temporary = self._at(f".{name}.{secrets.token_hex(4)}")
        try:
            with self._fs.open_output_stream(temporary) as file:
                file.write((json.dumps(told, indent=1) + "\n").encode())
            self._fs.move(temporary, self._at(name))
        except OSError as error:
            raise TrainingError(f"{name} in {self.place} cannot be written: {_first_line(error)}.") from error

    def read(self, name: str) -> Any:
        """What such a file holds; None where there is none."""
        try:
            with self._fs.open_input_stream(self._at(name)) as file:
                return json.loads(file.read())
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise TrainingError(f"{name} in {self.place} cannot be read: {_first_line(error)}.") from error

    def upload(self, folder: Path, name: str) -> None:
        """A folder, with all it holds."""
        try:
            self._fs.create_dir(self._at(name), recursive=True)
            fs.copy_files(
                str(folder), self._at(name), source_filesystem=fs.LocalFileSystem(), destination_filesystem=self._fs
            )
        except OSError as error:
            raise TrainingError(f"{name} in {self.place} cannot be written: {_first_line(error)}.") from error

    def download(self, name: str, folder: Path) -> bool:
        """The folder of this name, or False where there is none."""
        if self._fs.get_file_info(self._at(name)).type != fs.FileType.Directory:
            return False
        folder.mkdir(parents=True, exist_ok=True)
        try:
            fs.copy_files(
                self._at(name), str(folder), source_filesystem=self._fs, destination_filesystem=fs.LocalFileSystem()
            )
        except OSError as error:
            raise TrainingError(f"{name} in {self.place} cannot be read: {_first_line(error)}.") from error
        return True

    def drop_others(self, begin: str, keep: Collection[str], within: str = "") -> None:
        """Remove the folders whose names begin so, but for some."""
        for info in self._fs.get_file_info(fs.FileSelector(self._at(within).rstrip("/"))):
            if info.base_name.startswith(begin) and info.base_name not in keep:
                self._fs.delete_dir(info.path)


def _opened(place: str) -> tuple[fs.FileSystem, str]:
    if "://" not in place:
        return fs.LocalFileSystem(), str(Path(place).expanduser().resolve())
    try:
        return fs.FileSystem.from_uri(place)
    except pa.ArrowInvalid:  # a scheme pyarrow does not know
        found, path = fsspec.core.url_to_fs(place)
        return fs.PyFileSystem(fs.FSSpecHandler(found)), path


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0].rstrip(".")
