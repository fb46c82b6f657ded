// The user's browser.
#pragma once

#include <string>

namespace sluice::apps {

// Opens a page in the browser of the desktop, if there is a desktop, and does not wait for it. Returns
// whether a browser was started. Any thread.
bool open_browser(const std::string& address);

}  // namespace sluice::apps
