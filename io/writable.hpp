// Whether results of long work could be written, before it is begun.
#pragma once

#include <string>

namespace sluice {

// Throws Error(usage) when a file could not be written there, since there is no folder for it, or one that
// may not be written to, or since it would replace a picture. "-" is stdout.
void expect_writable(const std::string& path);
// Throws Error(usage) when there is a picture at that path: text takes the place of no picture.
void expect_no_picture(const std::string& path);
// The same of a folder that will be made where it is missing.
void expect_writable_folder(const std::string& path);

}  // namespace sluice
