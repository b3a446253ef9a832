# Answers what drivers of Ruby read in connection URIs: run.rb FAMILY, a URI in hexadecimal on each
# line of standard input. A line "# driver version call" comes before the answers of each driver.
require 'etc'
require 'logger'

def hex(value) = value.to_s.b.unpack1('H*')

def without(options, *names)
  options.to_h.transform_keys(&:to_s).reject { |name, value| names.include?(name) || value.nil? || value.is_a?(Proc) }
end

def five(options, user, password, host, port, database, *others)
  o = options.to_h.transform_keys(&:to_s)
  [[user, password, host, port, database].map { |name| o[name] }, without(o, user, password, host, port, database, *others)]
end

DRIVERS = {}

def driver(families, name, gem, call, &read)
  families.each { |family| (DRIVERS[family] ||= []) << [name, gem, call, read] }
end

driver(%w[redis], 'redis-rb', 'redis', 'Redis.new(url: uri)') do |uri|
  require 'redis'
  client = Redis.new(url: uri)._client
  if client.respond_to?(:config)
    c = client.config
    [[c.username, c.password, c.path || c.host, c.path ? nil : c.port, c.db], { 'ssl' => c.ssl? }]
  else
    o = client.options
    [[o[:username], o[:password], o[:path] || o[:host], o[:path] ? nil : o[:port], o[:db]], { 'ssl' => o[:ssl] }.compact]
  end
end

driver(%w[amqp], 'bunny', 'bunny', 'Bunny.new(uri)') do |uri|
  require 'bunny'
  b = Bunny.new(uri, logger: Logger.new(nil))
  [[b.user, b.pass, b.host, b.port, b.vhost], { 'heartbeat' => b.heartbeat, 'channel_max' => b.instance_variable_get(:@opts)[:channel_max] }.compact]
end

driver(%w[mongodb], 'mongo-ruby', 'mongo', 'Mongo::URI.new(uri)') do |uri|
  require 'mongo'
  Mongo::Logger.logger = Logger.new(nil)
  raise ArgumentError, 'not recorded: needs DNS' if uri.start_with?('mongodb+srv:')
  u = Mongo::URI.get(uri)
  c = u.credentials
  [[c[:user], c[:password], u.servers.join(','), nil, u.database], without(u.uri_options)]
end

driver(%w[postgresql mysql], 'sequel', 'sequel', 'the options of Sequel.connect(uri)') do |uri|
  require 'sequel'
  # The libraries of the servers are not asked.
  %i[postgres postgresql mysql mysql2].each { |name| Sequel::ADAPTER_MAP[name] ||= Class.new(Sequel::Database) { def adapter_initialize; end } }
  db = Sequel.connect(uri, test: false, keep_reference: false, logger: nil)
  five(db.opts, 'user', 'password', 'host', 'port', 'database', 'uri', 'orig_opts', 'adapter', 'test', 'keep_reference', 'logger', 'adapter_class')
end

driver(%w[postgresql mysql], 'activerecord', 'activerecord', 'ConnectionUrlResolver.new(uri).to_hash') do |uri|
  require 'active_record'
  require 'active_record/database_configurations/connection_url_resolver'
  o = ActiveRecord::DatabaseConfigurations::ConnectionUrlResolver.new(uri).to_hash
  five(o, 'username', 'password', 'host', 'port', 'database')
end

family = ARGV[0]
uris = $stdin.read.split("\n").map { |line| [line].pack('H*').force_encoding('UTF-8') }
who = Etc.getlogin || 'root'
$stderr = File.open('/dev/null', 'w')
(DRIVERS[family] || []).each do |name, gem, call, read|
  known = begin
    read.call(uris[0])[1]
  rescue StandardError, LoadError, NotImplementedError => e
    STDERR.puts "#{name}: #{e.class}: #{e.message}"
    next if e.is_a?(LoadError)
    {}
  end
  version = Gem.loaded_specs[gem]&.version || { 'sequel' => -> { Sequel::VERSION }, 'mongo' => -> { Mongo::VERSION }, 'redis' => -> { Redis::VERSION }, 'bunny' => -> { Bunny::VERSION }, 'activerecord' => -> { ActiveRecord::VERSION::STRING } }[gem].call
  puts ['#', name, version, call].join("\t")
  uris.each do |uri|
    parts, options = read.call(uri.dup)
    fields = parts.each_with_index.map { |v, i| v.nil? || (i.zero? && v == who) ? '-' : hex(v) }
    changed = options.reject { |n, v| known.key?(n) && known[n].to_s == v.to_s }
    puts ['=', *fields, *changed.map { |n, v| "#{hex(n)}=#{hex(v)}" }.sort].join("\t")
  rescue StandardError, LoadError, NotImplementedError, SystemStackError => e
    puts "!\t#{hex(e.message)}"
  end
end
