import Glibc
import LinuxIO
import SystemPackage

/// The live page with the demo in one file, which needs neither gestured nor gestured-web.
enum DemoPage {
    /// The path below the prefix of the program, in which `make install` and the packages put it.
    static let name = "share/gestured/live-page.html"

    /// The path of the file, which is beside this program or in /usr.
    ///
    /// - Throws: 66 if it is not installed or cannot be read, 77 without permission.
    static func file() throws(CommandError) -> String {
        let prefixes = [programPrefix, "/usr", "/usr/local"].compactMap(\.self)
        var failure: CommandError?
        for file in prefixes.map({ "\($0)/\(name)" }) {
            do throws(Errno) {
                _ = try systemCall { access(file, R_OK) }
                return file
            } catch .noSuchFileOrDirectory, .notDirectory {
                continue
            } catch {
                failure =
                    failure
                    ?? CommandError(
                        error == .permissionDenied ? .noPermission : .noInput,
                        "cannot read \(EscapedText.escaped(file))", error,
                        advice: "Check the file and its permissions")
            }
        }
        throw failure
            ?? CommandError(
                .noInput,
                """
                the page with the demo is not installed
                  Install the package gesturectl. From source: make live-page, and open \
                .build/live-page/index.html in a browser
                """)
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

    /// What the user must do to open `file`; `nil` if this process can.
    static func advice(_ means: Browser.Means, for file: String) -> String? {
        switch means {
        case .display: nil
        case .noDisplay:
            """
            there is no display here: open the file in a browser of this machine
              From another machine: scp HOST:\(FileTrust.shellQuoted(file)) ., then open the copy
            """
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
