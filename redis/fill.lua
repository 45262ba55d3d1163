-- KEYS: entry. ARGV: lease, version, body, milliseconds to stay. 1 = kept.
local v = redis.pcall('HMGET', KEYS[1], 't', 's', 'f')
if v.err or not v[1] or v[1] ~= ARGV[1] then return 0 end
local seq = tonumber(ARGV[2])
if (tonumber(v[2] or '') or 0) > seq or (tonumber(v[3] or '') or 0) > seq then return 0 end
redis.call('HSET', KEYS[1], 's', ARGV[2], 'b', ARGV[3])
redis.call('HDEL', KEYS[1], 't')
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1
