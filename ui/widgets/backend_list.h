// The backends of the table as the entries of a combo box: by kind, with what cannot run greyed and its reason beside
// it.
#pragma once

#include <QString>

#include "core/launch/configurations.h"

class QComboBox;

namespace mlplab {

/// Every backend, and with Teams::too every team by the name of its transport; an entry's data is its name. Kinds have
/// a heading of their own where there is more than one. Whether external programs can run is asked on a thread, for it
/// may start one: until then they are grey.
enum class Teams { too, not_here };
void fill_backend_list(QComboBox* box, Teams teams = Teams::too);
/// Lets every entry be chosen: what another machine can run is not known here.
void allow_every_backend(QComboBox* box);
/// Adds the backend where it is of no list but can be named, as a kernel of the user's own, with why it cannot run now.
void offer_backend(QComboBox* box, const std::string& name);
/// As QSettings know the folders of kernels that the page Workshop opened last.
inline constexpr const char* recent_kernels_key = "workshop/recent";
/// Those of them that can train, checked or not, by offer_backend().
void offer_recent_kernels(QComboBox* box);
/// The most workers that a backend has here; 1 where it cannot run, or is not known.
int most_workers_of(const std::string& backend);
/// 'CPU', 'GPU', 'Processes', 'External programs'
QString kind_title(ConfigurationKind kind);
/// One calm sentence on the kind's backends that cannot run here, '' where all can, or none is there.
QString why_kind_is_absent(ConfigurationKind kind);

}  // namespace mlplab
