require_relative "servers"
run send(ENV.fetch("HOPS_KIND"))
