"""Tests of the placement simulation."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from empile.engine.contracts.referee import BadPathError, Sample, SimulationError, Verdict
from empile.engine.game import CHANCE, EXTERNAL, Event, State
from empile.engine.random import below, new_stream
from empile.games.block_out import BlockOut
from empile.games.block_out.physics import animation, tower_poses
from empile.games.block_out.physics.bodies import FACES, lying
from empile.games.block_out.physics.stacking import straight
from empile.games.block_out.rules.components import BLOCKS
from empile.games.block_out.text.poses import Pose, read_poses
from tests.games.block_out.hands import FRAME, lead, middle_of_top, onto, put, simulation_of
from tests.support.games import referee_of

THREE = ("kL", "nL", "yM")


def named(verdict: Verdict) -> tuple[str, list[Pose]]:
    """The answer's name, and its poses."""
    name, _, text = verdict.text.partition(" ")
    return name, read_poses(text)


def holds_together(verdict: Verdict, tower: tuple[str, ...]) -> None:
    """The text is valid, and the animation ends at its poses."""
    _, poses = named(verdict)
    assert [pose.block for pose in poses] == list(tower)
    assert tuple(verdict.animation.names) == tower
    frames = animation.decode(verdict.animation)
    assert len(frames) == verdict.animation.frames
    assert verdict.animation.frames <= round(verdict.animation.seconds * verdict.animation.rate) + 1
    for pose, shown in zip(poses, frames[-1], strict=True):
        assert shown[:3] == pytest.approx(pose.at, abs=0.11)
        assert abs(np.dot(shown[3:], pose.turn)) == pytest.approx(1.0, abs=1e-3)


def test_simulation_centred_block_stands() -> None:
    verdict = put(straight(THREE), "kM")
    name, poses = named(verdict)
    assert name == "~stands"
    holds_together(verdict, (*THREE, "kM"))
    x, y, _ = middle_of_top(straight(THREE))
    # A level block released on a slope tilts over an edge, so its centre moves a little.
    assert poses[-1].at[:2] == pytest.approx((x, y), abs=3.0)
    assert verdict.animation.marks == {"countdown": 3.0}
    assert verdict.animation.seconds == 5.0


def test_simulation_first_block_stands() -> None:
    for seed in range(3):
        verdict = put((), "nS", above=60.0, seed=seed, assist=False)
        name, poses = named(verdict)
        assert name == "~stands"
        assert len(poses) == 1
        assert poses[0].at[2] == pytest.approx(15.0, abs=1.5)


@pytest.mark.parametrize("standing", [(), THREE])
def test_hold_starts_next_to_tower(standing: tuple[str, ...]) -> None:
    x, y, top = middle_of_top(straight(standing))
    with simulation_of(straight(standing), "kM") as simulation:
        taken = simulation.hold("z0", 0.0).poses["kM"]
    assert taken[0] - x > 50.0
    assert abs(taken[1] - y) < 20.0
    assert taken[2] > top


@pytest.mark.parametrize("beside", [(24.0, 0.0), (0.0, -26.0), (-40.0, 40.0)])
def test_simulation_block_over_edge_falls(beside: tuple[float, float]) -> None:
    verdict = put(straight(THREE), "kM", beside=beside, assist=False, seed=4)
    assert named(verdict)[0] == "~falls"
    holds_together(verdict, (*THREE, "kM"))
    assert 0 < verdict.animation.marks["fall"] <= 3.0
    assert verdict.animation.seconds < 8.0


def test_simulation_block_on_table_has_fallen() -> None:
    with simulation_of(straight(THREE), "kM", assist=True) as simulation:
        x, y, z = simulation.hold("z0", 0.0).poses["kM"][:3]
        down = [Sample(i / 60, x, y, z * (1 - i / 120) + 20 * i / 120, 0.0) for i in range(121)]
        lead(simulation, [*down, Sample(2.5, x, y, 20.0, 0.0)])
        assert not simulation.knocked_over
        assert named(simulation.let_go())[0] == "~falls"


def test_simulation_block_below_top_has_fallen() -> None:
    # A small block at the edge of a great one leaves a ledge, on which another small one fits.
    below = straight(("kL",))
    small = named(put(below, "kS", beside=(-10.0, 0.0)))[1]
    verdict = put(small, "nS", beside=(31.0, 0.0), above=-29.0)
    assert named(verdict)[0] == "~falls"


def test_let_go_high_above_falls() -> None:
    verdict = put(straight(("kL",)), "kS", above=80.0)
    frames = animation.decode(verdict.animation)
    assert frames[0, 1, 2] - frames[-1, 1, 2] > 70.0
    quickest = np.diff(frames[:, 1, 2]).min() * animation.RATE
    assert -1300.0 < quickest < -900.0  # mm/s after falling for 80 mm


