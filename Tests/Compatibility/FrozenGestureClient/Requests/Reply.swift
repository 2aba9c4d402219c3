/// The answer to a request.
struct Reply: Sendable {
    /// The id of the request; `nil` where the daemon could not read it.
    let id: Int64?
    /// What the daemon says beside, or why it refused.
    let result: Result<DaemonReport?, RequestRefusal>

    init(_ members: LineMembers) throws(LineError) {
        id = members.wide("id")
        guard members.flag("ok") != true else {
            let status = try? members.object("status")
            result = .success(status.map(DaemonReport.init))
            return
        }
        let error = try members.object("error")
        result = .failure(
            RequestRefusal(
                code: try error.word("code"), message: error.text("message") ?? "",
                member: error.text("member")))
    }
}
