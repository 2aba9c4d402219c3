import Glibc
import LinuxIO
import SessionProgram

/// Keeps touches from programs of the session; `--help` lists the options.
@main
struct GesturedSession {
    static func main() {
        ProcessSetup.prepare()
        do throws(CommandError) {
            switch try SessionOptions.parse(ProgramArguments.words) {
            case .help: print(SessionOptions.help)
            case .version: print("gestured-session \(gesturedVersionText)")
            case .run(let options): try SessionProgram.run(options)
            }
        } catch {
            NonBlockingLog(toStandardErrorWith: { $0 }).writeLast("gestured-session: \(error)")
            exit(error.status.rawValue)
        }
    }
}
