"""Render the sounds of the page: wood on wood by modal synthesis, at equal loudness.

    python scripts/sounds.py

Writes ``web/src/ui/sounds/sounds.flac``, all sounds one after the other, and ``table.ts``, where each
begins. A struck piece rings in a few damped modes over those of the table under it, after a burst of
noise. Each sound is brought to the loudness of its class, and none exceeds the highest true peak;
both are measured by ffmpeg, by EBU R 128. The samples depend on nothing but this file. FLAC, since
every browser has a decoder for it which adds no silence. Needs ffmpeg; run it after changing a sound.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import wave
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Samples: TypeAlias = NDArray[np.float64]

FOLDER = Path(__file__).parents[1] / "web" / "src" / "ui" / "sounds"
FILE = FOLDER / "sounds.flac"
RATE = 22_050
"""Samples per second."""
GAP = 0.02
"""Seconds of silence between two sounds, which decoders that resample smear."""
HIGHEST = -1.0
"""The highest true peak, in dBTP."""
TOLERANCE = 0.5
"""Largest difference from the loudness of a class, in LU."""
QUIET = 0.01
"""Where a sound ends, in parts of its peak."""
LARGEST = 60_000
"""Most bytes of the file."""
LOUDNESS = {
    "put": -27.0,
    "pick": -33.0,
    "undo": -31.0,
    "tick": -36.0,
    "low": -29.0,
    "turn": -29.0,
    "end": -26.0,
}
"""The greatest momentary loudness of each class, in LUFS: over 0.4 s, so that the ear's sum counts."""


class Material(NamedTuple):
    """How a piece rings, and what it does to the table."""

    pitch: float
    """Frequency of the lowest mode in hertz."""
    ratios: tuple[float, ...]
    """Frequencies of the modes, in units of the lowest."""
    ring: float
    """Seconds in which the lowest mode decays to 37 %; higher ones are faster."""
    noise: float
    table: float
    contacts: tuple[float, ...]
    """Seconds after the first touch at which a part of the piece touches."""
    soft: float
    """Seconds of a contact: longer ones are duller."""


MATERIALS = {
    "block": Material(980, (1, 1.47, 1.93, 2.61, 3.42), 0.015, 0.35, 0.8, (0, 0.021), 0.0007),
    "arch": Material(760, (1, 2.756, 5.404, 8.933), 0.034, 0.25, 0.45, (0, 0.013), 0.0005),
    "slab": Material(
        520, (1, 1.52, 1.94, 2.71, 3.59, 4.6), 0.012, 0.6, 0.65, (0, 0.008, 0.019), 0.0008
    ),
    "card": Material(230, (1, 1.7, 2.9), 0.011, 0.9, 0.3, (0, 0.012), 0.002),
}
"""A solid cube, an arch on two feet (a free bar), a flat piece (a free plate), and cardboard."""
TABLE = ((128.0, 0.03), (203.0, 0.024), (317.0, 0.018), (455.0, 0.013))
"""Frequency and decay of the modes of the table."""
VARIATIONS = {"put": 3, "pick": 2}


def times(seconds: float) -> Samples:
    """Return the moments of the samples."""
    return np.arange(round(seconds * RATE)) / RATE


def damped(seconds: float, frequency: float, decay: float) -> Samples:
    """Return a mode: a decaying sine."""
    at = times(seconds)
    return np.sin(2 * np.pi * frequency * at) * np.exp(-at / decay)


def band(noise: Samples, low: float, high: float) -> Samples:
    """Return ``noise`` between two frequencies, without steep edges."""
    spectrum = np.fft.rfft(noise)
    at = np.fft.rfftfreq(len(noise), 1 / RATE)
    keep = 1 / (1 + (low / np.maximum(at, 1)) ** 4) / (1 + (at / high) ** 4)
    return np.fft.irfft(spectrum * keep, len(noise))


def softened(sound: Samples, contact: float) -> Samples:
    """Return what a contact that lasts for a moment excites: less of the high modes."""
    pulse = np.hanning(round(contact * RATE) + 2)
    return np.convolve(sound, (pulse / pulse.sum()).astype(np.float64)).astype(np.float64)


def mixed(parts: Sequence[tuple[float, Samples]]) -> Samples:
    """Return the sum of sounds that begin at the given seconds."""
    sound = np.zeros(max(round(at * RATE) + len(part) for at, part in parts))
    for at, part in parts:
        begin = round(at * RATE)
        sound[begin : begin + len(part)] += part
    return sound


