import Foundation
import Testing
import TouchTestSupport

/// Bash completion by the scripts that the packages install.
struct CompletionTests {
    /// Completes the last word of `$3` in the folder `$2`, and prints each candidate on a line.
    private static let completionScript = #"""
        cd "$2" && . "$1" && read -ra COMP_WORDS <<<"$3"
        [[ $3 == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$3 COMP_POINT=${#3} COMPREPLY=()
        program=${COMP_WORDS[0]}
        "_$program" "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
        """#

    private let scripts: TemporaryDirectory

    init() throws {
        scripts = try TemporaryDirectory()
        let programs = URL(filePath: try BuiltFile(named: "gesturectl").path)
            .deletingLastPathComponent().path()
        let result = try RunningProgram(
            BuiltDaemon.root + "Scripts/make-completions", [scripts.path, programs]
        ).wait()
        #expect(result.status == 0, "\(result.errors)")
    }

    private func bash(_ script: String, _ arguments: String...) throws -> [String] {
        let result = try RunningProgram(
            "/bin/bash", ["--norc", "--noprofile", "-c", script, "bash"] + arguments
        ).wait()
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        "gestured --config", "gestured --replay", "gestured --record", "gestured --plot",
        "gestured --socket", "gestured --device", "gestured -d", "gesturectl check",
        "gesturectl run", "gesturectl save", "gesturectl feedback", "gesturectl watch --socket",
        "gesturectl train wave --templates", "gesturectl train wave --from",
        "gesturectl bug-report --output", "gesturectl bug-report -o", "gesturectl init --output",
    ])
    func `bash completes files and folders for a path`(line: String) throws {
        let folder = try TemporaryDirectory()
        _ = try folder.write([], to: "zzfile.yaml")
        try FileManager.default.createDirectory(
            atPath: folder.file("zzfolder"), withIntermediateDirectories: false)
        let program = line.prefix { $0 != " " }
        let found = try bash(
            Self.completionScript, scripts.file("\(program).bash"), folder.path, line + " zzf")
        #expect(found.sorted() == ["zzfile.yaml", "zzfolder"])
    }

    @Test(arguments: [
        (
            "gesturectl watch --gestures s",
            ["swipe", "swipe_hold", "stroke", "screen_reader", "simultaneous", "sequence"]
        ),
        ("gesturectl save f --phases c", ["changed", "cancelled"]),
        (
            "gesturectl watch --events ",
            [
                "gesture", "device", "activity", "wake", "contact", "health", "explanation",
            ]
        ),
        ("gesturectl feedback n --on deep", ["deep_press"]),
        ("gesturectl feedback n --phase e", ["ended"]),
        ("gesturectl measure --tasks d", ["double_tap"]),
        ("gesturectl describe magn", ["magnify"]),
        ("gestured --log-level tr", ["trace"]),
    ])
    func `bash completes the keywords of an option`(line: String, candidates: [String]) throws {
        let program = line.prefix { $0 != " " }
        let found = try bash(Self.completionScript, scripts.file("\(program).bash"), "/", line)
        #expect(Set(found) == Set(candidates))
    }

    @Test(arguments: ["gestured", "gesturectl"])
    func `bash completes file names if the script has no candidates`(program: String) throws {
        let found = try bash(
            #". "$1" && complete -p "$2""#, scripts.file("\(program).bash"), program)
        #expect(found.first?.contains(" -o default ") == true, "\(found)")
    }
}
