import QtQuick 2.15
import QtQuick.Window 2.15
import Gestures 1.0

Window {
    visible: true
    visibility: Window.FullScreen

    Rectangle {
        id: card
        property real lastScale: 1
        anchors.centerIn: parent
        width: 300; height: 200; color: "steelblue"
    }

    Text { id: feedback; text: "Touch the screen." }

    GestureSource {
        onGesture: (line) => {
            if (line.gesture === "magnify")
                card.scale = line.phase === "cancelled" ? card.lastScale
                                                        : card.lastScale * line.scale
            if (line.phase === "ended") {
                card.lastScale = card.scale
                feedback.text = line.name + " " + (line.direction || "")
                console.log(line.name, line.direction || line.count || "")
            }
        }
    }
}
