/// An id that a client chooses for a request; the reply repeats it.
public enum RequestID: Sendable, Hashable {
    case integer(Int64)
    case string(String)

    /// - Throws: `invalidValue` if it is neither an integer nor a string.
    init(_ value: JSONValue) throws(RequestError) {
        switch value {
        case .string(let text): self = .string(text)
        case .number(let number):
            guard let integer = number.integer else {
                throw RequestError(
                    .invalidValue, "\(number.text.prefix(64)) is no integer of 64 bits",
                    member: "id")
            }
            self = .integer(integer)
        default:
            throw RequestError(
                .invalidValue, "takes a string or an integer, found \(value.noun)", member: "id")
        }
    }
}