def struck(
    material: Material, random: np.random.Generator, table: float, length: float = 0.16
) -> Samples:
    """Return a piece that strikes the table, somewhere else each time."""
    pitch = material.pitch * random.uniform(0.965, 1.035)
    sound = np.zeros(round(length * RATE))
    for order, ratio in enumerate(material.ratios):
        if pitch * ratio > RATE * 0.45:
            break
        strength = random.uniform(0.55, 1) / (1 + 0.55 * order)
        sound += strength * damped(length, pitch * ratio, material.ring / ratio**0.6)
    for frequency, decay in TABLE:
        sound += table * random.uniform(0.8, 1.1) * damped(length, frequency, decay)
    burst = random.standard_normal(len(sound)) * np.exp(-times(length) / (5 * material.soft))
    sound += material.noise * band(burst, 400, 5200)
    return softened(sound, material.soft)


def put(material: Material, random: np.random.Generator) -> Samples:
    """Return a piece that is put down: its parts touch shortly after each other."""
    parts: list[tuple[float, Samples]] = []
    for index, at in enumerate(material.contacts):
        loud = 1 if index == 0 else random.uniform(0.16, 0.34)
        late = at * random.uniform(0.85, 1.2)
        parts.append((late, loud * struck(material, random, material.table)))
    return mixed(parts)


def pick(material: Material, random: np.random.Generator) -> Samples:
    """Return a piece that leaves the table: a short rub, and hardly any table."""
    rub = random.standard_normal(round(0.05 * RATE)) * np.sin(np.pi * times(0.05) / 0.05) ** 2
    lifted = struck(
        material._replace(ring=material.ring * 0.6), random, 0.12 * material.table, 0.09
    )
    return mixed([(0, 0.5 * material.noise * band(rub, 900, 3800)), (0.026, 0.6 * lifted)])


def slide(random: np.random.Generator) -> Samples:
    """Return a piece that is drawn back over the table and stops."""
    seconds = 0.14
    at = times(seconds)
    rub = random.standard_normal(len(at)) * np.sin(np.pi * at / seconds) ** 1.5
    grain = 1 + 0.6 * np.sin(2 * np.pi * (70 + 160 * at) * at)
    stop = struck(MATERIALS["slab"], random, 0.5, 0.1)
    return mixed([(0, band(rub * grain, 260, 2100)), (seconds - 0.02, 0.5 * stop)])


def note(pitch: float, ring: float) -> Samples:
    """Return a wooden bar that is tuned as those of a marimba."""
    length = 4.2 * ring
    bar = damped(length, pitch, ring) + 0.28 * damped(length, pitch * 3.93, ring * 0.2)
    return softened(bar + 0.1 * damped(length, pitch * 9.2, ring * 0.06), 0.0005)


def notes(pitches: Sequence[float], apart: float, ring: float) -> Samples:
    """Return notes at equal distances."""
    return mixed([(index * apart, note(pitch, ring)) for index, pitch in enumerate(pitches)])


def faded(sound: Samples) -> Samples:
    """Return a sound without what nobody hears at its end, at a peak of 1."""
    sound = sound / np.abs(sound).max()
    last = int(np.flatnonzero(np.abs(sound) > QUIET)[-1]) + 1
    sound = sound[:last].copy()
    end = min(len(sound), round(0.012 * RATE))
    sound[-end:] *= np.linspace(1, 0, end)
    return sound


def rendered() -> dict[str, list[Samples]]:
    """Return the variations of all sounds by name, each at a peak of 1."""
    sounds: dict[str, list[Samples]] = {}
    kinds: dict[str, Callable[[Material, np.random.Generator], Samples]] = {
        "put": put,
        "pick": pick,
    }
    for order, (name, material) in enumerate(MATERIALS.items()):
        for kind, make in kinds.items():
            sounds[f"{kind} {name}"] = [
                make(material, np.random.default_rng([order, len(kind), variation]))
                for variation in range(VARIATIONS[kind])
            ]
    sounds["undo"] = [slide(np.random.default_rng(7))]
    sounds["tick"] = [note(1760, 0.012)]
    sounds["low"] = [notes((659.26, 659.26), 0.18, 0.09)]
    sounds["turn"] = [notes((523.25, 659.26), 0.12, 0.1)]
    sounds["end"] = [notes((392.0, 493.88, 587.33, 783.99, 987.77), 0.13, 0.15)]
    return {name: [faded(sound) for sound in variations] for name, variations in sounds.items()}


