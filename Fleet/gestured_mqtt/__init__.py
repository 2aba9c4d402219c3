"""gestured-mqtt: the touchscreens and gestures of one machine, for an MQTT broker.

docs/fleet.md describes topics, configuration and what is promised; docs/fleet-planning.md what a fleet costs.
"""

# The version of gestured; a test holds both to the same.
VERSION = "0.1.0"
