// A browser without a window, where there is one: ./dev setup --browser installs it.
#pragma once

#include <filesystem>
#include <string>

// Its program, or "": that of SLUICE_BROWSER, else a Chromium from the PATH.
std::string browser();

// Opens a page and returns the document as it is when nothing happens any more, as HTML. "" when the browser
// fails.
std::string document_in_browser(const std::filesystem::path& page, const std::string& options = "");
