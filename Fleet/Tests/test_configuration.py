"""gestured-mqtt.yaml: accepted values, and the messages about refused ones."""

from dataclasses import replace
import os
import re
import subprocess

import empty_proc
from gestured_mqtt import VERSION, configuration
from gestured_mqtt.yamlfile import ConfigurationError
from scene import ROOT, expect

PROGRAM = ROOT / "Fleet/gestured-mqtt"
GOOD = """\
name: kiosk-1
broker: { host: 127.0.0.1 }
"""
# The text of a file, and a part of the message about it.
FAULTS = [
    ("name: a/b\nbroker: { host: 127.0.0.1 }\n", ":1:7: name: 'a/b' is not a name of letters, digits, _ and -"),
    ("name: a\n", "broker: host is missing; write broker: { host: broker.example }"),
    ("name: a\nbrokr: { host: 127.0.0.1 }\n", ":2:1: there is no member brokr; did you mean broker?"),
    (GOOD + "name: b\n", ":3:1: name occurs twice"),
    ("name: a\nbroker: { host: b.example }\n", ":2:9: broker: tls is missing: without it every machine on the way"),
    ("name: a\nbroker: { host: b.example, tls: }\n", "broker.tls: takes none, system or { ca_file: FILE }"),
    ("name: a\nbroker: { host: b.example, tls: sytem }\n", "'sytem' is none of system, none; did you mean system?"),
    ("name: a\nbroker: { host: 127.0.0.1, tls: { ca_file: ca.crt } }\n", "'ca.crt' is not an absolute path"),
    ("name: a\nbroker: { host: 127.0.0.1, tls: { certificate_file: /c } }\n", "certificate_file needs key_file"),
    ("name: a\nbroker: { host: 127.0.0.1, tls: { key_file: /c } }\n", "key_file is of no use without certificate_file"),
    ("name: a\nbroker: { host: 127.0.0.1, password: hunter2 }\n",
     ":2:38: broker.password: a password does not belong in"),
    ("name: a\nbroker: { host: 127.0.0.1, password_file: /p }\n", "password_file is of no use without username"),
    ("name: a\nbroker: { host: 127.0.0.1, port: 70000 }\n",
     ":2:34: broker.port: '70000' is not a whole number from 1 to 65535"),
    ("name: a\nbroker: { host: 127.0.0.1, keepalive: 2s }\n", "broker.keepalive: 2s is not from 5s to 30min"),
    ("name: a\nbroker: { host: 127.0.0.1, keepalive: 30 }\n", "'30' is not a time such as 10s, 5min or 24h"),
    ("name: a\nbroker: { host: 127.0.0.1, reconnect: { base: 5min } }\n", "broker.reconnect: most is less than base"),
    (GOOD + "daemon: { socket: s }\n", "daemon.socket: 's' is not an absolute path of at most 107 bytes"),
    (GOOD + "subscribe: { gestures: [swpie] }\n", ":3:24: subscribe.gestures: 'swpie' is none of"),
    (GOOD + "subscribe: { phases: ended }\n", "subscribe.phases: takes a list, such as [a, b]"),
    (GOOD + "subscribe: { fingers: [3, 2] }\n", "subscribe.fingers: takes a number from 1 to 64, or two: [1, 64]"),
    (GOOD + "subscribe: { positions: 1 }\n", "subscribe.positions: '1' is neither true nor false"),
    (GOOD + "queue: { size: 8MB }\n", ":3:16: queue.size: '8MB' is not a size such as 512KiB or 8MiB"),
    (GOOD + "queue: { size: 1KiB }\n", "queue.size: 1KiB is not from 64KiB to 128MiB"),
    (GOOD + "topic_prefix: a/+/b\n", "topic_prefix: 'a/+/b' is not a topic without + and #, such as site/gestured"),
    (GOOD + 'topic_prefix: "a\\x85b"\n', "topic_prefix: 'a\\x85b' is not a topic without + and #"),
    (GOOD + 'topic_prefix: "a\\uffffb"\n', "topic_prefix: 'a\\uffffb' is not a topic without + and #"),
    (GOOD + 'topic_prefix: "a\\ud800b"\n', "topic_prefix: 'a\\ud800b' is not a topic without + and #"),
    (GOOD + "topic_prefix: " + "a/" * 150 + "a\n", "is not a topic without + and #"),
    (GOOD + "topic_prefix: a//b\n", "topic_prefix: 'a//b' is not a topic without + and #"),
    (GOOD + "topic_prefix: $SYS\n", "topic_prefix: '$SYS' is not a topic without + and #"),
    (GOOD + 'homeassistant: { status_topic: "\\U0001ffff" }\n', "status_topic: '\\U0001ffff' is not a topic"),
    ('name: a\nbroker: { host: 127.0.0.1, username: "\\ud800" }\n', ":2:38: broker.username: '\\ud800' is not a name"),
    ('name: a\nbroker: { host: 127.0.0.1, client_id: "\\x7f" }\n', ":2:39: broker.client_id: '\\x7f' is not a text"),
    (GOOD + 'title: "\\ud800"\n', ":3:8: title: '\\ud800' is not a text of one line"),
    (GOOD + "homeassistant: { triggers: swipe }\n", "homeassistant.triggers: takes a list"),
    (GOOD + "homeassistant: { triggers: [swipe] }\n", ":3:29: homeassistant.triggers[0]: takes members, each with"),
    (GOOD + "homeassistant: { triggers: [{ fingers: 2 }] }\n", "names no gesture; it takes gesture, name or zone"),
    (GOOD + "homeassistant: { triggers: [{ gesture: tap }, { gesture: tap }] }\n",
     "homeassistant.triggers[1]: another trigger has the id tap; give one an id: of its own"),
    (GOOD + "homeassistant: { triggers: [{ gesture: tap, title: x }, { gesture: drag, title: x }] }\n",
     "another trigger of screen has the title 'x'"),
    (GOOD + "homeassistant: { triggers: [{ screen_reader: swipe_left_and_rigth }] }\n",
     "; did you mean swipe_left_and_right?"),
    (GOOD + "homeassistant: { triggers: [{ gesture: drag, phase: changed }] }\n",
     "drag_changed waits for changed, which subscribe.phases leaves out"),
    ("- a\n", ":1:1: takes members, each with a value"),
    ("name: [\n", ":2:1: "),
    ("a: &x 1\nb: *x\n", "aliases (*name) are not taken"),
    ("a: " + "[" * 1500 + "\n", ""),
    ("x" * 300_000, "it has more than 256 KiB"),
]


