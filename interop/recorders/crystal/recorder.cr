# Recorder of Crystal's URI. A String may hold octets that are not UTF-8.

require "uri"

IMPLEMENTATIONS = [
  {"encoder", "URI.encode", "URI.encode(s)", ->(s : String) { URI.encode(s) }},
  {"encoder", "URI.encode_path", "URI.encode_path(s)", ->(s : String) { URI.encode_path(s) }},
  {"encoder", "URI.encode_path_segment", "URI.encode_path_segment(s)",
   ->(s : String) { URI.encode_path_segment(s) }},
  {"encoder", "URI.encode_www_form", "URI.encode_www_form(s)",
   ->(s : String) { URI.encode_www_form(s) }},
  {"encoder", "URI.encode_www_form.noplus", "URI.encode_www_form(s, space_to_plus: false)",
   ->(s : String) { URI.encode_www_form(s, space_to_plus: false) }},
  {"encoder", "URI::Params.encode", %(URI::Params.encode({"k" => s}), after k=),
   ->(s : String) { URI::Params.encode({"k" => s}).byte_slice(2) }},
  {"decoder", "URI.decode", "URI.decode(s)", ->(s : String) { URI.decode(s) }},
  {"decoder", "URI.decode_www_form", "URI.decode_www_form(s)",
   ->(s : String) { URI.decode_www_form(s) }},
]

def answer(id, hex)
  i = IMPLEMENTATIONS.find! { |i| "crystal.#{i[1]}" == id }
  i[3].call(String.new(hex.hexbytes)).to_slice.hexstring
rescue e
  "!#{e.class}: #{e.message.to_s.scrub.gsub(/[[:cntrl:]]+/, " ")}"
end

case ARGV
when ["list"]
  IMPLEMENTATIONS.each do |kind, name, call, _|
    puts [kind, "crystal.#{name}", "Crystal", "Crystal #{Crystal::VERSION}", "bytes", call].join('\t')
  end
when ["run"]
  STDIN.each_line do |line|
    id, hex = line.split('\t')
    puts answer(id, hex)
    STDOUT.flush
  end
else
  abort "usage: run list|run", 2
end
