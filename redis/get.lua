-- KEYS: entry. ARGV: oldest version that will do, new lease, milliseconds to stay.
-- {version, body} = the copy; {} = none, and the lease stands; {1} = the same, and what was there could not be read.
local answer = {}
local v = redis.pcall('HMGET', KEYS[1], 's', 'b')
if v.err then
  redis.call('DEL', KEYS[1])
  answer = {1}
else
  local s = tonumber(v[1] or '')
  if s and v[2] and s >= tonumber(ARGV[1]) then
    redis.call('PEXPIRE', KEYS[1], ARGV[3])
    return {s, v[2]}
  end
  if v[1] or v[2] then
    redis.call('HDEL', KEYS[1], 's', 'b')
    if not (s and v[2]) then answer = {1} end
  end
end
redis.call('HSET', KEYS[1], 't', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return answer
