import Glibc

/// The names in `directory`, in no order that means anything; none where it cannot be read.
func entries(of directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(
                to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)
            ) { String(cString: $0) }
        }
        names.append(name)
    }
    return names
}

/// Where `path` leads once every link is followed (realpath(3)); `nil` where nothing is there.
func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}
