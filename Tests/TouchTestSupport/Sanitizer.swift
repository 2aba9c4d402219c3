import Foundation

/// Whether a sanitizer looks on, as `make sanitize` says, and takes memory of its own: what counts
/// memory is left out then.
public let isSanitized = ProcessInfo.processInfo.environment["SANITIZED"] != nil