def test_move_into_tower_knocks_it_over() -> None:
    tower = straight(("kL", "nL", "yL", "kM", "nM", "kS"))
    with simulation_of(tower, "yM") as simulation:
        last = dict(simulation.hold("z0", 0.0).poses)
        _, _, top = middle_of_top(tower)
        sweep = [Sample(0.5 + i / 60, 100 - 4 * i, 0.0, top - 30, 0.0) for i in range(51)]
        frames = lead(simulation, sweep)
        assert simulation.knocked_over
        assert simulation.advance(1.0).poses == {}
        with pytest.raises(BadPathError):
            simulation.hold("z0", 0.0)
        verdict = simulation.let_go()
        assert named(verdict)[0] == "~falls"
        holds_together(verdict, ("kL", "nL", "yL", "kM", "nM", "kS", "yM"))
        assert verdict.animation.marks == {"fall": 0.0}
        # What was seen live goes over into the film without a jump.
        shown = animation.decode(verdict.animation)[0]
        for frame in frames:
            last |= frame.poses
        for block, row in zip(verdict.animation.names, shown, strict=True):
            assert last[block][:3] == pytest.approx(row[:3], abs=0.2)
        assert simulation.advance(1.0).poses == {}
        with pytest.raises(BadPathError):
            simulation.let_go()
        with pytest.raises(BadPathError):
            simulation.hold("z0", 0.0)


def test_let_go_late_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    # A block far over the edge falls within a second: so the words are over sooner.
    monkeypatch.setattr("empile.games.block_out.physics.simulation._COUNTDOWN", 0.05)
    verdict = put(straight(THREE), "kM", beside=(26.0, 0.0), assist=False)
    assert named(verdict)[0] == "~falls-later"
    holds_together(verdict, (*THREE, "kM"))
    assert verdict.animation.marks["fall"] > verdict.animation.marks["countdown"]


def test_let_go_follows_fall_until_rest() -> None:
    tower = straight(BLOCKS[:8])
    verdict = put(tower, "yL", beside=(18.0, 18.0), assist=False)
    assert named(verdict)[0] == "~falls"
    frames = animation.decode(verdict.animation)
    assert np.abs(frames[-1] - frames[-2])[:, :3].max() < 1.0


@pytest.mark.parametrize("grip", FACES)
def test_hold_puts_grip_down_and_turns(grip: str) -> None:
    with simulation_of(straight(THREE), "yS", assist=True) as simulation:
        first = simulation.hold(grip, 30.0)
        assert set(first.poses) == {*THREE, "yS"}
        assert first.poses["yS"][3:] == pytest.approx(lying("yS", grip, 30.0))
        x, y, z = first.poses["yS"][:3]
        lead(simulation, [Sample(i / 60, x, y, z, 30.0 + i) for i in range(61)])
        pose = simulation.advance(1.0).poses["yS"]
        assert abs(np.dot(pose[3:], lying("yS", grip, 90.0))) == pytest.approx(1.0, abs=1e-4)


def test_move_reaches_target_and_stays() -> None:
    with simulation_of(straight(THREE), "nM", assist=True) as simulation:
        x, y, z = simulation.hold("z0", 0.0).poses["nM"][:3]
        frames = lead(simulation, [Sample(i / 60, x + i, y, z, 0.0) for i in range(91)])
        assert all("nM" in frame.poses and len(frame.poses) == 1 for frame in frames[3:])
        assert simulation.advance(1.0).poses["nM"][:3] == pytest.approx((x + 90, y, z), abs=0.5)


def test_move_clamps_to_reach() -> None:
    with simulation_of(straight(THREE), "nM", assist=True) as simulation:
        simulation.hold("z0", 0.0)
        simulation.move([Sample(0.1, 3000.0, 4000.0, 9000.0, 0.0)])
        simulation.advance(2.0)
        simulation.move([Sample(2.1, 3000.0, 4000.0, 9000.0, 0.0)])
        assert simulation.advance(1.0).poses == {}
        simulation.move([Sample(3.1, 0.0, -4000.0, 400.0, 0.0)])
        pose = simulation.advance(2.0).poses["nM"]
        assert pose[:3] == pytest.approx((0.0, -200.0, 400.0), abs=0.5)


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_move_rejects_non_finite_samples(bad: float) -> None:
    with simulation_of(straight(THREE), "nM", assist=True) as simulation:
        simulation.hold("z0", 0.0)
        simulation.advance(1.0)
        with pytest.raises(BadPathError):
            simulation.move([Sample(1.0, 50.0, 0.0, 300.0, 0.0), Sample(1.1, bad, 0.0, 0.0, 0.0)])
        assert simulation.advance(1.0).poses == {}
        with pytest.raises(BadPathError):
            simulation.hold("z0", bad)


