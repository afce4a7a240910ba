#include "pages.h"

namespace host_check {

Page& page_of(std::uintptr_t address) {
  struct Recent {
    std::uintptr_t number = 0;
    Page* page = nullptr;
  };
  static auto* pages = new std::unordered_map<std::uintptr_t, std::unique_ptr<Page>>;
  static std::array<Recent, 64> recent;
  const std::uintptr_t number = address / page_bytes;
  Recent& kept = recent[number % recent.size()];
  if (kept.page != nullptr && kept.number == number) return *kept.page;
  std::unique_ptr<Page>& page = (*pages)[number];
  if (page == nullptr) page = std::make_unique<Page>();
  kept = {number, page.get()};
  return *page;
}

}  // namespace host_check
