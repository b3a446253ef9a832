-- The recorder protocol, for the recorders that run on Lua. Each entry is
-- {kind, id, call, function}; the function takes and returns octets.

local protocol = {}

-- between returns what stands between head and tail in out.
function protocol.between(head, out, tail)
  if #out < #head + #tail or out:sub(1, #head) ~= head or out:sub(#out - #tail + 1) ~= tail then
    error("no " .. head .. " .. " .. tail .. " in " .. out, 0)
  end
  return out:sub(#head + 1, #out - #tail)
end

local function hex(s)
  return (s:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

local function unhex(s)
  return (s:gsub("%x%x", function(d) return string.char(tonumber(d, 16)) end))
end

-- A message of error() begins with the file and the line.
local function message(e)
  e = tostring(e):gsub("^[^%s:]*%.lua:%d+: ", "")
  return "!" .. e:gsub("[^ -~]", function(c) return ("\\x%02X"):format(c:byte()) end)
end

function protocol.main(mode, language, version, entries)
  local functions = {}
  for _, e in ipairs(entries) do
    functions[e[2]] = e[4]
    if mode == "list" then
      io.write(table.concat({e[1], e[2], language, version, "bytes", e[3]}, "\t"), "\n")
    end
  end
  if mode ~= "run" then return end
  for line in io.stdin:lines() do
    local id, digits = line:match("^(%S+)\t(%x*)$")
    local ok, out = pcall(functions[id], unhex(digits))
    if ok and type(out) ~= "string" then
      ok, out = false, "returned " .. type(out)
    end
    io.write(ok and hex(out) or message(out), "\n")
    io.flush()
  end
end

-- require ends the program with status 77 when a module is missing.
function protocol.require(name)
  local ok, module = pcall(require, name)
  if not ok then
    io.stderr:write("the Lua module ", name, " is missing\n")
    os.exit(77)
  end
  return module
end

return protocol
