/// The reply to a request.
struct Reply: Sendable {
    /// The id of the request; `nil` if the daemon could not parse it.
    let id: Int64?
    /// The status in the reply, or why the request was rejected.
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
