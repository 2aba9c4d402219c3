#pragma once
#include <QJsonObject>
#include <QLocalSocket>
#include <QTimer>
#include <QVariantMap>

/// The gestures of gestured, as a signal for each line of a gesture. Reconnects after a loss.
class GestureSource : public QObject {
    Q_OBJECT
    /// The socket; change it before the event loop runs.
    Q_PROPERTY(QString path MEMBER m_path)

  public:
    explicit GestureSource(QObject *parent = nullptr);

  signals:
    /// A line, by the names of the protocol. A gesture that was active when the connection was lost
    /// is reported as cancelled, with the reason "disconnected".
    void gesture(const QVariantMap &line);

  private:
    void read();
    void lose();

    QString m_path = qEnvironmentVariable("GESTURED_SOCKET", "/run/gestured/gestured.sock");
    QLocalSocket m_socket;
    QTimer m_pause;
    QHash<qint64, QVariantMap> m_alive;
};
