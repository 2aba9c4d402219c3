// A package that depends on this one with `traits: []` has no swift-system: the compiler would state that a module is
// missing, and not why.
#if !canImport(SystemPackage)
    #error("this product of gestured needs the trait Daemon: depend on it without traits: []")
#endif
