import LinuxIO
import SystemPackage

/// The files of a folder, read once and served unchanged.
struct PageFiles {
    /// A served file.
    struct File {
        /// The content.
        let bytes: [UInt8]
        /// The media type.
        let type: String
        /// The entity tag of these bytes, in quotes (RFC 9110, 8.8.3).
        let tag: String
        /// Whether pages of other origins may load it.
        let allowsAllOrigins: Bool
    }

    /// The maximum number of files in a folder, and of their bytes.
    private static let (maximumFiles, maximumBytes) = (64, 2 * 1024 * 1024)
    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "ts": "text/plain; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "json": "application/json",
        "webmanifest": "application/manifest+json", "txt": "text/plain; charset=utf-8",
        "woff2": "font/woff2", "ico": "image/x-icon",
    ]
    private static let shared: Set<String> = ["gestures.js", "gestures.d.ts", "shield.js"]

    private var files: [String: File] = [:]
    /// The problems of the folder and of files that are not served, a sentence each.
    private(set) var problems: [String] = []

    /// Reads every file of `directory` whose type is known; skips folders in it.
    init(_ directory: String) {
        let folder = escapedText(directory)
        var remainingBytes = Self.maximumBytes
        for name in entries(of: directory).sorted() where !name.hasPrefix(".") {
            guard let type = name.split(separator: ".").last.flatMap({ Self.types[String($0)] })
            else { continue }
            guard files.count < Self.maximumFiles else {
                problems.append("\(folder) has more than \(Self.maximumFiles) files")
                return
            }
            do throws(RegularFile.Failure) {
                let bytes = try RegularFile.read("\(directory)/\(name)", upTo: remainingBytes)
                guard bytes.count <= remainingBytes else {
                    problems.append("\(folder) has more than \(Self.maximumBytes) bytes")
                    return
                }
                remainingBytes -= bytes.count
                files[name] = File(
                    bytes: bytes, type: type, tag: Self.tag(of: bytes),
                    allowsAllOrigins: Self.shared.contains(name))
            } catch {
                problems.append(
                    "cannot read \(folder)/\(escapedText(name)): \(Self.reason(error))")
            }
        }
        if files["index.html"] == nil { problems.append("\(folder) has no index.html") }
    }

    /// The file of a path; `nil` if there is no such file.
    subscript(path: String) -> File? {
        path == "/" ? files["index.html"] : files[Self.name(in: path.utf8.dropFirst())]
    }

    /// The name in a path, whose bytes may be escaped as `%FF`; a name need not be UTF-8.
    private static func name(in path: Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        var rest = path
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
                let code = UInt8(Substring(digits), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return FileName.text(of: bytes)
    }

    /// FNV-1a, 64 bits: only distinguishes versions of a file.
    private static func tag(of bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\"\(String(hash, radix: 16))\""
    }

    private static func reason(_ failure: RegularFile.Failure) -> String {
        switch failure {
        case .system(let error): error.sentence
        case .irregular(let kind): "it is \(kind)"
        }
    }
}
