"""The bus between the processes of a server: notices, presence, leases, rates, relayed frames."""
