import GestureInspect
import GestureSettings
import GestureWire
import LinuxIO
import TouchCore

/// Topics that the configuration must permit.
extension SocketServer {
    /// Checks that the configuration permits the topics of a subscription.
    ///
    /// - Throws: `not_permitted` if it does not.
    func checkTopics(of subscription: Subscription) throws(RequestError) {
        if subscription.topics.contains(.contact) {
            try checkContacts(of: subscription)
        }
        if subscription.topics.contains(.explanation) {
            try checkExplanations()
        }
    }

    /// Checks positions first: a user who permits only contacts would be refused again.
    private func checkContacts(of subscription: Subscription) throws(RequestError) {
        guard configuration.privacy.positions else {
            throw RequestError(
                .notPermitted, "contacts are positions; \(Self.withheld)", member: "events")
        }
        guard configuration.privacy.contacts else {
            throw RequestError(
                .notPermitted,
                "the configuration lets no client get contacts; "
                    + "set privacy: { contacts: true } in gestured.yaml, and reload it",
                member: "events")
        }
        guard subscription.includesPositions else {
            throw RequestError(
                .notPermitted,
                "contacts are positions, which the subscription leaves out; subscribe with positions",
                member: "events")
        }
    }

    private static let withheld =
        "privacy: { positions: false } in gestured.yaml withholds them: remove it, and reload the file"

    private func checkExplanations() throws(RequestError) {
        guard configuration.privacy.positions else {
            throw RequestError(
                .notPermitted, "explanations contain positions; \(Self.withheld)",
                member: "events")
        }
        guard configuration.clients.explain else {
            throw RequestError(
                .notPermitted,
                "the configuration lets no client get explanations; "
                    + "set clients: { explain: true } in gestured.yaml, and reload it",
                member: "events")
        }
    }
}

/// Explanations of gestures that were not recognised.
extension SocketServer {
    var explainedConfiguration: GestureConfiguration? {
        wantsExplanations ? configuration.gestures : nil
    }

    mutating func setExplaining(_ explains: Bool) {
        isExplaining = explains
    }

    /// Sends explanations of configured zones only: zones of clients do not concern other clients.
    mutating func explain(_ explanations: [GestureExplanation]) {
        guard wantsExplanations else { return }
        for record in ExplanationWords(explanations, configuration.gestures).records {
            let us = record.time.microseconds
            body.removeAll()
            body.appendExplanationBody(record)
            forEachClient { client, server in
                if client.activeSubscription.includesExplanations {
                    server.sendWhereRoom(.explanation, of: record.device, at: us, to: &client)
                }
            }
        }
    }
}
