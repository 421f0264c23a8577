"""Evaluation of a network against bot levels and older networks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from empile.bots.policy import levels_of
from empile.engine.files import write_whole
from empile.engine.game import Game
from empile.networks.files import load_network, network_bytes
from empile.networks.network import Network
from empile.training.config import TrainingConfig
from empile.training.folder import RunFolder
from empile.training.matches import MatchResult, play_match
from empile.training.players import LevelPlayer, NetworkPlayer, Player, RandomPlayer


class Standing(msgspec.Struct):
    """How far a network has come; part of a checkpoint."""

    level: int = 0
    """The highest level that a sequential test found weaker; 0: random play not yet."""
    best_iteration: int = -1
    """The iteration of the best network; -1: none yet."""
    has_beaten_random: bool = False


class Gates:
    """Plays a new network against the best one and the next level, and keeps the games.

    A network becomes the best if a sequential test finds that it scores above one half, or if it
    passes a level that the best did not.

    Example: ``Gates(game, config, folder, standing).evaluate(network, iteration=20, cpu=60.0)``.
    """

    def __init__(
        self, game: Game, config: TrainingConfig, folder: RunFolder, standing: Standing
    ) -> None:
        self.game, self.config, self.folder, self.standing = game, config, folder, standing
        self.on_games: Callable[[str, int, int], None] | None = None
        """Called with the match, the games so far, and their number."""

    def evaluate(self, network: Network, *, iteration: int, cpu: float) -> list[dict[str, Any]]:
        """Play; return the rows of ``matches.csv``. ``cpu`` is the processor time so far."""
        config, rows = self.config, list[dict[str, Any]]()
        passed = False
        while True:
            opponent = self._next_opponent()
            if opponent is None:
                break
            found = self._match(network, opponent, config.match_games, iteration, early=False)
            rows.append(_row(iteration, cpu, found))
            if found.verdict != "proved":
                break
            passed = True
            if self.standing.has_beaten_random:
                self.standing.level += 1
            self.standing.has_beaten_random = True
        best = self._best()
        better = passed or best is None
        if best is not None:
            older = self._player(f"iteration-{self.standing.best_iteration}", best)
            found = self._match(network, older, config.gate_games, iteration, early=True)
            rows.append(_row(iteration, cpu, found))
            better = better or found.verdict == "proved"
        if better:
            write_whole(self.folder.path / "best.npz", network_bytes(network))
            self.standing.best_iteration = iteration
        return rows

    def _next_opponent(self) -> Player | None:
        if not self.standing.has_beaten_random:
            return RandomPlayer()
        levels = levels_of(self.game)
        number = self.standing.level
        return LevelPlayer(levels[number]) if number < len(levels) else None

    def _best(self) -> Network | None:
        if self.standing.best_iteration < 0:
            return None
        return load_network(self.folder.path / "best.npz", self.game)

    def _player(self, name: str, network: Network) -> NetworkPlayer:
        config = self.config
        return NetworkPlayer(
            name,
            self.game,
            network,
            simulations=config.match_simulations,
            seed=config.seed,
            method=config.match_search,
        )

    def _match(
        self, network: Network, opponent: Player, games: int, iteration: int, *, early: bool
    ) -> MatchResult:
        me = self._player("network", network)

        def tell(done: int) -> None:
            if self.on_games is not None:
                self.on_games(opponent.name, done, games)

        found = play_match(
            self.game, me, opponent, games=games, seed=self.config.seed + iteration,
            stop_early=early, on_games=tell, opening=self.game.num_players if early else 0,
        )  # fmt: skip
        name = f"{iteration:06}-{opponent.name.replace(':', '-')}"
        self.folder.write_games(name, found.records)
        return found


def _row(iteration: int, cpu: float, found: MatchResult) -> dict[str, Any]:
    low, high = found.elo_interval()
    return {
        "iteration": iteration,
        "cpu_seconds": round(cpu, 1),
        "opponent": found.second,
        "games": len(found.scores),
        "score": round(found.score, 4),
        "standard_error": round(found.error, 4),
        "elo": round(found.elo),
        "elo_low": round(low),
        "elo_high": round(high),
        "verdict": found.verdict,
        "seconds_per_move": round(found.seconds_per_move[0], 5),
        "opponent_seconds_per_move": round(found.seconds_per_move[1], 5),
    }
