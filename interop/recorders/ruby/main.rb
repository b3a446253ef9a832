# Records the percent-encoders and percent-decoders of Ruby.

begin
  require "cgi"
  require "erb"
  require "uri"
  require "webrick"
  require "rack"
  require "addressable/uri"
  require "addressable/template"
  require "oauth"
  require "action_dispatch"
  require "action_dispatch/journey"
  require "action_dispatch/http/content_disposition"
  require "active_support/core_ext/object/to_query"
rescue LoadError => e
  warn e.message
  exit 77
end

# after returns what follows head in out.
def after(head, out)
  out.start_with?(head) or raise "no #{head} in #{out.dump}"
  out.byteslice(head.bytesize..)
end

# between returns what stands between head and tail in out.
def between(head, out, tail)
  out.bytesize >= head.bytesize + tail.bytesize && out.start_with?(head) && out.end_with?(tail) or
    raise "no #{head} .. #{tail} in #{out.dump}"
  out.byteslice(head.bytesize, out.bytesize - head.bytesize - tail.bytesize)
end

# These refuse a string that is not UTF-8; the others take any octets.
TAKES_TEXT = %w[
  ruby.Addressable.form_encode
  ruby.Addressable.form_unencode
  ruby.Addressable.template_reserved
  ruby.Addressable.template_simple
  ruby.Addressable.unencode_component
  ruby.OAuth.Helper.escape
  ruby.OAuth.Helper.unescape
  ruby.Rack.escape_path
  ruby.Rack.parse_nested_query
  ruby.Rack.unescape
  ruby.Rack.unescape_path
  ruby.Rails.ContentDisposition.ascii_filename
  ruby.Rails.ContentDisposition.utf8_filename
  ruby.Rails.Journey.escape_fragment
  ruby.Rails.Journey.escape_path
  ruby.Rails.Journey.escape_segment
  ruby.Rails.Journey.unescape_uri
  ruby.URI.DEFAULT_PARSER.escape
  ruby.URI.DEFAULT_PARSER.unescape
  ruby.URI.RFC2396.escape_unsafe
  ruby.URI.decode_www_form
  ruby.URI.decode_www_form_component
  ruby.WEBrick.escape_path
  ruby.WEBrick.unescape_form
].freeze

TABLE = {}

def add(kind, id, version, call, &function)
  TABLE[id] = [kind, version, call, function]
end

