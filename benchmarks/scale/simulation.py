"""A discrete-event simulation of many tables on web processes, PostgreSQL, Redis and workers."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import simpy

WARM_UP: Final = 0.2
"""Share of the time that is not counted."""


@dataclass(frozen=True)
class Site:
    """Processes, and what a move costs them: processor time in seconds."""

    webs: int
    workers: int
    postgres: int
    """Cores of PostgreSQL."""
    web: float
    commit: float
    redis: float
    bots: Sequence[Sequence[float]]
    """For each kind of bot, times of searches that are equally likely."""


@dataclass(frozen=True)
class Load:
    """What players do."""

    tables: int
    pause: float
    """Mean seconds between moves of a table."""
    bot_share: float
    seconds: float
    seed: int = 1


class Outcome(NamedTuple):
    """What came of it: loads as shares of time, waits in seconds."""

    moves: int
    web: float
    workers: float
    postgres: float
    redis: float
    move_p50: float
    move_p99: float
    bot_p50: float
    bot_p99: float


@dataclass
class _Meter:
    """A number of equal processors that work one job at a time, each."""

    environment: simpy.Environment
    resource: simpy.Resource
    start: float
    busy: float = 0.0

    def work(self, seconds: float) -> Generator[simpy.Event, None, None]:
        request = self.resource.request()
        yield request
        began = self.environment.now
        yield self.environment.timeout(seconds)
        if began >= self.start:
            self.busy += seconds
        self.resource.release(request)


@dataclass
class _World:
    environment: simpy.Environment
    site: Site
    load: Load
    chosen: random.Random
    webs: list[_Meter]
    workers: _Meter
    postgres: _Meter
    redis: _Meter
    moves: list[float] = field(default_factory=list[float])
    bots: list[float] = field(default_factory=list[float])

    def table(self, number: int) -> Generator[simpy.Event, None, None]:
        """Play at a table for ever."""
        environment, site, load, chosen = self.environment, self.site, self.load, self.chosen
        web = self.webs[number % site.webs]  # hashed
        kind = site.bots[number % len(site.bots)]
        start = load.seconds * WARM_UP
        while True:
            yield environment.timeout(chosen.expovariate(1 / load.pause))
            began = environment.now
            if chosen.random() < load.bot_share:
                yield from self.workers.work(chosen.choice(kind))
                if began >= start:
                    self.bots.append(environment.now - began)
            arrived = environment.now
            # Checked, stored, then shown.
            yield from web.work(site.web / 2)
            yield from self.postgres.work(site.commit)
            yield from web.work(site.web / 2)
            if arrived >= start:
                self.moves.append(environment.now - arrived)
            environment.process(self.redis.work(site.redis))


def simulate(site: Site, load: Load) -> Outcome:
    """Simulate ``load`` on ``site``; equal arguments have equal outcomes."""
    environment = simpy.Environment()
    start = load.seconds * WARM_UP

    def meter(count: int) -> _Meter:
        return _Meter(environment, simpy.Resource(environment, count), start)

    world = _World(
        environment,
        site,
        load,
        random.Random(load.seed),
        [meter(1) for _ in range(site.webs)],
        meter(site.workers),
        meter(site.postgres),
        meter(1),
    )
    for number in range(load.tables):
        environment.process(world.table(number))
    environment.run(until=load.seconds)
    counted = load.seconds - start
    return Outcome(
        len(world.moves),
        sum(one.busy for one in world.webs) / counted / site.webs,
        world.workers.busy / counted / site.workers,
        world.postgres.busy / counted / site.postgres,
        world.redis.busy / counted,
        *_quantiles(world.moves),
        *_quantiles(world.bots),
    )


def _quantiles(times: list[float]) -> tuple[float, float]:
    found = sorted(times)
    return found[len(found) // 2], found[int(len(found) * 0.99)]
