/// A recogniser of UIKit's that is added to a view like a gesture.
@MainActor @preconcurrency
public protocol UIGestureRecognizerRepresentable {
    /// The class of the recogniser.
    associatedtype UIGestureRecognizerType: UIGestureRecognizer
    /// An object of the program, for example the delegate; `Void` if there is none.
    associatedtype Coordinator = Void

    /// The argument of the methods.
    typealias Context = UIGestureRecognizerRepresentableContext<Self>
    /// Converts positions to spaces of the view.
    typealias CoordinateSpaceConverter = UIGestureRecognizerRepresentableCoordinateSpaceConverter

    /// Makes the recogniser; called once, when it is added.
    func makeUIGestureRecognizer(context: Context) -> UIGestureRecognizerType

    /// Changes the recogniser; called once, after it was made.
    func updateUIGestureRecognizer(_ recognizer: UIGestureRecognizerType, context: Context)

    /// Called at each state of the recogniser.
    func handleUIGestureRecognizerAction(_ recognizer: UIGestureRecognizerType, context: Context)

    /// Makes the coordinator; called before the recogniser is made.
    func makeCoordinator(converter: CoordinateSpaceConverter) -> Coordinator
}

extension UIGestureRecognizerRepresentable {
    public func updateUIGestureRecognizer(
        _ recognizer: UIGestureRecognizerType, context: Context
    ) {}

    public func handleUIGestureRecognizerAction(
        _ recognizer: UIGestureRecognizerType, context: Context
    ) {}
}

extension UIGestureRecognizerRepresentable where Coordinator == Void {
    public func makeCoordinator(converter: CoordinateSpaceConverter) {}
}

/// What the methods of a representable receive.
@MainActor
public struct UIGestureRecognizerRepresentableContext<
    Representable: UIGestureRecognizerRepresentable
> {
    /// The object that `makeCoordinator` returned.
    public let coordinator: Representable.Coordinator
    /// Converts positions of the recogniser.
    public let converter: UIGestureRecognizerRepresentableCoordinateSpaceConverter
}

/// Gives positions of a recogniser in spaces of its view.
@MainActor
public final class UIGestureRecognizerRepresentableCoordinateSpaceConverter {
    fileprivate weak var recognizer: UIGestureRecognizer?

    /// The position of the recogniser in its view.
    public var localLocation: CGPoint { location(in: .local) }

    /// The translation of a pan; `nil` for other recognisers.
    public var localTranslation: CGPoint? {
        (recognizer as? UIPanGestureRecognizer)?.translation(in: recognizer?.view)
    }

    /// The velocity of a pan, in points a second; `nil` for other recognisers.
    public var localVelocity: CGPoint? {
        (recognizer as? UIPanGestureRecognizer)?.velocity(in: recognizer?.view)
    }

    /// The position of the recogniser in a space.
    public func location(in space: some CoordinateSpaceProtocol) -> CGPoint {
        convert(globalPoint: recognizer?.location(in: nil) ?? .zero, to: space)
    }

    /// A position of the window in a space.
    public func convert(globalPoint: CGPoint, to space: some CoordinateSpaceProtocol) -> CGPoint {
        recognizer?.view?.view(of: space.coordinateSpace)?.fromWindow(globalPoint) ?? globalPoint
    }
}

extension View {
    /// Adds a recogniser with the API of UIKit, which the view keeps with its coordinator.
    @discardableResult
    public func gesture<T: UIGestureRecognizerRepresentable>(_ representable: T) -> some View {
        let converter = T.CoordinateSpaceConverter()
        let context = T.Context(
            coordinator: representable.makeCoordinator(converter: converter), converter: converter)
        let recognizer = representable.makeUIGestureRecognizer(context: context)
        converter.recognizer = recognizer
        recognizer.insert { sender in
            guard let sender = sender as? T.UIGestureRecognizerType else { return }
            representable.handleUIGestureRecognizerAction(sender, context: context)
        }
        touchView.addGestureRecognizer(recognizer)
        representable.updateUIGestureRecognizer(recognizer, context: context)
        return self
    }
}
