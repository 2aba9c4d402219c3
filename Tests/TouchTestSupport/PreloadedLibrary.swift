/// A library of C in `Tests` that a program is started with (LD_PRELOAD).
///
/// It is compiled at its first use, because a product of the package would be visible to others.
enum PreloadedLibrary {
    /// The path of the library that counts allocations.
    static let mallocCounter = Result { try compiled("MallocCounter") }
    /// The path of the library that makes calls fail.
    static let faultInjector = Result { try compiled("FaultInjector") }

    /// The messages of a compiler that failed.
    struct Failure: Error {
        let errors: String
    }

    private static func compiled(_ name: String) throws -> String {
        let path = "\(BuiltFile.directory)/lib\(name).so"
        let script = BuiltDaemon.root + "Scripts/preloaded-library"
        let result = try RunningProgram(script, [name, path]).wait(seconds: 60)
        guard result.status == 0 else { throw Failure(errors: result.errors) }
        return path
    }
}
