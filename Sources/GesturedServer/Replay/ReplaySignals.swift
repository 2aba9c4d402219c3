import LinuxIO

/// What may be asked of a replay while it plays.
struct ReplaySignals: ~Copyable {
    /// Readable once it is to end early (SIGTERM, SIGINT).
    let stop: Descriptor
    /// Readable once its configuration is to be read again (SIGHUP).
    let reload: ConfigurationReload
}
