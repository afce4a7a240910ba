#include "ui/train/setup_faults.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/compute/backend_table.h"
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
  BackendOptions options = spec.options;
  Faults faults;
  while (true) {
    try {
      check_backend(find_backend(spec.backend), options);
      return faults;
    } catch (const UsageError& error) {
      add_fault(faults, error);
      const std::string option = error.field().substr(std::min(error.field().size(), std::string("options.").size()));
      if (error.field() == "workers" && options.workers != 0) {
        options.workers = 0;
      } else if (options.values.erase(option) == 0) {
        return faults;
      }
    } catch (const Error& error) {  // it does not run on this machine: its reason is longer than the closed list
      faults.emplace(QStringLiteral("backend"), QString::fromUtf8(error.what()));
      return faults;
    }
  }
}

}  // namespace mlplab
