/// The greater of two numbers, neither of them NaN: one instruction, where `max` takes four to find
/// out which of two equal ones it is.
@inline(__always)
func greater(_ one: Double, _ other: Double) -> Double { one > other ? one : other }

/// The lesser of two numbers, neither of them NaN.
@inline(__always)
func lesser(_ one: Double, _ other: Double) -> Double { one < other ? one : other }
