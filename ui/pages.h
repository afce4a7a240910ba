// The one list of pages, in the order of the navigation and of Ctrl+1, Ctrl+2… Ctrl+0
#pragma once

#include <filesystem>
#include <vector>

namespace mlplab {

class Page;
class RunData;
class RunSession;
class SetupPanel;
class StepWatch;

/// The objects that the window gives its pages.
struct PageParts {
  RunSession& training;
  RunData& data;     // of its current run
  StepWatch& steps;  // so are these
  SetupPanel& setup;
  std::filesystem::path sweeps_folder;
  std::filesystem::path resources;
  bool keeps = true;  // whether this window keeps what is one file for all windows
};

/// Without parents: the window takes them.
std::vector<Page*> make_pages(const PageParts& parts);

}  // namespace mlplab
