# The percent-encoders and percent-decoders of Ruby's standard library.

begin
  require "cgi"
rescue LoadError
  nil
end
begin
  require "cgi/escape"
rescue LoadError
  nil
end
require "erb"
require "uri"

TABLE = {}

def add(kind, id, units, call, &function)
  TABLE[id] = [kind, units, call, function]
end

UNSAFE = Regexp.new("[^-_.!~*'()a-zA-Z0-9]", nil)

add("encoder", "ruby.CGI.escape", "bytes", "CGI.escape(s)") { |s| CGI.escape(s) }
add("encoder", "ruby.ERB.url_encode", "bytes", "ERB::Util.url_encode(s)") { |s| ERB::Util.url_encode(s) }
add("encoder", "ruby.URI.encode_www_form_component", "bytes", "URI.encode_www_form_component(s)") { |s| URI.encode_www_form_component(s) }
add("encoder", "ruby.URI.encode_www_form", "bytes", 'URI.encode_www_form([["k",s]])[2..]') { |s| URI.encode_www_form([["k", s]])[2..-1] }
add("encoder", "ruby.URI.DEFAULT_PARSER.escape", "text", "URI::DEFAULT_PARSER.escape(s) (the removed URI.escape/URI.encode)") { |s| URI::DEFAULT_PARSER.escape(s) }
add("encoder", "ruby.URI.RFC2396.escape_unsafe", "text", "URI::RFC2396_Parser.new.escape(s, /[^-_.!~*'()a-zA-Z0-9]/n)") { |s| URI::RFC2396_Parser.new.escape(s, UNSAFE) }
add("decoder", "ruby.CGI.unescape", "bytes", "CGI.unescape(s)") { |s| CGI.unescape(s) }
add("decoder", "ruby.URI.decode_www_form_component", "text", "URI.decode_www_form_component(s)") { |s| URI.decode_www_form_component(s) }
add("decoder", "ruby.URI.decode_www_form", "text", 'URI.decode_www_form("k="+s)[0][1]') { |s| URI.decode_www_form("k=" + s)[0][1] }
add("decoder", "ruby.URI.DEFAULT_PARSER.unescape", "text", "URI::DEFAULT_PARSER.unescape(s) (the removed URI.unescape)") { |s| URI::DEFAULT_PARSER.unescape(s) }
if CGI.respond_to?(:escapeURIComponent)
  add("encoder", "ruby.CGI.escapeURIComponent", "bytes", "CGI.escapeURIComponent(s)") { |s| CGI.escapeURIComponent(s) }
  add("decoder", "ruby.CGI.unescapeURIComponent", "bytes", "CGI.unescapeURIComponent(s)") { |s| CGI.unescapeURIComponent(s) }
end
if URI.respond_to?(:encode_uri_component)
  add("encoder", "ruby.URI.encode_uri_component", "bytes", "URI.encode_uri_component(s)") { |s| URI.encode_uri_component(s) }
  add("decoder", "ruby.URI.decode_uri_component", "text", "URI.decode_uri_component(s)") { |s| URI.decode_uri_component(s) }
end

def list
  TABLE.map { |id, (kind, units, call)| [kind, id, "Ruby", "Ruby #{RUBY_VERSION}", units, call].join("\t") + "\n" }.join
end

def answers(questions)
  questions.each_line.map do |line|
    id, hex = line.chomp.split("\t", -1)
    s = [hex].pack("H*").force_encoding(Encoding::UTF_8)
    begin
      out = TABLE[id][3].call(s)
      out.is_a?(String) or raise TypeError, "returned #{out.inspect}"
      out.b.unpack1("H*") + "\n"
    rescue StandardError => e
      "!" + "#{e.class}: #{e.message}".b.gsub(/[^ -~]/n) { |c| format("\\x%02X", c.ord) }[0, 300] + "\n"
    end
  end.join
end
