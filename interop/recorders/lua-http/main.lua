-- Records the percent-encoders and percent-decoders of lua-http.

package.path = "../?.lua;" .. package.path
local protocol = require("protocol")
local util = protocol.require("http.util")
local version = protocol.require("http.version")

protocol.main(arg[1], "Lua", version.name .. " " .. version.version .. " (" .. _VERSION .. ")", {
  {"encoder", "lua.http.encodeURI", 'require"http.util".encodeURI(s)', function(s) return (util.encodeURI(s)) end},
  {"encoder", "lua.http.encodeURIComponent", "http.util.encodeURIComponent(s)",
    function(s) return (util.encodeURIComponent(s)) end},
  {"encoder", "lua.http.dict_to_query", "http.util.dict_to_query{k=s}, after k=",
    function(s) return protocol.between("k=", util.dict_to_query({k = s}), "") end},
  {"decoder", "lua.http.decodeURI", "http.util.decodeURI(s)", function(s) return (util.decodeURI(s)) end},
  {"decoder", "lua.http.decodeURIComponent", "http.util.decodeURIComponent(s)",
    function(s) return (util.decodeURIComponent(s)) end},
})