def refused(path):
    """The problems of a file."""
    try:
        configuration.read(path, {})
    except ConfigurationError as error:
        return str(error)
    return None


def test_each_fault_of_a_configuration_is_reported_with_its_location_and_advice(scene):
    path = scene.folder / "c.yaml"
    for text, wanted in FAULTS:
        path.write_text(text)
        found = refused(path)
        expect(found is not None, f"{text[:60]!r} is accepted")
        expect(wanted in found and str(path) in found, f"{text[:60]!r}: {found!r}, not {wanted!r}")


def test_all_faults_of_a_file_are_reported_at_once(scene):
    path = scene.folder / "c.yaml"
    path.write_text("name: a/b\nbroker: { host: 127.0.0.1, port: 0, keepalive: x }\nqueue: { rate: many }\nother: 1\n")
    found = refused(path).splitlines()
    expect(len(found) == 5, f"{found}")


def test_the_packaged_example_is_valid_and_has_each_member_of_the_table_in_docs_fleet_md_with_its_default(scene):
    packaged = ROOT / "Fleet/gestured-mqtt.yaml"
    bare = scene.folder / "c.yaml"
    bare.write_text(GOOD)
    read = configuration.read(packaged, {})
    # Commented members show the defaults: the file without the comment signs means the same.
    text = re.sub(r"^( *)# ( *(?:- \{|[a-z_]+:))", r"\1\2", packaged.read_text(), flags=re.M)
    whole = scene.folder / "whole.yaml"
    whole.write_text(text)
    full, plain = configuration.read(whole, {}), configuration.read(bare, {})
    expect(full.queue == plain.queue and full.daemon == plain.daemon, "its queue or its daemon differs")
    expect(full.broker.keepalive == plain.broker.keepalive and full.broker.reconnect_base == plain.broker.reconnect_base
           and full.broker.reconnect_maximum == plain.broker.reconnect_maximum, "its times differ")
    expect(full.topic == plain.topic and full.last_touch_interval == plain.last_touch_interval, "its topic differs")
    expect(replace(full.home_assistant, triggers=()) == replace(plain.home_assistant, triggers=()),
           "discovery differs")
    expect(read.broker == replace(plain.broker, host="localhost", client_id=read.broker.client_id),
           "the broker differs")
    page = (ROOT / "docs/fleet.md").read_text()
    for member in ("name", "title", "topic_prefix", "last_touch_interval", "broker.host", "broker.port", "broker.tls",
                   "broker.username", "broker.password_file", "broker.client_id", "broker.keepalive",
                   "broker.reconnect", "daemon.socket", "daemon.ping_interval", "daemon.ping_timeout", "subscribe",
                   "queue.size", "queue.age", "queue.rate", "homeassistant.discovery", "homeassistant.prefix",
                   "homeassistant.status_topic", "homeassistant.spread", "homeassistant.triggers",
                   "homeassistant.trigger_age"):
        expect(f"| `{member}` |" in page, f"docs/fleet.md has no row of {member}")
        expect(f"{member.rpartition('.')[2]}:" in text, f"the example has no {member}")


