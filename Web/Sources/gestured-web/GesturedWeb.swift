import Glibc
import LinuxIO
import WebServer

/// Serves gestures to pages of this machine; `--help` lists the options.
@main
struct GesturedWeb {
    static func main() {
        ProcessSetup.prepare()
        do throws(CommandError) {
            switch try WebOptions.parse(ProgramArguments.words) {
            case .help: print(WebOptions.help)
            case .version: print("gestured-web \(gesturedVersionText)")
            case .serve(let options): try WebProgram.run(options)
            }
        } catch {
            NonBlockingLog(toStandardErrorWith: { $0 }).writeLast("gestured-web: \(error)")
            exit(error.status.rawValue)
        }
    }
}
