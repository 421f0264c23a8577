"""Limits on guesses of short codes.

Wrong codes are limited by address and by network. Beyond that, all addresses share a small reserve.
So no client can use up the guesses of others, and many addresses of one network have few.
"""

from __future__ import annotations

from empile.server.wire.errors import CommandError
from empile.server.wire.rate_limits import (
    Bucket,
    Buckets,
    Limits,
    SharedBucket,
    Spend,
    wide_network,
)

_MOST_ADDRESSES = 100_000


class CodeGuesses:
    """``spend`` shares the limits with other processes."""

    def __init__(self, limits: Limits, spend: Spend) -> None:
        self._of_address = Buckets(
            limits.wrong_codes_per_second, limits.wrong_codes_at_once, _MOST_ADDRESSES
        )
        self._of_network = Buckets(
            limits.network_wrong_codes_per_second,
            limits.network_wrong_codes_at_once,
            _MOST_ADDRESSES,
        )
        self._of_address.share("wrong codes", spend)
        self._of_network.share("wrong codes of networks", spend)
        self._shared: Bucket = SharedBucket(
            limits.shared_wrong_codes_per_second,
            limits.shared_wrong_codes_at_once,
            "wrong codes of all",
            spend,
        )

    def begin(self, host: str) -> list[Bucket]:
        """Count a guess before it is looked up. Raises ``CommandError`` if there were too many.

        :meth:`was_right` takes the result.
        """
        own = [self._of_address.bucket(host), self._of_network.bucket(wide_network(host))]
        if all(bucket.has_token for bucket in own):
            counted = own
        elif self._shared.has_token:
            counted = [self._shared]
        else:
            wait = min(max(bucket.wait() for bucket in own), self._shared.wait())
            raise CommandError(
                "rate_limited", "too many wrong codes; wait a minute", retry_after=wait
            )
        for bucket in counted:
            bucket.take()
        return counted

    def was_right(self, counted: list[Bucket]) -> None:
        for bucket in counted:
            bucket.give_back()