def test_credentials_of_systemd_are_found_without_being_named_and_a_variable_names_their_folder(scene):
    path, folder = scene.folder / "c.yaml", scene.folder / "credentials"
    folder.mkdir()
    (folder / "gestured-mqtt.password").write_text("hunter2\n")
    (folder / "gestured-mqtt.password").chmod(0o400)
    path.write_text("name: a\nbroker: { host: 127.0.0.1, username: a }\n")
    environment = {"CREDENTIALS_DIRECTORY": str(folder)}
    found = configuration.read(path, environment).broker.password_file
    expect(found == str(folder / "gestured-mqtt.password"), f"{found}")
    expect(configuration.read_secret(found) == "hunter2", "another password")
    expect(configuration.read(path, {}).broker.password_file is None, "found without systemd")
    path.write_text("name: a\nbroker: { host: 127.0.0.1, username: a, password_file: $CREDENTIALS_DIRECTORY/x }\n")
    expect(configuration.read(path, environment).broker.password_file == f"{folder}/x", "the variable is not replaced")


def check(path, *words):
    """The program's answer to a file: status, output, errors."""
    run = subprocess.run([PROGRAM, "--config", path, *words], capture_output=True, text=True, timeout=30,
                         env={"PATH": os.environ["PATH"]}, check=False)
    return run.returncode, run.stdout, run.stderr


def test_gestured_mqtt_check_reads_the_files_that_a_configuration_names_and_exits_with_78_if_one_is_wrong(scene):
    path, secret = scene.folder / "c.yaml", scene.folder / "p"
    path.write_text(GOOD)
    expect(check(path, "--check") == (0, f"{path} is valid: gestured/kiosk-1 at 127.0.0.1:1883\n", ""), "not valid")
    path.write_text(f"name: a\nbroker: {{ host: 127.0.0.1, username: a, password_file: {secret} }}\n")
    for prepare, wanted in [(lambda: None, f"cannot read {secret}: No such file or directory"),
                            (lambda: secret.write_text("x\n"),
                             f"other users may read {secret}; run: chmod 0600 {secret}"),
                            (lambda: (secret.write_text(""), secret.chmod(0o600)), f"{secret} is empty")]:
        prepare()
        status, _, errors = check(path, "--check")
        expect(status == 78 and wanted in errors, f"{status}: {errors}")
    path.write_text(f"name: a\nbroker: {{ host: 127.0.0.1, tls: {{ ca_file: {secret} }} }}\n")
    status, _, errors = check(path, "--check")
    wanted = f"{path}:2:44: broker.tls.ca_file: {secret} has no certificate in PEM (NO_CERTIFICATE_OR_CRL_FOUND)\n"
    expect((status, errors) == (78, wanted), f"{status}: {errors}")


MISSING = """\
name: a
broker:
  host: 127.0.0.1
  tls: { ca_file: /nowhere/ca, certificate_file: /nowhere/c, key_file: /nowhere/k }
  username: a
  password_file: %s
"""


def test_a_file_that_cannot_be_read_is_reported_with_the_member_that_names_it_and_its_location(scene):
    path, secret = scene.folder / "c.yaml", scene.folder / "p"
    path.write_text(MISSING % secret)
    status, _, errors = check(path, "--check")
    rows = [("4:19", "tls.ca_file", "/nowhere/ca"), ("4:50", "tls.certificate_file", "/nowhere/c"),
            ("4:72", "tls.key_file", "/nowhere/k"), ("6:18", "password_file", secret)]
    wanted = [f"{path}:{place}: broker.{member}: cannot read {name}: No such file or directory"
              for place, member, name in rows]
    expect((status, errors.splitlines()) == (78, wanted), f"{status}: {errors}")
    secret.write_bytes(b"\xff\xfe\n")
    secret.chmod(0o600)
    path.write_text(f"name: a\nbroker: {{ host: 127.0.0.1, username: a, password_file: {secret} }}\n")
    status, _, errors = check(path, "--check")
    wanted = f"{path}:2:56: broker.password_file: {secret} is not UTF-8; write the password into its first line\n"
    expect((status, errors) == (78, wanted), f"{status}: {errors}")


