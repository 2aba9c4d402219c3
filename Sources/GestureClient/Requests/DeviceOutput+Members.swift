import GestureWire
import TouchCore

extension DeviceOutput {
    /// The members of the request.
    var members: [RequestValue.Member] {
        var members: [RequestValue.Member] = [
            .init(OutputMember.output, .text(name)),
            .init(OutputMember.transform, .text(transform.rawValue)),
        ]
        if let size {
            members.append(.init(OutputMember.width, .number(size.width)))
            members.append(.init(OutputMember.height, .number(size.height)))
        }
        return members
    }
}
