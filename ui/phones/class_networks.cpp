#include "ui/phones/class_networks.h"

#include <QHostAddress>
#include <QNetworkInterface>
#include <algorithm>

namespace mlplab {

std::vector<ClassNetwork> class_networks() {
  std::vector<ClassNetwork> networks;
  const auto wireless = [](const QNetworkInterface& one) { return one.type() == QNetworkInterface::Wifi; };
  QList<QNetworkInterface> interfaces = QNetworkInterface::allInterfaces();
  std::ranges::stable_partition(interfaces, wireless);
  for (const QNetworkInterface& one : interfaces) {
    const auto flags = one.flags();
    if (!flags.testFlag(QNetworkInterface::IsUp) || !flags.testFlag(QNetworkInterface::IsRunning)) continue;
    if (flags.testFlag(QNetworkInterface::IsLoopBack)) continue;
    for (const QNetworkAddressEntry& entry : one.addressEntries()) {
      const QHostAddress address = entry.ip();
      if (address.protocol() == QAbstractSocket::IPv4Protocol && !address.isLoopback())
        networks.push_back({address.toString(), one.name()});
    }
  }
  networks.push_back({QStringLiteral("127.0.0.1"), QStringLiteral("lo"), true});
  return networks;
}

}  // namespace mlplab
