# URI of Ruby, and Addressable where it is installed.
require 'uri'

ROWS = [['ruby.uri', RUBY_VERSION, 'Ruby URI', 'URI.parse(s): scheme, user, password, hostname, port, path or opaque, query, fragment', lambda { |s|
  u = URI.parse(s)
  [u.scheme, u.user, u.password, u.hostname, u.port, u.opaque || u.path, u.query, u.fragment]
}]]
begin
  require 'addressable/uri'
  ROWS << ['addressable.uri', Addressable::VERSION::STRING, 'Ruby Addressable::URI', 'Addressable::URI.parse(s): scheme, user, password, hostname, port, path, query, fragment', lambda { |s|
    u = Addressable::URI.parse(s)
    [u.scheme, u.user, u.password, u.hostname, u.port, u.path, u.query, u.fragment]
  }]
  ROWS << ['addressable.heuristic', Addressable::VERSION::STRING, 'Ruby Addressable::URI', 'Addressable::URI.heuristic_parse(s): scheme, user, password, hostname, port, path, query, fragment', lambda { |s|
    u = Addressable::URI.heuristic_parse(s)
    [u.scheme, u.user, u.password, u.hostname, u.port, u.path, u.query, u.fragment]
  }]
rescue LoadError
end

if ARGV[0] == 'list'
  ROWS.each { |r| puts [r[0], r[1], 'accessors', r[2], r[3]].join("\t") }
  exit
end
functions = ROWS.to_h { |r| [r[0], r[4]] }
while (line = $stdin.gets)
  name, digits = line.chomp.split("\t", -1)
  s = [digits].pack('H*').force_encoding('UTF-8')
  begin
    parts = functions[name].call(s)
    puts '=' + parts.map { |p| "\t" + (p.nil? ? '-' : p.to_s.unpack1('H*')) }.join
  rescue StandardError
    puts '!'
  end
end
