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
    /// A line: its members by their names in the protocol. A gesture that was active when the
    /// connection was lost is reported as cancelled, with the reason "disconnected".
    void gesture(const QVariantMap &line);

  private:
    void read();
    void handleLoss();

    QString m_path = qEnvironmentVariable("GESTURED_SOCKET", "/run/gestured/gestured.sock");
    QLocalSocket m_socket;
    QTimer m_retryTimer;
    QHash<qint64, QVariantMap> m_active;
};