def test_hold_again_keeps_tower() -> None:
    with simulation_of(straight(THREE), "nM", assist=True) as simulation:
        first = simulation.hold("z0", 0.0).poses
        lead(simulation, [Sample(i / 60, 60.0, 0.0, 300.0, 0.0) for i in range(60)])
        again = simulation.hold("x1", 45.0)
        assert again.at == 0.0
        assert set(again.poses) == set(first)
        for block in THREE:
            assert again.poses[block] == pytest.approx(first[block], abs=0.1)
        assert again.poses["nM"][:2] == pytest.approx(first["nM"][:2])
        with pytest.raises(BadPathError):
            simulation.hold("w0", 0.0)


def test_tremor_grows_with_height_and_speed() -> None:
    def spread(height: float, hurry: float, assist: bool) -> float:
        places: list[float] = []
        for seed in range(6):
            with simulation_of((), "nM", seed=seed, assist=assist) as simulation:
                simulation.hold("z0", 0.0)
                for i in range(90):
                    y = -50.0 + hurry * (i % 2)
                    simulation.move([Sample(i / 30, 0.0, y, height, 0.0)])
                    pose = simulation.advance(FRAME).poses.get("nM")
                    if i > 30 and pose:
                        places.append(pose[0])
        return float(np.std(places)) if places else 0.0

    low, high = spread(30.0, 0.0, False), spread(330.0, 0.0, False)
    assert 0.5 < low < 3.5 < high < 8.0
    assert spread(30.0, 12.0, False) > 1.5 * low
    assert spread(330.0, 0.0, True) < 0.05


def test_move_with_assist_finds_middle() -> None:
    standing = straight(THREE)
    x, y, _ = middle_of_top(standing)
    for beside in ((10.0, -4.0), (-3.0, 12.0)):
        helped = named(put(standing, "nM", beside=beside))[1][-1]
        assert np.hypot(helped.at[0] - x, helped.at[1] - y) < 0.6 * np.hypot(*beside)


def test_simulation_is_deterministic() -> None:
    first, again, other = (put(straight(THREE), "nM", seed=s, assist=False) for s in (3, 3, 4))
    assert first == again
    assert other.text != first.text


def test_advance_is_independent_of_step_sizes() -> None:
    answers: set[str] = set()
    for slices in (1, 30, 600):
        with simulation_of(straight(THREE), "nM") as simulation:
            start = simulation.hold("z0", 0.0).poses["nM"]
            path = onto(start, straight(THREE), "nM")
            simulation.move(path)
            for _ in range(slices):
                simulation.advance(path[-1].at / slices)
            answers.add(simulation.let_go().text)
    assert len(answers) == 1


def test_let_go_waits_for_end_of_path() -> None:
    with simulation_of((), "nM", assist=True) as simulation:
        x, y, z = simulation.hold("z0", 0.0).poses["nM"][:3]
        simulation.advance(1.0)
        simulation.move([Sample(0.9 + i / 60, x - 2 * i, y, z, 0.0) for i in range(7)])
        first = animation.decode(simulation.let_go().animation)[0, 0]
        assert x - 12.1 <= first[0] < x - 4
    with simulation_of((), "nM", assist=True) as simulation:
        simulation.hold("z0", 0.0)
        simulation.move([Sample(1e9, 0.0, 0.0, 30.0, 0.0)])
        assert named(simulation.let_go())[0] == "~stands"


def test_advance_is_free_at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    with simulation_of(straight(THREE), "nM") as simulation:
        simulation.hold("z0", 0.0)
        simulation.advance(15.0)
        steps: list[int] = []
        monkeypatch.setattr(simulation._world, "step", steps.append)
        for _ in range(30):
            assert simulation.advance(FRAME).poses == {}
        assert steps == []
        simulation.move([Sample(16.0, 50.0, 0.0, 300.0, 0.0)])
        simulation.advance(FRAME)
        assert steps != []


def test_advance_before_hold_does_nothing() -> None:
    with simulation_of(straight(THREE), "nM") as simulation:
        assert simulation.advance(1.0).poses == {}
        assert not simulation.knocked_over
        with pytest.raises(BadPathError):
            simulation.let_go()


def test_simulation_raises_on_nan() -> None:
    for moment in ("held", "let go"):
        with simulation_of(straight(THREE), "nM", assist=True) as simulation:
            simulation.hold("z0", 0.0)
            simulation.advance(0.5)
            simulation._world._speeds[simulation._world._places[-1], 0] = float("nan")
            with pytest.raises(SimulationError):
                simulation.advance(0.5) if moment == "held" else simulation.let_go()
            assert not simulation.knocked_over


