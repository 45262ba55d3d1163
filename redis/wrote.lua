-- KEYS: entry. ARGV: version, lease ('' = none), body ('' = none), new lease, milliseconds to stay. 1 = the new lease stands.
local v = redis.pcall('HMGET', KEYS[1], 't', 's', 'f')
if v.err then
  redis.call('DEL', KEYS[1])
  v = {}
end
local seq = tonumber(ARGV[1])
local s, f = tonumber(v[2] or '') or 0, tonumber(v[3] or '') or 0
if seq < s or seq < f then return 0 end
if ARGV[3] ~= '' and ARGV[2] ~= '' and v[1] == ARGV[2] then
  redis.call('HSET', KEYS[1], 's', ARGV[1], 'b', ARGV[3])
elseif s < seq then
  redis.call('HDEL', KEYS[1], 's', 'b')
end
redis.call('HSET', KEYS[1], 'f', ARGV[1], 't', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1
