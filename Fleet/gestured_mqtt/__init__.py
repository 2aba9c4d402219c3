"""gestured-mqtt: the touchscreens and gestures of one machine, for an MQTT broker.

docs/fleet.md describes topics, configuration and guarantees; docs/fleet-planning.md the cost of a fleet.
"""

# The version of gestured; a test compares them.
VERSION = "0.1.0"
