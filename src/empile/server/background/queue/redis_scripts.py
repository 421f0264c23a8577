"""Scripts of the queue that Redis runs atomically.

A lane has six keys: what waits, a sorted set by virtual start times; the virtual times of groups
and tables, and ``now``; the taken jobs, with their workers; the group of what waits; how many wait
by group; how many workers ended while they did a job.
"""

from __future__ import annotations

from typing import Final

_NOW: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""
_DROP: Final = """
local function drop(job)
    local group = redis.call('HGET', KEYS[4], job)
    if not group then return end
    redis.call('HDEL', KEYS[4], job)
    for _, field in ipairs({group, string.match(group, '^[^:]*')}) do
        if redis.call('HINCRBY', KEYS[5], field, -1) <= 0 then
            redis.call('HDEL', KEYS[5], field)
        end
    end
end
"""

PUSH: Final = """
if redis.call('HEXISTS', KEYS[3], ARGV[1]) == 1 or redis.call('ZSCORE', KEYS[1], ARGV[1]) then
    return 1
end
local kind, group, most_per_group, most = ARGV[5], ARGV[5] .. ':' .. ARGV[2], ARGV[6], ARGV[7]
if tonumber(most_per_group) > 0 then
    if tonumber(redis.call('HGET', KEYS[5], group) or 0) >= tonumber(most_per_group) then
        return -1
    end
    if tonumber(redis.call('HGET', KEYS[5], kind) or 0) >= tonumber(most) then return -2 end
end
local start = tonumber(redis.call('HGET', KEYS[2], 'now') or 0)
local flows = {'g' .. ARGV[2]}
if ARGV[3] ~= '0' then table.insert(flows, 't' .. ARGV[3]) end
for _, flow in ipairs(flows) do
    start = math.max(start, tonumber(redis.call('HGET', KEYS[2], flow) or 0))
end
for _, flow in ipairs(flows) do redis.call('HSET', KEYS[2], flow, start + ARGV[4]) end
redis.call('ZADD', KEYS[1], start, ARGV[1])
redis.call('HSET', KEYS[4], ARGV[1], group)
redis.call('HINCRBY', KEYS[5], group, 1)
redis.call('HINCRBY', KEYS[5], kind, 1)
redis.call('PUBLISH', ARGV[8], 'job')
return 1
"""
"""Start-time fair queueing (Goyal, Vin and Cheng 1996), by address and by table: a job waits for
the turn of both. ARGV: job, group, table or 0, cost, kind, most waiting per group or 0, most
waiting, channel. Returns 1, -1 if the group has too many, or -2 if there are too many."""

CLAIM: Final = (
    _NOW
    + _DROP
    + """
local taken = redis.call('HGETALL', KEYS[3])
local at = tonumber(redis.call('HGET', KEYS[2], 'now') or 0)
for i = 1, #taken, 2 do
    local alive = redis.call('ZSCORE', KEYS[7], taken[i + 1])
    if not alive or tonumber(alive) <= now then
        redis.call('HDEL', KEYS[3], taken[i])
        redis.call('HINCRBY', KEYS[6], taken[i], 1)
        redis.call('PEXPIRE', KEYS[6], 86400000)
        redis.call('ZADD', KEYS[1], at, taken[i])
    end
end
local found = redis.call('ZPOPMIN', KEYS[1])
if #found == 0 then
    redis.call('DEL', KEYS[2], KEYS[4], KEYS[5])
    return ''
end
drop(found[1])
redis.call('HSET', KEYS[2], 'now', found[2])
redis.call('HSET', KEYS[3], found[1], ARGV[1])
if redis.call('HLEN', KEYS[2]) > 2000 then
    local times = redis.call('HGETALL', KEYS[2])
    for i = 1, #times, 2 do
        if times[i] ~= 'now' and tonumber(times[i + 1]) <= tonumber(found[2]) then
            redis.call('HDEL', KEYS[2], times[i])
        end
    end
end
return {found[1], tonumber(redis.call('HGET', KEYS[6], found[1]) or 0)}
"""
)
"""KEYS: those of the lane, processes. ARGV: worker. Returns a job and how many workers ended while
they did it, or an empty text. Jobs that dead workers had taken come first."""

GIVE_BACK: Final = """
local known = {}
for i = 2, #ARGV do known[ARGV[i]] = true end
local taken = redis.call('HGETALL', KEYS[3])
for i = 1, #taken, 2 do
    if taken[i + 1] == ARGV[1] and not known[taken[i]] then
        redis.call('HDEL', KEYS[3], taken[i])
        redis.call('ZADD', KEYS[1], redis.call('HGET', KEYS[2], 'now') or 0, taken[i])
    end
end
return 0
"""
"""ARGV: worker, the jobs that it does. It has stopped the others, or never knew of them."""

WITHDRAW: Final = (
    _DROP
    + """
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[6], ARGV[1])
drop(ARGV[1])
return 0
"""
)
"""ARGV: job."""

DONE: Final = """
if redis.call('HGET', KEYS[3], ARGV[1]) == ARGV[2] then
    redis.call('HDEL', KEYS[3], ARGV[1])
    redis.call('HDEL', KEYS[6], ARGV[1])
end
return 0
"""
"""ARGV: job, worker."""

POSITION: Final = """
if redis.call('HEXISTS', KEYS[3], ARGV[1]) == 1 then return {1, 0} end
local rank = redis.call('ZRANK', KEYS[1], ARGV[1])
if rank then return {1, rank + redis.call('HLEN', KEYS[3])} end
return {0, 0}
"""
"""ARGV: job. Returns whether the queue has it, and how many are taken or wait before it."""

WANTS: Final = (
    _NOW
    + """
if ARGV[1] == 'want' then
    redis.call('HSET', KEYS[1], ARGV[2], string.format('%.0f', now))
    redis.call('PEXPIRE', KEYS[1], 86400000)
elseif ARGV[1] == 'forget' then
    redis.call('HDEL', KEYS[1], ARGV[2])
end
local age = -1
for _, at in ipairs(redis.call('HVALS', KEYS[1])) do
    if age < 0 or now - at < age then age = now - at end
end
return {age, redis.call('ZCARD', KEYS[2])}
"""
)
"""KEYS: the groups that want a job, and when they asked; what waits. ARGV: want, forget or look;
group. Returns the milliseconds since a group last asked, or -1 if no group wants it; and how many
jobs wait."""

ALL: Final = (PUSH, CLAIM, GIVE_BACK, WITHDRAW, DONE, POSITION, WANTS)
