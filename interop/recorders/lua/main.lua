-- Records the percent-encoders and the percent-decoder of LuaSocket.

package.path = "../?.lua;" .. package.path
local protocol = require("protocol")
local socket = protocol.require("socket")
local url = protocol.require("socket.url")

protocol.main(arg[1], "Lua", socket._VERSION .. " (" .. _VERSION .. ")", {
  {"encoder", "lua.socket.url.escape", 'require"socket.url".escape(s)', function(s) return (url.escape(s)) end},
  {"encoder", "lua.socket.url.build_path", "url.build_path{s}", function(s) return url.build_path({s}) end},
  {"decoder", "lua.socket.url.unescape", "url.unescape(s)", function(s) return (url.unescape(s)) end},
})