class Measured(NamedTuple):
    """What ffmpeg measures of a sound."""

    loudness: float
    """The greatest momentary loudness, in LUFS."""
    peak: float
    """The true peak, in dBTP."""


def measured(sound: Samples) -> Measured:
    """Measure a sound with silence around it, since a loudness is that of 0.4 s."""
    quiet = np.zeros(RATE // 2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sound.wav"
        write_wave(path, np.concatenate([quiet, sound, quiet]))
        said = ffmpeg("-i", str(path), "-af", "ebur128=peak=true", "-f", "null", "-")
    momentary = [float(value) for value in re.findall(r"\bM:\s*(-?[\d.]+)", said)]
    peaks = re.findall(r"Peak:\s*(-?[\d.]+) dBFS", said)
    return Measured(max(momentary), float(peaks[-1]))


def ffmpeg(*arguments: str) -> str:
    """Run ffmpeg and return what it says."""
    command = ["ffmpeg", "-hide_banner", "-nostdin", "-y", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise RuntimeError(f"ffmpeg failed:\n{run.stderr}")
    return run.stderr


def write_wave(path: Path, sound: Samples) -> None:
    """Write a file that ffmpeg reads."""
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, len(sound), "NONE", ""))
        file.writeframes(samples(sound).tobytes())


def samples(sound: Samples) -> NDArray[np.int16]:
    """Return a sound as samples of 16 bits, the last two of them zero: they take no room in FLAC."""
    return (4 * np.round(sound * 8191)).astype("<i2")


def normalised(sound: Samples, loudness: float) -> Samples:
    """Return a sound at a momentary loudness."""
    safe = sound * 10 ** (-6 / 20)
    return safe * 10 ** ((loudness - measured(safe).loudness) / 20)


def check(name: str, sound: Samples) -> None:
    """Raise ``ValueError`` for a sound that is not as loud as its class, or too high at its peak."""
    loudness, peak = measured(sound)
    if abs(loudness - LOUDNESS[name.split()[0]]) > TOLERANCE:
        raise ValueError(f"'{name}' has a loudness of {loudness} LUFS")
    if peak > HIGHEST:
        raise ValueError(f"'{name}' has a true peak of {peak} dBTP")


def laid_out(sounds: dict[str, list[Samples]]) -> tuple[Samples, dict[str, list[tuple[int, int]]]]:
    """Return all sounds one after the other, and where each begins and how long it is, in samples."""
    gap = np.zeros(round(GAP * RATE))
    parts: list[Samples] = [gap]
    places: dict[str, list[tuple[int, int]]] = {}
    begin = len(gap)
    for name, variations in sounds.items():
        for sound in variations:
            places.setdefault(name, []).append((begin, len(sound)))
            parts += [sound, gap]
            begin += len(sound) + len(gap)
    return np.concatenate(parts), places


def table(places: dict[str, list[tuple[int, int]]]) -> str:
    """Return the module that says where the sounds are."""
    rows = "".join(
        f'  "{name}": [{", ".join(f"[{begin / RATE:.4f}, {length / RATE:.4f}]" for begin, length in spans)}],\n'
        for name, spans in places.items()
    )
    return (
        "/** Where the sounds are in `sounds.flac`: the beginning and the length of each variation, in seconds.\n"
        " * Written by `scripts/sounds.py`. */\n"
        f"export const TABLE = {{\n{rows}}} as const satisfies Record<string, readonly (readonly [number, number])[]>;\n"
    )


def finished() -> dict[str, list[Samples]]:
    """Return the variations of all sounds by name, at their loudness."""
    return {
        name: [normalised(sound, LOUDNESS[name.split()[0]]) for sound in variations]
        for name, variations in rendered().items()
    }


def main() -> None:
    """Render, check and write all sounds."""
    sounds = finished()
    for name, variations in sounds.items():
        for sound in variations:
            check(name, sound)
    whole, places = laid_out(sounds)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sounds.wav"
        write_wave(path, whole)
        exact = ("-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact")
        ffmpeg("-i", str(path), *exact, "-compression_level", "12", str(FILE))
    if FILE.stat().st_size > LARGEST:
        raise ValueError(f"the file has {FILE.stat().st_size:,} bytes")
    (FOLDER / "table.ts").write_text(table(places), "utf-8")


if __name__ == "__main__":
    try:
        main()
    except (OSError, RuntimeError, ValueError) as error:
        sys.exit(str(error))
