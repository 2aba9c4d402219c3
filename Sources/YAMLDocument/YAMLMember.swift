/// A key and its value.
public struct YAMLMember: Sendable, Hashable {
    public var key: YAMLScalar
    public var value: YAMLNode

    public init(key: YAMLScalar, value: YAMLNode) {
        self.key = key
        self.value = value
    }
}
