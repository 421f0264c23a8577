"""Scripts that Redis runs atomically. Times are of its clock, in milliseconds."""

from __future__ import annotations

from typing import Final

_NOW: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""

BEAT: Final = (
    _NOW
    + """
local before = redis.call('ZSCORE', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 3600000)
local was_alive = 0
if before and tonumber(before) > now then was_alive = 1 end
return {was_alive, redis.call('ZRANGE', KEYS[1], '(' .. now, '+inf', 'BYSCORE')}
"""
)
"""KEYS: processes. ARGV: process, time to live. Returns whether the process was alive before, and
all that are alive now."""

ACQUIRE: Final = (
    _NOW
    + """
local alive = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not alive or tonumber(alive) <= now then return {'', 0} end
local lease = redis.call('HMGET', KEYS[2], 'owner', 'epoch')
local owner, epoch = lease[1], tonumber(lease[2] or 0)
if owner and owner ~= ARGV[1] then
    local until_ = redis.call('ZSCORE', KEYS[1], owner)
    if until_ and tonumber(until_) > now then return {owner, epoch} end
end
if owner ~= ARGV[1] then
    epoch = math.max(epoch + 1, now)
    redis.call('HSET', KEYS[2], 'owner', ARGV[1], 'epoch', string.format('%.0f', epoch))
end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return {ARGV[1], epoch}
"""
)
"""KEYS: processes, lease. ARGV: process, milliseconds to keep an unused lease. Returns the owner,
empty if the process is not alive, and the epoch. An epoch is a time, at least: it rises even if
Redis forgot the last one."""

RELEASE: Final = """
if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then
    redis.call('DEL', KEYS[1])
    redis.call('PUBLISH', ARGV[2], ARGV[3])
end
return 0
"""
"""KEYS: lease. ARGV: process, channel, message."""

SPEND: Final = (
    _NOW
    + """
local rate, size, tokens = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local bucket = redis.call('HMGET', KEYS[1], 'left', 'at')
local left, at = tonumber(bucket[1] or size), tonumber(bucket[2] or now)
left = math.min(size, left + math.max(0, now - at) * rate / 1000) - tokens
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(math.max(1, (size - left) / rate * 1000)) + 1000)
return tostring(left)
"""
)
"""KEYS: bucket. ARGV: rate, size, tokens. Returns the tokens that are left."""

PRESENT: Final = (
    _NOW
    + """
local found = redis.call('HGETALL', KEYS[2])
local living = {}
for i = 1, #found, 2 do
    local alive = redis.call('ZSCORE', KEYS[1], found[i])
    if alive and tonumber(alive) > now then
        table.insert(living, found[i])
        table.insert(living, found[i + 1])
    else
        redis.call('HDEL', KEYS[2], found[i])
    end
end
return living
"""
)
"""KEYS: processes, presence of a table. Returns the presence in each process that is alive."""

ALL: Final = (BEAT, ACQUIRE, RELEASE, SPEND, PRESENT)
