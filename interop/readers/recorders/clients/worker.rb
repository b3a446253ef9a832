# Fetches URLs with the library that is named.
library = ARGV[0]
require library
versions = {
  'net/http' => -> { RUBY_VERSION }, 'open-uri' => -> { RUBY_VERSION }, 'rest-client' => -> { RestClient::VERSION },
  'httparty' => -> { HTTParty::VERSION }, 'faraday' => -> { Faraday::VERSION }
}
if ARGV[1] == 'version'
  puts versions[library].call
  exit
end
fetch = {
  'net/http' => ->(s) { Net::HTTP.get_response(URI(s)) },
  'open-uri' => ->(s) { URI.open(s, read_timeout: 10, open_timeout: 10).read },
  'rest-client' => ->(s) { RestClient::Request.execute(method: :get, url: s, timeout: 10) },
  'httparty' => ->(s) { HTTParty.get(s, timeout: 10) },
  'faraday' => ->(s) { Faraday.get(s) }
}[library]
answers = $stdout.dup
$stdout = $stderr
answers.sync = true
while (line = $stdin.gets)
  s = [line.chomp].pack('H*').force_encoding('UTF-8')
  begin
    fetch.call(s)
  rescue StandardError, NotImplementedError
    # what it did before counts
  end
  answers.puts '.'
end
