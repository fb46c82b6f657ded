// The page of a batch as a browser takes it.
#include "tests/apps/report/browser.hpp"
#include "apps/report/page.hpp"
#include "tests/apps/report/made_report.hpp"
#include "tests/skip.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <iostream>

using namespace sluice;
using namespace sluice::apps;

namespace {

// Stands before all else: hears what goes wrong.
constexpr const char* listener = R"(<script>
window.faults = [];
addEventListener('error', (event) => faults.push(String(event.message)), true);
addEventListener('securitypolicyviolation', (event) => faults.push('asks for ' + event.blockedURI));
</script>)";

// Stands behind all else: uses the page as a person would and puts what it saw in its place.
constexpr const char* visitor = R"(<script>
(async () => {
  const at = (id) => document.getElementById(id);
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const rows = () => Array.from(at('files').tBodies[0].rows);
  const shown = () => rows().filter((row) => getComputedStyle(row).display !== 'none');
  const first = () => shown()[0].querySelector('bdi').textContent;
  const choose = (id, value, event) => { at(id).value = value; at(id).dispatchEvent(new Event(event)); };
  const saw = { faults };
  try {
    saw.rows = shown().length;
    saw.first = first();
    saw.lazy = getComputedStyle(rows()[0]).contentVisibility;
    saw.tools = getComputedStyle(at('tools')).display;
    choose('show', 'failed', 'change');
    saw.failed = shown().length;
    choose('show', '', 'change');
    choose('find', 'in/' + (saw.rows - 2) + ' ', 'input');
    await pause(300);
    saw.found = shown().length;
    saw.words = at('count').textContent;
    choose('find', '', 'input');
    await pause(300);
    choose('sort', 'name', 'change');
    saw.names = shown().slice(0, 3).map((row) => row.querySelector('bdi').textContent);
    choose('sort', 'slow', 'change');
    saw.slowest = first();
    choose('sort', '', 'change');
    saw.again = first();
    const image = document.querySelector('img');
    image.scrollIntoView();
    await image.decode();
    saw.image = [image.naturalWidth, image.naturalHeight, image.alt];
    saw.back = getComputedStyle(document.body).backgroundColor;
    saw.fetched = performance.getEntriesByType('resource').filter((one) => !one.name.startsWith('data:')).length;
    saw.labels = Array.from(document.querySelectorAll('input, select')).filter((one) => one.labels.length === 1).length;
  } catch (error) {
    faults.push(String(error));
  }
  const result = document.createElement('pre');
  result.id = 'saw';
  result.textContent = JSON.stringify(saw);
  document.body.replaceChildren(result);
})();
</script>)";

// Ends the names of all files: what would get out of a page that does not look after its names.
const std::string evil = " \"'><img src=x onerror=faults.push(1)><script>faults.push(2)</script>\n\xFF.png";
const std::string evil_shown =
    " \"'><img src=x onerror=faults.push(1)><script>faults.push(2)</script>\\x0a\\xff.png";

nlohmann::json visit(int files, const std::string& options = "") {
    const TemporaryFolder folder;
    Page page(folder / "report.html", {});
    FileReport report = made::report("");
    for (int i = 0; i < files; ++i) {
        const std::string name = "in/" + std::to_string(i) + evil;
        report.file.input = name;
        report.seconds.total = i == 7 ? 9 : 2;
        page.finished(i % 50 == 49 ? made::failed_report(name, "is broken" + evil) : report);
    }
    page.complete({});
    std::string text = bytes_of(folder / "report.html");
    text.insert(text.find("<title>"), listener);
    text.insert(text.rfind("</body>"), visitor);
    const auto visited = folder.put("visited.html", text);
    const auto begun = std::chrono::steady_clock::now();
    // A busy machine may have the browser end before the page's script has written what it saw.
    const std::string before = "<pre id=\"saw\">";
    std::string seen;
    for (int attempt = 0; attempt < 3 && seen.find(before) == std::string::npos; ++attempt)
        seen = document_in_browser(visited, options);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    REQUIRE_MESSAGE(!seen.empty(), "the browser failed");
    const std::size_t start = seen.find(before), end = seen.find("</pre>", start);
    REQUIRE(end != std::string::npos);
    std::string json = seen.substr(start + before.size(), end - start - before.size());
    for (const auto& [entity, sign] : {std::pair("&lt;", "<"), {"&gt;", ">"}, {"&amp;", "&"}})
        for (std::size_t at = json.find(entity); at != std::string::npos; at = json.find(entity))
            json.replace(at, std::string(entity).size(), sign);
    nlohmann::json saw = nlohmann::json::parse(json, nullptr, false);
    REQUIRE_FALSE(saw.is_discarded());
    saw["seconds"] = seconds;  // the clock of the page stands still while the page is busy
    return saw;
}

void check(const nlohmann::json& saw, int files) {
    CAPTURE(saw.dump());
    CHECK(saw.at("faults").empty());
    REQUIRE(saw.contains("labels"));
    CHECK(saw.at("rows") == files);
    CHECK(saw.at("first") == "in/49" + evil_shown);
    CHECK(saw.at("lazy") == "auto");
    CHECK(saw.at("tools") != "none");
    CHECK(saw.at("failed") == files / 50);
    CHECK(saw.at("found") == 1);
    CHECK(saw.at("words") == "1 of " + std::to_string(files) + " shown");
    CHECK(saw.at("names") == nlohmann::json({"in/0" + evil_shown, "in/1" + evil_shown, "in/2" + evil_shown}));
    CHECK(saw.at("slowest") == "in/7" + evil_shown);
    CHECK(saw.at("again") == saw.at("first"));
    CHECK(saw.at("image") == nlohmann::json({192, 96, "in/0" + evil_shown + " before"}));
    CHECK(saw.at("fetched") == 0);
    CHECK(saw.at("labels") == 3);
}

}  // namespace

TEST_CASE("a browser shows the page, finds and sorts, and asks for nothing from outside") {
    if (browser().empty()) return report_skip("there is no browser; ./dev setup --browser installs one");
    const nlohmann::json light = visit(100);
    check(light, 100);
    const nlohmann::json dark = visit(100, "--blink-settings=preferredColorScheme=0");
    check(dark, 100);
    CHECK(light.at("back") != dark.at("back"));
}

TEST_CASE("a page of 5000 files stays usable in a browser") {
    if (browser().empty()) return report_skip("there is no browser; ./dev setup --browser installs one");
    const nlohmann::json saw = visit(5000);
    check(saw, 5000);
    std::cout << "5000 files: opened, searched and sorted in " << saw.at("seconds") << " s" << std::endl;
    CHECK(saw.at("seconds") < 60);
}
