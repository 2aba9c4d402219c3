#include "gesturesource.h"

#include <QGuiApplication>
#include <QQmlApplicationEngine>

int main(int argc, char *argv[]) {
    QGuiApplication application(argc, argv);
    qmlRegisterType<GestureSource>("Gestures", 1, 0, "GestureSource");
    QQmlApplicationEngine engine(QUrl("qrc:/main.qml"));
    return engine.rootObjects().isEmpty() ? 1 : application.exec();
}
