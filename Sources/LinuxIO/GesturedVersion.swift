/// The version of the daemon, as `--version` and `hello` tell it.
public let gesturedVersion = "0.1.0"
