/// Replies are whole lines without a `seq`.
extension LineBuffer {
    /// Appends the reply to a request that succeeded.
    public mutating func appendReply(to id: RequestID?) {
        appendReplyHead(id, isDone: true)
        append("}\n")
    }

    /// Appends the reply to a request that was rejected.
    public mutating func appendReply(to id: RequestID?, _ error: RequestError) {
        appendReplyHead(id, isDone: false)
        append(#","error":{"code":"#)
        append(string: error.code.rawValue)
        append(#","message":"#)
        append(string: error.message)
        if let member = error.member {
            append(#","member":"#)
            append(string: member)
        }
        append("}}\n")
    }

    /// Appends the text from the brace to `ok`.
    mutating func appendReplyHead(_ id: RequestID?, isDone: Bool) {
        append(#"{"type":"reply""#)
        switch id {
        case .integer(let id):
            append(#","id":"#)
            append(integer: id)
        case .string(let id):
            append(#","id":"#)
            append(string: id)
        case nil: break
        }
        append(isDone ? #","ok":true"# : #","ok":false"#)
    }
}
