// Prints each gesture as JSON, for gestured-judge.
#include "gesturesource.h"
#include <QCoreApplication>
#include <QJsonDocument>
#include <cstdio>

int main(int argc, char *argv[]) {
    QCoreApplication application(argc, argv);
    GestureSource source;
    QObject::connect(&source, &GestureSource::gesture, [](const QVariantMap &line) {
        std::puts(QJsonDocument(QJsonObject::fromVariantMap(line))
                      .toJson(QJsonDocument::Compact)
                      .constData());
        std::fflush(stdout);
    });
    return application.exec();
}
