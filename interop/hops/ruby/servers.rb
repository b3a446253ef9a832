# Rack applications that answer with the path they are given, in hexadecimal, in fields that
# end with HOPS_TAG; HOPS_KIND names one. Started as a program, it runs WEBrick on the port of
# the first argument.
TAG = ENV.fetch("HOPS_TAG")
RULE, APP = "X-Rule-#{TAG}-Hex", "X-App-#{TAG}-Hex"

def hex(path) = path.b.unpack1("H*")

def rack
  ->(env) { [200, { APP => hex(env["PATH_INFO"]) }, []] }
end

def files
  require "rack"
  Rack::Files.new(ENV.fetch("HOPS_FOLDER") + "/www")
end

def sinatra
  require "sinatra/base"
  Class.new(Sinatra::Base) do
    set :show_exceptions, false
    set :raise_errors, false
    set :environment, :production
    get(/(.*)/m) do |path|
      headers RULE => hex(request.path_info), APP => hex(path)
      ""
    end
  end
end

def webrick(port)
  require "webrick"
  server = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: port, AccessLog: [], Logger: WEBrick::Log.new(File::NULL))
  server.mount_proc("/") do |request, response|
    response[RULE], response[APP] = hex(request.unparsed_uri), hex(request.path)
  end
  server.start
end

webrick(Integer(ARGV[0])) if $PROGRAM_NAME == __FILE__