def test_simulation_raises_on_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("empile.games.block_out.physics.simulation._PATIENCE", -1.0)
    with simulation_of(straight(THREE), "nM") as simulation:
        simulation.hold("z0", 0.0)
        with pytest.raises(SimulationError):
            simulation.advance(0.5)
        with pytest.raises(SimulationError):
            simulation.let_go()


@settings(max_examples=15, deadline=None)  # others in each run
@given(
    order=st.permutations(BLOCKS),
    height=st.integers(0, 8),
    grip=st.sampled_from(FACES),
    turn=st.floats(-720, 720),
    beside=st.tuples(st.floats(-60, 60), st.floats(-60, 60)),
    above=st.floats(-40, 40),
    assist=st.booleans(),
    seed=st.integers(0, 1 << 64),
)
def test_let_go_lists_every_block(
    order: list[str],
    height: int,
    grip: str,
    turn: float,
    beside: tuple[float, float],
    above: float,
    assist: bool,
    seed: int,
) -> None:
    tower = tuple(order[: height + 1])
    verdict = put(
        straight(tower[:-1]),
        tower[-1],
        grip=grip,
        turn=turn,
        beside=beside,
        above=above,
        assist=assist,
        seed=seed,
    )
    name, poses = named(verdict)
    assert name in ("~stands", "~falls", "~falls-later")
    assert (name == "~stands") == ("fall" not in verdict.animation.marks)
    holds_together(verdict, tower)
    if name == "~stands":
        assert drift(poses) < 0.2


def drift(tower: list[Pose]) -> float:
    """How far a block moves, at most, in five seconds of a world that is built from ``tower``."""
    from empile.games.block_out.physics.world import World

    world = World([pose.block for pose in tower])
    world.begin_anew((*pose.at, *pose.turn) for pose in tower)
    before = world.poses()
    world.step(5000)
    moved = np.abs(world.poses() - before)[:, :3].max()
    world.close()
    return float(moved)


def test_let_go_reports_final_poses_on_the_brink() -> None:
    # Large blocks on the smallest one, about as far off its centre as possible.
    stood = 0
    for number in range(24):
        beside = (7.0 + number / 3, 0.0)
        verdict = put(straight(("kS",)), "kL", beside=beside, above=0.2, assist=False, seed=number)
        name, poses = named(verdict)
        if name == "~stands":
            stood += 1
            assert drift(poses) < 0.2
    assert 0 < stood < 24


def test_simulation_starts_from_previous_outcome() -> None:
    """The poses of one outcome are the start of the next simulation."""
    game = BlockOut(players=2, turn_limit=12)
    state, stream = game.new_state(), new_stream(7)
    events: list[Event] = []
    answers: list[str] = []
    while not state.is_terminal():
        player = state.current_player()
        if player == EXTERNAL:
            verdict = answered(game, state, events, below(stream, 4) * 90.0)
            answers.append(verdict.text.partition(" ")[0])
            event = state.apply_text(verdict.text)
        elif player == CHANCE:
            event = state.draw_event(stream)
            state.apply_event(event)
        else:
            moves = state.legal_texts()
            event = state.apply_text(moves[below(stream, len(moves))])
        events.append(event)
    assert answers.count("~stands") > 3


def answered(game: BlockOut, state: State, events: list[Event], turn: float) -> Verdict:
    """The outcome of a hand that puts the block on the current tower."""
    standing = tower_poses.standing(state, events)
    simulation = referee_of(game).simulation(state, events, new_stream(len(events)), assist=True)
    try:
        first = simulation.hold("z0", turn).poses
        for pose in standing:
            assert first[pose.block] == pytest.approx((*pose.at, *pose.turn), abs=1e-5)
        (block,) = first.keys() - {pose.block for pose in standing}
        lead(simulation, onto(first[block], standing, block, turn=turn))
        return simulation.let_go()
    finally:
        simulation.close()


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory is held")
def test_close_frees_memory() -> None:
    def held() -> float:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096 / 1e6

    def some(count: int) -> None:
        tower = straight(THREE)
        for seed in range(count):
            with simulation_of(tower, "nM", seed=seed) as simulation:
                simulation.hold("z0", 0.0)
                simulation.advance(0.05)
                simulation.let_go()

    some(30)
    before = held()
    some(300)
    assert held() - before < 10.0


def test_game_loads_without_mujoco() -> None:
    code = "import sys, empile.games.block_out; sys.exit('mujoco' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
