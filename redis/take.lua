-- KEYS: rate. ARGV: microseconds a token takes to come back, tokens of a full bucket. 0 = taken, else microseconds to wait.
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local full = redis.pcall('GET', KEYS[1])
if type(full) == 'table' then full = nil end
full = tonumber(full or '') or 0
local step, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
if full < now or full > now + step * burst then full = now end
local wait = full + step - now - step * burst
if wait > 0 then return math.ceil(wait) end
redis.call('SET', KEYS[1], string.format('%.0f', full + step), 'PX', math.max(1, math.ceil((full + step - now) / 1000)))
return 0
