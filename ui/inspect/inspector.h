// Computes what the page Inspect shows, beside the window: loads the run's data and the weights of an epoch, has every
// image of a split predicted, and counts. While a run goes on it yields to it (core/machine/threads.h).
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>

#include "core/data/dataset.h"
#include "core/data/load.h"
#include "core/inspection/confusion.h"
#include "core/inspection/predictions.h"
#include "core/inspection/principal_plane.h"
#include "core/model/training_state.h"
#include "ui/widgets/background.h"

namespace mlplab {

enum class Split { test, validation, training };

const Examples& examples_of(const Dataset& data, Split split);
/// 'test images'
QString split_title(Split split);

/// The run, data and state to inspect.
struct InspectionSubject {
  int run = 0;  // its number in the window
  DataSpec data_spec;
  std::uint64_t seed = 1;
  std::string dataset_hash;                    // of the data that the run was trained with; '' where it is not known
  std::shared_ptr<const Dataset> data;         // (optional) null: loaded
  std::shared_ptr<const TrainingState> state;  // or
  std::filesystem::path state_file;            // where it lies, and of which epoch it must be
  int epoch = 0;
  Split split = Split::test;
  bool with_map = false;    // the hidden layer's values too
  bool beside_run = false;  // on one thread, which lets all other work go first; else on all there are
};

/// All of one moment.
struct Inspection {
  int run = 0;
  Split split = Split::test;
  std::shared_ptr<const Dataset> data;
  std::shared_ptr<const TrainingState> state;
  Predictions predictions;
  Confusion confusion;
  std::vector<ClassFigures> classes;
  std::vector<std::uint32_t> worst;  // wrong predictions, the worst first
  PrincipalPlane map;                // of predictions.hidden_values; empty where it was not wanted

  const Examples& examples() const { return examples_of(*data, split); }
};

class Inspector : public QObject {
  Q_OBJECT
 public:
  /// A map of more points is not read any better, and takes memory.
  static constexpr std::size_t most_mapped = 2000;

  explicit Inspector(std::filesystem::path resources, QObject* parent = nullptr);

  /// Replaces the inspection in progress. With `finish_first` that inspection still ends and is reported, so that
  /// results keep coming.
  void ask(const InspectionSubject& subject, bool finish_first = false);
  /// Ends the inspection in progress without reporting it.
  void stop();
  bool busy() const { return background_.busy() || beside_run_.busy(); }
  /// The newest; null before the first.
  const std::shared_ptr<const Inspection>& found() const { return found_; }
  /// And why it could not be computed.
  void forget_found() { found_.reset(), refused_.clear(); }
  /// Why the last could not be computed, and then nothing is found; '' where it could.
  const QString& refused() const { return refused_; }
  /// How much processor time of one thread the last predictions took, in seconds, and when they were there.
  double took_s() const { return took_s_; }
  const QElapsedTimer& since_found() const { return since_found_; }
  /// How many images of how many are predicted; 0 of 0 while data and weights are read.
  std::pair<std::size_t, std::size_t> progress() const;

 Q_SIGNALS:
  void changed();

 private:
  /// The last data set that was read, for both threads.
  struct Shelf {
    std::mutex mutex;
    std::shared_ptr<const Dataset> data;
    DataSpec spec;
    std::uint64_t seed = 0;
    /// Reads them where they are not there. Throws InputError.
    std::shared_ptr<const Dataset> take(const InspectionSubject& subject, const std::filesystem::path& resources);
  };
  struct Counter {
    std::atomic<std::size_t> done = 0, total = 0;
  };

  std::filesystem::path resources_;
  std::shared_ptr<const Inspection> found_;
  QString refused_;
  double took_s_ = 0.0;
  QElapsedTimer since_found_;
  std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
  std::shared_ptr<Counter> counter_ = std::make_shared<Counter>();
  bool yields_ = false;                 // of the second thread alone
  Background background_, beside_run_;  // the last members: they end before what their work looks at
};

}  // namespace mlplab
