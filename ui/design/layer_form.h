// The attributes of one layer as a form. It goes by the layer's JSON, so that a new kind has its form by itself; to
// give a member another label or place, see members_in_order() in layer_form.cpp.
#pragma once

#include <QWidget>
#include <memory>

#include "core/model/model_spec.h"
#include "ui/widgets/form.h"

class QVBoxLayout;

namespace mlplab {

class LayerForm : public QWidget {
  Q_OBJECT
 public:
  explicit LayerForm(QWidget* parent = nullptr);

  /// Layer `node` of `model`; where the form shows that layer's values already nothing happens, so that typing in it is
  /// not disturbed.
  void show_layer(const ModelSpec& model, int node);
  /// Nothing to edit.
  void clear();
  /// Its rows: 'name', 'inputs', and the members of the layer's JSON, as 'kernel'.
  const Form& form() const { return *form_; }

 Q_SIGNALS:
  /// The form's values; not sent while they cannot be read.
  void changed(int node, const mlplab::Node& layer);

 private:
  void build();
  QWidget* make_editor(const QString& member);
  void edited();
  /// Throws UsageError, its field the row.
  Node read() const;

  ModelSpec model_;
  int node_ = -1;
  QVBoxLayout* column_;
  QWidget* rows_ = nullptr;
  std::unique_ptr<Form> form_;
};

}  // namespace mlplab
