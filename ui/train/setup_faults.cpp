#include "ui/train/setup_faults.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/launch/configurations.h"
#include "ui/train/setup_panel.h"

namespace mlplab {

Faults faults_of_members(const RunSpec& spec) {
  nlohmann::json members = spec;
  const nlohmann::json sound = SetupPanel::default_spec();
  Faults faults;
  while (true) {
    try {
      (void)members.get<RunSpec>();
      return faults;
    } catch (const UsageError& error) {
      std::string path = "/" + error.field();
      std::ranges::replace(path, '.', '/');
      const nlohmann::json::json_pointer member(path);
      const bool known = faults.contains(QString::fromStdString(error.field()));
      add_fault(faults, error);
      if (known || !sound.contains(member)) return faults;
      members[member] = sound[member];
    }
  }
}

Faults faults_of_backend(const RunSpec& spec) {
  Configuration configuration = configuration_of(spec);
  Faults faults;
  while (true) {
    try {
      RunSpec asked = spec;
      set_configuration(asked, configuration);
      check_configuration(asked);
      return faults;
    } catch (const UsageError& error) {
      add_fault(faults, error);
      const std::string option = error.field().substr(std::min(error.field().size(), std::string("options.").size()));
      if (error.field() == "workers" && configuration.workers != 0) {
        configuration.workers = 0;
      } else if (configuration.options.erase(option) == 0) {
        return faults;
      }
    } catch (const Error& error) {  // it does not run on this machine: its reason is longer than the closed list
      faults.emplace(QStringLiteral("backend"), QString::fromUtf8(error.what()));
      return faults;
    }
  }
}

}  // namespace mlplab
