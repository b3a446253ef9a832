# Functions of Ruby: functions.rb ID.
require "base64"
require "cgi"
require "erb"
require "json"
require "uri"

FUNCTIONS = {
  "ruby.CGI.escape" => ->(s) { CGI.escape(s) },
  "ruby.ERB.url_encode" => ->(s) { ERB::Util.url_encode(s) },
  "ruby.URI.encode_www_form_component" => ->(s) { URI.encode_www_form_component(s) },
  "ruby.URI.encode_www_form" => ->(s) { URI.encode_www_form([["k", s]])[2..] },
  "ruby.URI.DEFAULT_PARSER.escape" => ->(s) { URI::DEFAULT_PARSER.escape(s) },
  "ruby.CGI.unescape" => ->(s) { CGI.unescape(s) },
  "ruby.URI.decode_www_form_component" => ->(s) { URI.decode_www_form_component(s) },
}
call = FUNCTIONS.fetch(ARGV[0])
STDIN.set_encoding("UTF-8")
STDIN.each_line do |line|
  question = JSON.parse(line)
  value = question["input"] || Base64.strict_decode64(question["input_base64"]).force_encoding("UTF-8")
  begin
    answer = {output_base64: Base64.strict_encode64(call.(value).b)}
  rescue => error
    answer = {error: error.class.name}
  end
  puts JSON.generate(answer)
end
