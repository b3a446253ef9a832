# Records Rack::Utils and Hash#to_query of Active Support: ruby record.rb < inputs.json
require 'json'
require 'rack'
require 'active_support'
require 'active_support/core_ext/object/to_query'

def data(v)
  return v unless v.is_a?(Hash)
  return v['list'].map { |x| data(x) } if v.key?('list')
  v['map'].to_h { |k, x| [k, data(x)] }
end

def value(v)
  case v
  when String then v.dup.force_encoding('UTF-8').valid_encoding? ? v.dup.force_encoding('UTF-8') : { 'hex' => v.unpack1('H*') }
  when Array then { 'list' => v.map { |x| value(x) } }
  when Hash then { 'map' => v.map { |k, x| [value(k), value(x)] } }
  else v
  end
end

def attempt
  yield
rescue StandardError => e
  { 'error' => e.class.name }
end

input = JSON.parse($stdin.read)
puts JSON.pretty_generate(
  'version' => "Ruby #{RUBY_VERSION}, Rack #{Rack.release}, Active Support #{ActiveSupport.version}",
  'build' => {
    'Rack' => input['build'].map { |v| attempt { Rack::Utils.build_nested_query(data(v)) } },
    'Rails' => input['build'].map { |v| attempt { data(v).to_query } }
  },
  'parse' => { 'Rack' => input['parse'].map { |q| attempt { value(Rack::Utils.parse_nested_query(q)) } } }
)