def test_members_that_name_one_file_are_reported_each_at_its_own_location(scene):
    path = scene.folder / "c.yaml"
    path.write_text(MISSING.replace("/nowhere/k", "/nowhere/c") % "/nowhere/ca")
    status, _, errors = check(path, "--check")
    rows = [("4:19", "tls.ca_file", "ca"), ("4:50", "tls.certificate_file", "c"), ("4:72", "tls.key_file", "c"),
            ("6:18", "password_file", "ca")]
    wanted = [f"{path}:{place}: broker.{member}: cannot read /nowhere/{name}: No such file or directory"
              for place, member, name in rows]
    expect((status, errors.splitlines()) == (78, wanted), f"{status}: {errors}")


def test_a_file_that_is_not_a_certificate_or_key_is_reported_with_its_member_and_its_location(scene):
    path, folder = scene.folder / "c.yaml", scene.folder
    for name in ("one", "other"):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-subj", f"/CN={name}", "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.crt"],
                       check=True, capture_output=True, timeout=60)
    (folder / "both.pem").write_text((folder / "one.key").read_text() + (folder / "one.crt").read_text())
    (folder / "junk").write_text("junk\n")
    os.mkfifo(folder / "fifo")
    no_certificate = "has no certificate in PEM (NO_CERTIFICATE_OR_CRL_FOUND)"
    no_key = f"has no key in PEM without a passphrase that belongs to {folder}/one.crt"
    for ca, certificate, key, wanted in [
            ("one.crt", "one.crt", "one.key", None), ("one.crt", "both.pem", "both.pem", None),
            ("junk", "one.crt", "one.key", f"ca_file: {folder}/junk {no_certificate}"),
            ("one.crt", "junk", "one.key", f"certificate_file: {folder}/junk {no_certificate}"),
            ("one.crt", "one.crt", "junk", f"key_file: {folder}/junk {no_key}"),
            ("one.crt", "one.crt", "other.key", f"key_file: {folder}/other.key {no_key}"),
            ("fifo", "one.crt", "one.key", f"ca_file: cannot read {folder}/fifo: it is not a file")]:
        members = (("ca", ca), ("certificate", certificate), ("key", key))
        path.write_text("name: a\nbroker:\n  host: 127.0.0.1\n  tls:\n"
                        + "".join(f"    {kind}_file: {folder}/{name}\n" for kind, name in members))
        status, _, errors = check(path, "--check")
        line = 5 + ["ca_file", "certificate_file", "key_file"].index((wanted or "ca_file").split(":")[0])
        column = 7 + len((wanted or "").split(":")[0])
        start = f"{path}:{line}:{column}: broker.tls.{wanted}"
        fits = errors.startswith(start) and len(errors.splitlines()) == 1 if wanted else errors == ""
        expect((status == 78) == bool(wanted) and fits, f"{status}: {errors!r}, not {start!r}")


def test_messages_for_home_assistant_are_printed_although_a_file_of_the_broker_is_missing(scene):
    path = scene.folder / "c.yaml"
    path.write_text(MISSING % "/nowhere/p")
    status, output, errors = check(path, "--discovery")
    expect((status, errors) == (0, "") and output.startswith("homeassistant/device/a/"), f"{status}: {output}{errors}")


def test_a_wrong_command_line_exits_with_64_and_a_missing_configuration_with_78(scene):
    expect(check(scene.folder / "none", "--chekc")[0] == 64, "a misspelt option is accepted")
    status, _, errors = check(scene.folder / "none")
    expect(status == 78 and errors == f"cannot read {scene.folder}/none: No such file or directory\n", errors)


def test_the_unit_has_memory_for_the_longest_queue_and_for_its_file_in_memory(scene):
    path = scene.folder / "c.yaml"
    path.write_text(GOOD + "queue: { size: 128MiB }\n")
    largest = configuration.read(path, {}).queue.maximum_bytes
    path.write_text(GOOD + "queue: { size: 129MiB }\n")
    expect("queue.size" in refused(path), "a larger queue is accepted")
    unit = (ROOT / "systemd/gestured-mqtt.service").read_text()
    maximum = int(re.search(r"^MemoryMax=(\d+)M$", unit, re.M)[1]) * 1024 ** 2
    # Python and its modules use about 30 MiB.
    expect(maximum >= 2 * largest + 64 * 1024 ** 2, f"{maximum} bytes")


def test_gestured_mqtt_has_the_version_of_gestured():
    gestured = subprocess.run([ROOT / "Scripts/version"], capture_output=True, text=True, check=True).stdout.strip()
    expect(VERSION == gestured, f"{VERSION}, not {gestured}")


def test_options_are_read_without_proc():
    run = empty_proc.run(PROGRAM, "--version")
    expect(run is None or (run.returncode == 0 and VERSION in run.stdout), f"{run}")
