# gestured-mqtt (docs/fleet.md); included by ../Makefile.

.PHONY: fleet-test fleet-load nightly-fleet nightly-home-assistant install-mqtt uninstall-mqtt

# Tests gestured-mqtt with the daemon and a real broker, its dashboard with a real Prometheus
# (docs/fleet.md), and the metrics of gestured-web.
fleet-test: toolchain build web fleet-packages
	$(PYTEST) -n 3 Fleet/Tests

# Runs 500 kiosks on one broker of this machine, without TLS and with it: five minutes each.
fleet-load nightly-fleet: toolchain build fleet-packages
	Scripts/fleet-load "$$(swift build $(RELEASE) --show-bin-path)/gestured"
	Scripts/fleet-load "$$(swift build $(RELEASE) --show-bin-path)/gestured" --tls

# Checks the messages for Home Assistant with Home Assistant's own schemas; as root.
nightly-home-assistant:
	Scripts/home-assistant

# Installs gestured-mqtt, which needs no build; does not enable its service (docs/fleet.md).
MQTTDIR = $(PREFIX)/share/gestured-mqtt
install-mqtt:
	@$(ABSOLUTE_PREFIX)
	install -d "$(DESTDIR)$(BINDIR)"
	sed 's|^MODULES = .*|MODULES = ["$(MQTTDIR)"]|;/^FOLDER = /d' Fleet/gestured-mqtt >"$(DESTDIR)$(BINDIR)/gestured-mqtt"
	chmod 0755 "$(DESTDIR)$(BINDIR)/gestured-mqtt"
	install -D -m 0644 -t "$(DESTDIR)$(MQTTDIR)/gestured_mqtt" Fleet/gestured_mqtt/*.py
	install -D -m 0644 -t "$(DESTDIR)$(MQTTDIR)/gestured" Clients/python/gestured/*.py
	install -D -m 0644 -t "$(DESTDIR)$(MQTTDIR)" Fleet/gestured-mqtt.yaml \
		Fleet/mosquitto/gestured.conf Fleet/mosquitto/gestured.acl \
		share/grafana/gestured.json share/prometheus/gestured.rules.yml share/home-assistant/gesture.yaml
	$(call install-filled,systemd/gestured-mqtt.service,$(UNITDIR)/gestured-mqtt.service)
ifeq ($(DESTDIR),)
	$(RELOAD)
	@echo "Write /etc/gestured-mqtt.yaml from $(MQTTDIR)/gestured-mqtt.yaml; then"
	@echo "  gestured-mqtt --check && systemctl enable --now gestured-mqtt"
endif

uninstall-mqtt:
ifeq ($(DESTDIR),)
	-if [ -d /run/systemd/system ]; then systemctl disable --now gestured-mqtt.service; fi
endif
	rm -f "$(DESTDIR)$(BINDIR)/gestured-mqtt" "$(DESTDIR)$(UNITDIR)/gestured-mqtt.service"
	rm -rf "$(DESTDIR)$(MQTTDIR)"
	$(RELOAD)
