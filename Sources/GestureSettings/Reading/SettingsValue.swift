import LinuxIO
import YAMLDocument

/// A value that settings are read from: of a file, or of a client's request.
package struct SettingsValue: Sendable, Hashable {
    /// What the value is.
    package indirect enum Content: Sendable, Hashable {
        case scalar(SettingsScalar)
        case sequence([SettingsValue])
        /// In the order of the document; no key stands twice.
        case mapping([SettingsMember])
    }

    package var content: Content
    /// Where it begins.
    package var mark: SettingsPlace

    package init(_ content: Content, at mark: SettingsPlace) {
        self.content = content
        self.mark = mark
    }

    /// The scalar; `nil` for anything else.
    package var scalar: SettingsScalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The elements; `nil` for anything but a sequence.
    package var sequence: [SettingsValue]? {
        if case .sequence(let elements) = content { elements } else { nil }
    }

    /// The members; `nil` for anything but a mapping.
    package var mapping: [SettingsMember]? {
        if case .mapping(let fields) = content { fields } else { nil }
    }

    /// The value of `key`; `nil` where there is none, or this is no mapping.
    package subscript(key: String) -> SettingsValue? {
        mapping?.first { $0.key.text == key }?.value
    }

    /// The value in a few words, for a message: text is escaped and cut.
    package var summary: String {
        switch content {
        case .scalar(let scalar) where scalar.isNull: "nothing"
        case .scalar(let scalar): EscapedText.quoted(scalar.text.utf8)
        case .sequence(let elements): "a list of \(elements.count)"
        case .mapping: "a mapping"
        }
    }
}

/// A key and its value.
package struct SettingsMember: Sendable, Hashable {
    package var key: SettingsScalar
    package var value: SettingsValue

    package init(key: SettingsScalar, value: SettingsValue) {
        self.key = key
        self.value = value
    }
}

/// A value without parts.
package struct SettingsScalar: Sendable, Hashable {
    package var text: String
    /// Written without quotes, so that `12` may mean a number and nothing at all may mean null.
    package var isPlain: Bool
    /// Where it begins.
    package var mark: SettingsPlace

    package init(text: String, isPlain: Bool, mark: SettingsPlace) {
        self.text = text
        self.isPlain = isPlain
        self.mark = mark
    }

    /// Whether it is `null` or empty: there is no value.
    package var isNull: Bool {
        isPlain && ["", "~", "null", "Null", "NULL"].contains(text)
    }
}

/// A place in what settings are read from.
package enum SettingsPlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// In a file; both count from 1.
    case mark(line: Int, column: Int)
    /// In a request: the number of the value, in order, and the path of its members.
    case path(number: Int, String)
    /// In a file that a configuration names; both count from 1.
    case file(String, line: Int, column: Int)

    /// `line:column`, or the path; of another file, its name before them.
    package var description: String {
        switch self {
        case .mark(let line, let column): "\(line):\(column)"
        case .path(_, let path): path
        case .file(let name, let line, let column):
            "\(EscapedText.escaped(name)):\(line):\(column)"
        }
    }

    /// Whether it is in a file that a configuration names.
    var isInOtherFile: Bool {
        if case .file = self { true } else { false }
    }
}

// MARK: - YAML

extension SettingsValue {
    /// A value of a file.
    ///
    /// - Parameter file: the file's name, where it is one that a configuration names.
    init(_ node: YAMLNode, in file: String? = nil) {
        let content: Content =
            switch node.content {
            case .scalar(let scalar): .scalar(SettingsScalar(scalar, in: file))
            case .sequence(let elements):
                .sequence(elements.map { SettingsValue($0, in: file) })
            case .mapping(let fields):
                .mapping(
                    fields.map {
                        SettingsMember(
                            key: SettingsScalar($0.key, in: file),
                            value: SettingsValue($0.value, in: file))
                    })
            }
        self.init(content, at: SettingsPlace(node.mark, in: file))
    }
}

extension SettingsScalar {
    fileprivate init(_ scalar: YAMLScalar, in file: String?) {
        self.init(
            text: scalar.text, isPlain: scalar.isPlain,
            mark: SettingsPlace(scalar.mark, in: file))
    }
}

extension SettingsPlace {
    /// A place in a file.
    ///
    /// - Parameter file: the file's name, where it is one that a configuration names.
    init(_ mark: YAMLMark, in file: String? = nil) {
        self =
            file.map { .file($0, line: mark.line, column: mark.column) }
            ?? .mark(line: mark.line, column: mark.column)
    }
}
