// Looks into a data set off the UI thread: how large its images are, how many classes and examples it has.
#pragma once

#include <QObject>
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/load.h"
#include "core/model/layers/tensor.h"
#include "ui/widgets/background.h"

namespace mlplab {

struct DataShape {
  int inputs = 784;
  int classes = 10;
  std::size_t train_in_source = 60000;
  std::string error;  // why it could not be read
  std::vector<std::string> notes;
  Shape image = {1, 28, 28};
};

class DataProbe : public QObject {
  Q_OBJECT
 public:
  explicit DataProbe(std::filesystem::path resources, QObject* parent = nullptr);
  /// Answers with found() later; a newer request replaces an older one's answer.
  void ask(const DataSpec& data);

 Q_SIGNALS:
  void found(const mlplab::DataSpec& data, const mlplab::DataShape& shape);

 private:
  std::filesystem::path resources_;
  Background background_;  // the last member: it ends before what its work tells
};

}  // namespace mlplab
