import Glibc

/// The target that `FUZZ_TARGET` in the environment names.
private let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("FUZZ_TARGET is \"\(name)\"; expected one of \(names)")
    }
    return target
}()

/// Runs the target on an input; called by libFuzzer. Returns 0, by which libFuzzer keeps inputs that
/// reach new code.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(Finding) {
        try target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError("\(target): \(error)")
    }
    return 0
}
