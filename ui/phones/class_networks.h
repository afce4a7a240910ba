// The networks of this machine that phones could be on: the teacher chooses one, and only its address is listened on.
#pragma once

#include <QString>
#include <vector>

namespace mlplab {

struct ClassNetwork {
  QString address;            // '192.168.1.5'
  QString interface_name;     // 'wlan0'
  bool this_machine = false;  // no phone reaches it: to try the class out

  bool operator==(const ClassNetwork&) const = default;
};

/// Addresses of IPv4, those of wireless interfaces first; this machine's own last.
std::vector<ClassNetwork> class_networks();

}  // namespace mlplab
