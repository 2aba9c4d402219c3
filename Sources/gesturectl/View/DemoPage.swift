import Glibc
import LinuxIO

/// The live page with the demo in one file, which needs neither gestured nor gestured-web.
enum DemoPage {
    /// The path below the prefix of the program, in which `make install` and the packages put it.
    static let name = "share/gestured/live-page.html"

    /// The URL of the file, which is beside this program or in /usr.
    ///
    /// - Throws: 66 if it is not installed.
    static func address() throws(CommandError) -> String {
        let prefixes = [programPrefix, "/usr", "/usr/local"].compactMap(\.self)
        let files = prefixes.map { "\($0)/\(name)" }
        guard let file = files.first(where: { access($0, R_OK) == 0 }) else {
            throw CommandError(
                .noInput,
                """
                the page with the demo is not installed
                  Install the package gesturectl; from source: make live-page
                """)
        }
        return url(of: file)
    }

    /// The URL of a path, in which other bytes than those of plain names are escaped.
    static func url(of path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return path.utf8.reduce(into: "file://") { text, byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                byte < 128
                && (scalar.properties.isAlphabetic
                    || "0123456789/-._~".unicodeScalars.contains(scalar))
            text += isPlain ? String(scalar) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
    }

    /// What the user must do to open the file; `nil` if this process can.
    static func advice(_ means: Browser.Means) -> String? {
        switch means {
        case .display: nil
        case .noDisplay: "there is no display here: open the file in a browser"
        case .root: "root opens no browser: open the file as the user of the display"
        }
    }

    /// `/usr` for `/usr/bin/gesturectl`; `nil` without /proc.
    private static var programPrefix: String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { return nil }
        let own = String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return own.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
            .joined(separator: "/")
    }
}