A = Addressable::URI
C = A::CharacterClasses
W = WEBrick::HTTPUtils
Journey = ActionDispatch::Journey::Router::Utils
Disposition = ActionDispatch::Http::ContentDisposition
UNSAFE = /[^-_.!~*'()a-zA-Z0-9]/n

ruby = "ruby #{RUBY_VERSION}p#{RUBY_PATCHLEVEL}"
add("encoder", "ruby.CGI.escape", ruby, "CGI.escape(s)") { |s| CGI.escape(s) }
add("encoder", "ruby.CGI.escapeURIComponent", ruby, "CGI.escapeURIComponent(s)") { |s| CGI.escapeURIComponent(s) }
add("encoder", "ruby.ERB.url_encode", ruby, "ERB::Util.url_encode(s)") { |s| ERB::Util.url_encode(s) }
add("encoder", "ruby.URI.encode_www_form_component", ruby, "URI.encode_www_form_component(s)") { |s| URI.encode_www_form_component(s) }
add("encoder", "ruby.URI.encode_www_form", ruby, 'URI.encode_www_form([["k",s]])[2..]') { |s| URI.encode_www_form([["k", s]])[2..] }
add("encoder", "ruby.URI.DEFAULT_PARSER.escape", ruby, "URI::DEFAULT_PARSER.escape(s) (the removed URI.escape/URI.encode)") { |s| URI::DEFAULT_PARSER.escape(s) }
add("encoder", "ruby.URI.RFC2396.escape_unsafe", ruby, "URI::RFC2396_Parser.new.escape(s, /[^-_.!~*'()a-zA-Z0-9]/n)") { |s| URI::RFC2396_Parser.new.escape(s, UNSAFE) }
add("decoder", "ruby.CGI.unescape", ruby, "CGI.unescape(s)") { |s| CGI.unescape(s) }
add("decoder", "ruby.URI.decode_www_form_component", ruby, "URI.decode_www_form_component(s)") { |s| URI.decode_www_form_component(s) }
add("decoder", "ruby.URI.decode_www_form", ruby, 'URI.decode_www_form("k="+s)[0][1]') { |s| URI.decode_www_form("k=" + s)[0][1] }
add("decoder", "ruby.URI.DEFAULT_PARSER.unescape", ruby, "URI::DEFAULT_PARSER.unescape(s) (the removed URI.unescape)") { |s| URI::DEFAULT_PARSER.unescape(s) }

rack = "rack #{Rack.release}"
add("encoder", "ruby.Rack.escape", rack, "Rack::Utils.escape(s)") { |s| Rack::Utils.escape(s) }
add("encoder", "ruby.Rack.escape_path", rack, "Rack::Utils.escape_path(s)") { |s| Rack::Utils.escape_path(s) }
add("encoder", "ruby.Rack.build_nested_query", rack, 'Rack::Utils.build_nested_query({"k"=>s})[2..]') { |s| Rack::Utils.build_nested_query({ "k" => s })[2..] }
add("decoder", "ruby.Rack.unescape", rack, "Rack::Utils.unescape(s)") { |s| Rack::Utils.unescape(s) }
add("decoder", "ruby.Rack.unescape_path", rack, "Rack::Utils.unescape_path(s)") { |s| Rack::Utils.unescape_path(s) }
add("decoder", "ruby.Rack.parse_nested_query", rack, 'Rack::Utils.parse_nested_query("k="+s)["k"]') { |s| Rack::Utils.parse_nested_query("k=" + s)["k"] }

addressable = "addressable #{Addressable::VERSION::STRING}"
add("encoder", "ruby.Addressable.encode_component", addressable, "Addressable::URI.encode_component(s)") { |s| A.encode_component(s) }
%w[UNRESERVED PATH QUERY FRAGMENT HOST AUTHORITY SCHEME].each do |name|
  kept = C.const_get(name)
  add("encoder", "ruby.Addressable.encode_component.#{name.downcase}", addressable, "Addressable::URI.encode_component(s, CharacterClasses::#{name})") { |s| A.encode_component(s, kept) }
end
add("encoder", "ruby.Addressable.normalize_component", addressable, "Addressable::URI.normalize_component(s)") { |s| A.normalize_component(s) }
add("encoder", "ruby.Addressable.form_encode", addressable, 'Addressable::URI.form_encode([["k",s]])[2..]') { |s| A.form_encode([["k", s]])[2..] }
add("encoder", "ruby.Addressable.template_simple", addressable, 'Addressable::Template.new("{k}").expand(k: s)') { |s| Addressable::Template.new("{k}").expand(k: s).to_s }
add("encoder", "ruby.Addressable.template_reserved", addressable, 'Addressable::Template.new("{+k}").expand(k: s)') { |s| Addressable::Template.new("{+k}").expand(k: s).to_s }
add("decoder", "ruby.Addressable.unencode_component", addressable, "Addressable::URI.unencode_component(s)") { |s| A.unencode_component(s) }
add("decoder", "ruby.Addressable.form_unencode", addressable, 'Addressable::URI.form_unencode("k="+s)[0][1]') { |s| A.form_unencode("k=" + s)[0][1] }

webrick = "webrick #{WEBrick::VERSION}"
add("encoder", "ruby.WEBrick.escape", webrick, "WEBrick::HTTPUtils.escape(s)") { |s| W.escape(s) }
add("encoder", "ruby.WEBrick.escape_form", webrick, "WEBrick::HTTPUtils.escape_form(s)") { |s| W.escape_form(s) }
add("encoder", "ruby.WEBrick.escape_path", webrick, 'WEBrick::HTTPUtils.escape_path("/"+s)[1..]') { |s| after("/", W.escape_path("/" + s)) }
add("encoder", "ruby.WEBrick.escape8bit", webrick, "WEBrick::HTTPUtils.escape8bit(s)") { |s| W.escape8bit(s) }
add("decoder", "ruby.WEBrick.unescape", webrick, "WEBrick::HTTPUtils.unescape(s)") { |s| W.unescape(s) }
add("decoder", "ruby.WEBrick.unescape_form", webrick, "WEBrick::HTTPUtils.unescape_form(s)") { |s| W.unescape_form(s) }

actionpack = "actionpack #{ActionPack.version}"
add("encoder", "ruby.Rails.Journey.escape_path", actionpack, "ActionDispatch::Journey::Router::Utils.escape_path(s)") { |s| Journey.escape_path(s) }
add("encoder", "ruby.Rails.Journey.escape_segment", actionpack, "ActionDispatch::Journey::Router::Utils.escape_segment(s)") { |s| Journey.escape_segment(s) }
add("encoder", "ruby.Rails.Journey.escape_fragment", actionpack, "ActionDispatch::Journey::Router::Utils.escape_fragment(s)") { |s| Journey.escape_fragment(s) }
add("encoder", "ruby.Rails.to_query", actionpack, 's.to_query("k")[2..]') { |s| s.to_query("k")[2..] }
add("encoder", "ruby.Rails.ContentDisposition.utf8_filename", actionpack, %q{ActionDispatch::Http::ContentDisposition.new(disposition:"x",filename:s).utf8_filename (after filename*=UTF-8'')}) { |s| after("filename*=UTF-8''", Disposition.new(disposition: "x", filename: s).utf8_filename) }
add("encoder", "ruby.Rails.ContentDisposition.ascii_filename", actionpack, %q{ActionDispatch::Http::ContentDisposition.new(disposition:"x",filename:s).ascii_filename (inside filename="")}) { |s| between('filename="', Disposition.new(disposition: "x", filename: s).ascii_filename, '"') }
add("decoder", "ruby.Rails.Journey.unescape_uri", actionpack, "ActionDispatch::Journey::Router::Utils.unescape_uri(s)") { |s| Journey.unescape_uri(s) }

oauth = "oauth #{OAuth::VERSION}"
add("encoder", "ruby.OAuth.Helper.escape", oauth, "OAuth::Helper.escape(s)") { |s| OAuth::Helper.escape(s) }
add("decoder", "ruby.OAuth.Helper.unescape", oauth, "OAuth::Helper.unescape(s)") { |s| OAuth::Helper.unescape(s) }

if ARGV == ["list"]
  TABLE.each { |id, (kind, version, call)| puts [kind, id, "Ruby", version, TAKES_TEXT.include?(id) ? "text" : "bytes", call].join("\t") }
  exit
end
$stdout.sync = true
$stdin.each_line do |line|
  id, hex = line.chomp.split("\t", -1)
  s = [hex].pack("H*").force_encoding(Encoding::UTF_8)
  begin
    out = TABLE[id][3].call(s)
    out.is_a?(String) or raise TypeError, "returned #{out.inspect}"
    puts out.b.unpack1("H*")
  rescue StandardError => e
    puts "!" + "#{e.class}: #{e.message}".b.gsub(/[^ -~]/n) { |c| format("\\x%02X", c.ord) }
  end
end
