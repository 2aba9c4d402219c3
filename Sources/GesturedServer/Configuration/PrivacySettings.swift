/// The member `privacy`: what clients are told of places.
struct PrivacySettings: Sendable, Hashable {
    /// Whether any line tells where a finger is; without it there are no contacts either.
    var positions = true
    /// Whether clients may ask for single contacts.
    var contacts = false
}
