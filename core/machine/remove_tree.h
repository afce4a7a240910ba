// Removing a folder with everything in it, by system calls alone: the supervisor does it after fork().
#pragma once

namespace mlplab {

/// Files that cannot be removed stay. Follows no links; allocates nothing.
void remove_tree(const char* path);

}  // namespace mlplab
