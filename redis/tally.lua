-- KEYS: tally. ARGV: whose, how much, milliseconds to stay. Gives what all have together.
local ok = redis.pcall('HSET', KEYS[1], ARGV[1], ARGV[2])
if type(ok) == 'table' and ok.err then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local sum = 0
for _, v in ipairs(redis.call('HVALS', KEYS[1])) do sum = sum + (tonumber(v) or 0) end
return sum
