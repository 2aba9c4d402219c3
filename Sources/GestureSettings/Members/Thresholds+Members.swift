import TouchCore

extension Member<GestureDefinition> {
    /// A member for a threshold, of any kind: its table says what it takes and what it is about.
    init(_ threshold: Threshold<GestureDefinition>) {
        let form = ValueForm<ThresholdValue>.of(threshold.form)
        name = threshold.name
        read = { node, definition, problems in
            if let value = form.read(node, threshold.name, &problems) {
                threshold.set(value, &definition)
            }
        }
        account = { definition in
            let given = threshold.value(definition).map {
                MemberAccount.Value.given(form.write($0))
            }
            let missing = threshold.unset.map {
                MemberAccount.Value.missing($0.words, sample: form.write($0.sample))
            }
            return MemberAccount(
                name: threshold.name, value: given ?? missing ?? .given(""), range: form.range,
                about: threshold.help)
        }
    }
}

extension ValueForm<ThresholdValue> {
    /// How what a threshold takes is read from YAML, and written.
    static func of(_ form: ThresholdForm) -> Self {
        switch form {
        case .counts(let range): ValueForm<ClosedRange<Int>>.wholes(range).threshold
        case .length(let range): ValueForm<Double>.length(range).threshold
        case .duration(let range): ValueForm<Double>.measured(.time, range).threshold
        case .speed(let range): ValueForm<Double>.measured(.speed, range).threshold
        case .angle(let range): ValueForm<Double>.measured(.angle, range).threshold
        case .number(let range): ValueForm<Double>.number(range).threshold
        case .word(let words): ValueForm<String>.word(among: words).threshold
        case .words(let words, let least):
            ValueForm<[String]>.words(among: words, least: least).threshold
        }
    }
}

extension ValueForm<ClosedRange<Int>> {
    fileprivate var threshold: ValueForm<ThresholdValue> {
        map({ .counts($0) }, { if case .counts(let counts) = $0 { counts } else { 0...0 } })
    }
}

extension ValueForm<Double> {
    fileprivate var threshold: ValueForm<ThresholdValue> {
        map({ .number($0) }, { if case .number(let number) = $0 { number } else { 0 } })
    }
}

extension ValueForm<[String]> {
    fileprivate var threshold: ValueForm<ThresholdValue> {
        map({ .words($0) }, { if case .words(let words) = $0 { words } else { [] } })
    }
}

extension ValueForm<String> {
    fileprivate var threshold: ValueForm<ThresholdValue> {
        map({ .words([$0]) }, { if case .words(let words) = $0 { words.first ?? "" } else { "" } })
    }
}
