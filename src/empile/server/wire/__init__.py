"""Messages, connections and errors: everything that goes over a socket."""
