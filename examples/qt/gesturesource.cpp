#include "gesturesource.h"

#include <QJsonDocument>

GestureSource::GestureSource(QObject *parent) : QObject(parent) {
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, [this] { m_socket.connectToServer(m_path); });
    connect(&m_socket, &QLocalSocket::readyRead, this, &GestureSource::read);
    // Handles a connection that was lost, and one that could not be made.
    connect(&m_socket, &QLocalSocket::stateChanged, this,
            [this](QLocalSocket::LocalSocketState state) {
                if (state == QLocalSocket::UnconnectedState)
                    lose();
            });
    m_pause.start(0);
}

void GestureSource::read() {
    while (m_socket.canReadLine()) {
        const QVariantMap line =
            QJsonDocument::fromJson(m_socket.readLine()).object().toVariantMap();
        if (line["type"] != "gesture")
            continue; // Later versions send more: what is not known is passed over.
        const bool isEnd = line["phase"] == "ended" || line["phase"] == "cancelled";
        if (isEnd)
            m_alive.remove(line["id"].toLongLong());
        else
            m_alive[line["id"].toLongLong()] = line;
        emit gesture(line);
    }
}

void GestureSource::lose() {
    for (QVariantMap line : qExchange(m_alive, {})) {
        line["phase"] = "cancelled";
        line["reason"] = "disconnected";
        emit gesture(line);
    }
    m_pause.start(1000);
}
