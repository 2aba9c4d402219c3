/// Which gestures receive fingers: those of a view, or those of its subviews.
public struct GestureMask: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Neither.
    public static let none = GestureMask([])
    /// Only the gesture that is added; the gestures inside of it receive no fingers.
    public static let gesture = GestureMask(rawValue: 1)
    /// Only the gestures inside: those of the subviews, and those that the view had before.
    public static let subviews = GestureMask(rawValue: 2)
    /// Both.
    public static let all: GestureMask = [.gesture, .subviews]
}

/// A gesture of a view, which can be switched off and removed at run time.
@MainActor
public final class GestureAttachment {
    /// How it competes with gestures elsewhere.
    public enum Priority: Sendable {
        /// The gestures inside precede it.
        case normal
        /// It precedes the gestures inside.
        case high
        /// It continues beside all others.
        case simultaneous
    }

    /// Which gestures receive fingers that land from now on; without `.gesture` a gesture that has
    /// begun is cancelled.
    public var mask: GestureMask {
        didSet { cancelUnlessEffective() }
    }
    /// Whether it receives fingers. If not, only the gestures inside do, and a gesture that has
    /// begun is cancelled.
    public var isEnabled = true {
        didSet { cancelUnlessEffective() }
    }

    let recognizer: UIGestureRecognizer
    let priority: Priority
    private weak var view: UIView?

    init(
        _ recognizer: UIGestureRecognizer, to view: UIView, _ priority: Priority,
        mask: GestureMask = .all
    ) {
        self.recognizer = recognizer
        self.priority = priority
        self.mask = mask
        self.view = view
    }

    /// The mask that applies now.
    var effectiveMask: GestureMask { isEnabled ? mask : .subviews }

    private func cancelUnlessEffective() {
        if !effectiveMask.contains(.gesture) { view?.window?.cancel(recognizer) }
    }

    /// Removes it; a gesture that has begun is cancelled.
    public func remove() {
        guard let view else { return }
        view.window?.cancel(recognizer)
        view.attachments.removeAll { $0 === self }
        recognizer.view = nil
        self.view = nil
    }
}

extension UIView {
    /// Its recognisers, except those of gestures with the API of SwiftUI; `nil` if there are none.
    ///
    /// Setting it removes those that are not in the list, and adds the others.
    public var gestureRecognizers: [UIGestureRecognizer]? {
        get {
            let own = attachments.map(\.recognizer).filter { !$0.isPrivate }
            return own.isEmpty ? nil : own
        }
        set {
            let (old, new) = (gestureRecognizers ?? [], newValue ?? [])
            for recognizer in old where !new.contains(recognizer) {
                removeGestureRecognizer(recognizer)
            }
            for recognizer in new where !old.contains(recognizer) {
                addGestureRecognizer(recognizer)
            }
            var ordered = new.compactMap { each in attachments.first { $0.recognizer === each } }
                .makeIterator()
            attachments = attachments.map { $0.recognizer.isPrivate ? $0 : ordered.next() ?? $0 }
        }
    }

    /// Adds a recogniser, which is removed from its present view.
    public func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
        recognizer.view?.removeGestureRecognizer(recognizer)
        attach(recognizer, .normal)
    }

    /// Removes a recogniser; one that has begun is cancelled.
    public func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
        attachments.first { $0.recognizer === recognizer }?.remove()
    }

    /// Adds a gesture at run time; the returned object switches it off and removes it.
    ///
    /// - Parameters:
    ///   - gesture: the gesture to recognise.
    ///   - priority: `.high` as with `highPriorityGesture`, `.simultaneous` as with
    ///     `simultaneousGesture`.
    ///   - mask: whether it, and the gestures inside, receive fingers.
    @discardableResult
    public func addGesture(
        _ gesture: some Gesture, priority: GestureAttachment.Priority = .normal,
        including mask: GestureMask = .all
    ) -> GestureAttachment {
        attach(AttachedRecognizer(gesture.node), priority, mask)
    }

    /// The position of a recogniser among those of the view.
    func index(of recognizer: UIGestureRecognizer) -> Int? {
        for (index, attachment) in attachments.enumerated()
        where attachment.recognizer === recognizer { return index }
        return nil
    }

    @discardableResult
    func attach(
        _ recognizer: UIGestureRecognizer, _ priority: GestureAttachment.Priority,
        _ mask: GestureMask = .all
    ) -> GestureAttachment {
        let attachment = GestureAttachment(recognizer, to: self, priority, mask: mask)
        recognizer.view = self
        recognizer.isSimultaneous = priority == .simultaneous
        recognizer.isHighPriority = priority == .high
        attachments.append(attachment)
        return attachment
    }
}
