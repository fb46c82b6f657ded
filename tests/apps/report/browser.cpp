#include "tests/apps/report/browser.hpp"

#include "tests/temporary_folder.hpp"

#include <cstdlib>

std::string browser() {
    if (const char* named = std::getenv("SLUICE_BROWSER")) return named;
    for (const std::string name :
         {"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"})
        if (std::system(("command -v " + name + " >/dev/null").c_str()) == 0) return name;
    return "";
}

std::string document_in_browser(const std::filesystem::path& page, const std::string& options) {
    const TemporaryFolder folder;
    // Time is the browser's own: it goes on as soon as there is nothing to do. Tests may run as root, where
    // Chromium needs to be told that it has no sandbox.
    const std::string command = "timeout 240 '" + browser() +
                                "' --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
                                "--virtual-time-budget=20000 --user-data-dir='" +
                                (folder / "profile").string() + "' " + options + " --dump-dom 'file://" +
                                page.string() + "' >'" + (folder / "out").string() + "' 2>'" +
                                (folder / "err").string() + "'";
    return std::system(command.c_str()) == 0 ? bytes_of(folder / "out") : "";
}
