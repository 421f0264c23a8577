"""The sounds of the page: the file is what the script renders, equally loud and without clipping."""

from __future__ import annotations

import os
import shutil
import wave
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.packaging.conftest import load_script

STEP = 4
"""The smallest difference of two samples: the last two bits are zero."""


@pytest.fixture(scope="module")
def sounds() -> ModuleType:
    if shutil.which("ffmpeg") is None:
        missing = "ffmpeg is not installed: apt-get install ffmpeg"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return load_script("scripts/sounds.py")


def test_the_file_is_what_the_script_renders(sounds: ModuleType, tmp_path: Path) -> None:
    whole, places = sounds.laid_out(sounds.finished())
    assert sounds.table(places) == (sounds.FOLDER / "table.ts").read_text("utf-8")
    rendered, shipped = sounds.samples(whole), shipped_samples(sounds, tmp_path)
    assert len(shipped) == len(rendered)
    # Another processor may round the last step to the other side.
    assert np.abs(shipped.astype(int) - rendered.astype(int)).max() <= STEP


def test_each_sound_of_the_file_is_as_loud_as_its_class(sounds: ModuleType, tmp_path: Path) -> None:
    shipped = shipped_samples(sounds, tmp_path) / 32767
    _, places = sounds.laid_out(sounds.rendered())
    assert {name.split()[0] for name in places} == set(sounds.LOUDNESS)
    for name, spans in places.items():
        for begin, length in spans:
            sounds.check(name, shipped[begin : begin + length])


def test_a_loud_sound_and_a_high_peak_are_refused(sounds: ModuleType) -> None:
    [sound] = sounds.rendered()["undo"]
    steady = sounds.normalised(sound, sounds.LOUDNESS["undo"])
    sounds.check("undo", steady)
    with pytest.raises(ValueError, match="a loudness of"):
        sounds.check("undo", 1.2 * steady)
    click = np.concatenate([steady, np.zeros(sounds.RATE), [0.99, -0.99]])
    with pytest.raises(ValueError, match="a true peak of"):
        sounds.check("undo", click)


def shipped_samples(sounds: ModuleType, folder: Path) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """Return the samples of the file in the page."""
    assert sounds.FILE.stat().st_size <= sounds.LARGEST
    path = folder / "sounds.wav"
    sounds.ffmpeg("-i", str(sounds.FILE), str(path))
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        assert file.getframerate() == sounds.RATE
        return np.frombuffer(file.readframes(file.getnframes()), "<i2")
