public import ArgumentParser
public import Logging

/// `--log-level` takes the names of swift-log's levels.
extension Logger.Level: @retroactive ExpressibleByArgument {}
