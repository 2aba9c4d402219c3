import GestureWire

extension Request {
    /// Reads a line of text.
    init(text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// Reads a line of bytes.
    init(bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { Request($0) }
    }

    /// Why it is refused; `nil` where it is not.
    var error: RequestError? {
        if case .failure(let error) = operation { error } else { nil }
    }

    /// What it subscribes to; `nil` where it does something else.
    var subscription: Subscription? {
        if case .success(.subscribe(let subscription)) = operation { subscription } else { nil }
    }
}
