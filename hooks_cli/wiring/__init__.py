"""Wire hookctl into the configuration files of hosts, look for what is wrong there, import them."""
