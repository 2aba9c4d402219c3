/// A recogniser that a program brings along; no configuration file can name it.
public final class CustomDefinition: Sendable, Hashable {
    /// What each hand has a copy of.
    let prototype: any CustomRecognizer

    init(_ prototype: any CustomRecognizer) {
        self.prototype = prototype
    }

    /// How many fingers it takes.
    var fingers: ClosedRange<Int> { prototype.fingers }

    /// Whether both are the same gesture: two of one recogniser are not.
    public static func == (left: CustomDefinition, right: CustomDefinition) -> Bool {
        left === right
    }

    /// By what it is the same as.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
