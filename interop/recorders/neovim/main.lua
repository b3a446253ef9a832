-- Records the file URI functions of Neovim.

package.path = "../?.lua;" .. package.path
local protocol = require("protocol")
local v = vim.version()

protocol.main(vim.env.RECORDER_MODE, "Lua (Neovim)", ("Neovim %d.%d.%d"):format(v.major, v.minor, v.patch), {
  {"encoder", "nvim.uri_from_fname", "vim.uri_from_fname('/x'..s..'x'), between the x",
    function(s) return protocol.between("file:///x", vim.uri_from_fname("/x" .. s .. "x"), "x") end},
  {"decoder", "nvim.uri_to_fname", "vim.uri_to_fname('file:///x'..s..'x'), between the x",
    function(s) return protocol.between("/x", vim.uri_to_fname("file:///x" .. s .. "x"), "x") end},
})
