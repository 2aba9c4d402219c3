/// The member `privacy`: what clients are told of places.
package struct PrivacySettings: Sendable, Hashable {
    /// Whether any line tells where a finger is; without it there are no contacts either.
    package var positions = true
    /// Whether clients may ask for single contacts.
    package var contacts = false
}

extension PrivacySettings {
    /// What can be configured.
    static var members: [Member<Self>] {
        [
            Member(
                "positions", \.positions, .flag,
                """
                Whether lines tell where fingers are. With false no line of any kind carries x, y, \
                their millimetres or contacts: the taps on a PIN pad are the PIN.
                """),
            Member(
                "contacts", \.contacts, .flag,
                """
                Whether clients may ask for single contacts: where each finger is, and palms, before \
                anything is recognised.
                """),
        ]
    }
}
