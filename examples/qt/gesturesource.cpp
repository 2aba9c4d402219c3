#include "gesturesource.h"

#include <QJsonDocument>

GestureSource::GestureSource(QObject *parent) : QObject(parent) {
    m_retryTimer.setSingleShot(true);
    connect(&m_retryTimer, &QTimer::timeout, this, [this] { m_socket.connectToServer(m_path); });
    connect(&m_socket, &QLocalSocket::readyRead, this, &GestureSource::read);
    // Called for a lost connection, and for one that could not be made.
    connect(&m_socket, &QLocalSocket::stateChanged, this,
            [this](QLocalSocket::LocalSocketState state) {
                if (state == QLocalSocket::UnconnectedState)
                    handleLoss();
            });
    m_retryTimer.start(0);
}

void GestureSource::read() {
    while (m_socket.canReadLine()) {
        const QVariantMap line =
            QJsonDocument::fromJson(m_socket.readLine()).object().toVariantMap();
        if (line["type"] != "gesture")
            continue; // Later versions send more: unknown lines are ignored.
        const bool isEnd = line["phase"] == "ended" || line["phase"] == "cancelled";
        if (isEnd)
            m_active.remove(line["id"].toLongLong());
        else
            m_active[line["id"].toLongLong()] = line;
        emit gesture(line);
    }
}

void GestureSource::handleLoss() {
    for (QVariantMap line : qExchange(m_active, {})) {
        line["phase"] = "cancelled";
        line["reason"] = "disconnected";
        emit gesture(line);
    }
    m_retryTimer.start(1000);
}
