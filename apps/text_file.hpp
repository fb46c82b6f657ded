// Results that go to a file of the user's choice.
#pragma once

#include <string>

namespace sluice::apps {

// `path` "-" is stdout; else the file appears complete or not at all. Throws Error(input, path).
void write_text(const std::string& path, const std::string& text);

// For results of long work: throws Error(usage) now when they could not be written then, since there is no
// folder for the file, or one that may not be written to, or since they would replace a picture. "-" is
// stdout.
void expect_writable(const std::string& path);
// Throws Error(usage) when there is a picture at that path: text takes the place of no picture.
void expect_no_picture(const std::string& path);
// The same of a folder that will be made where it is missing.
void expect_writable_folder(const std::string& path);

}  // namespace sluice::apps
