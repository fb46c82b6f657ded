// The page of a batch: its text, its order, its size.
#include "apps/report/html.hpp"
#include "apps/report/link.hpp"
#include "apps/report/numbers.hpp"
#include "apps/report/page.hpp"
#include "apps/report/parts.hpp"
#include "apps/report/row.hpp"
#include "pipeline/core/error.hpp"
#include "tests/apps/program.hpp"
#include "tests/apps/report/made_report.hpp"
#include "tests/apps/xml.hpp"
#include "tests/sanitized.hpp"
#include "tests/skip.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>

using namespace sluice;
using namespace sluice::apps;

namespace {

// Of 1 1 3 7.
Table made_sums() {
    TableLayout layout;
    layout.channels = {"Y"};
    layout.fields = {{"count", FieldType::u32}, {"sum", FieldType::u64}, {"sum_sq", FieldType::u128}};
    Table table(layout);
    table.set("count", 0, 0, 0, 4);
    table.set("sum", 0, 0, 0, 12);
    table.set("sum_sq", 0, 0, 0, 60);
    return table;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

// Without what XML does not know: the document type, and the texts of style and script.
std::string as_xml(std::string page) {
    for (const auto& [from, to] :
         {std::pair("<!DOCTYPE", ">"), {"<style>", "</style>"}, {"<script>", "</script>"}}) {
        const std::size_t start = page.find(from), end = page.find(to, start);
        REQUIRE(end != std::string::npos);
        page.erase(start, end + std::string(to).size() - start);
    }
    const std::string data = ";base64,";  // what follows is long, and checked by browsers
    for (std::size_t at = page.find(data); at != std::string::npos; at = page.find(data, at + 1))
        page.erase(at + data.size(), page.find('"', at) - at - data.size());
    return page;
}

std::string page_of(const std::vector<FileReport>& reports, const Summary& summary = {}) {
    const TemporaryFolder folder;
    Page page(folder / "report.html", {{"pipeline", "load | \"x\" & y"}});
    for (const FileReport& report : reports) page.finished(report);
    CHECK(folder.files("").empty());  // nothing is there before all is
    page.complete(summary);
    CHECK(folder.files("") == std::vector<std::string>{"report.html"});
    return bytes_of(folder / "report.html");
}

}  // namespace

TEST_CASE("text from anywhere is made safe for HTML") {
    CHECK(html("a<b>&\"c'") == "a&lt;b&gt;&amp;&quot;c'");
    CHECK(html("two\nlines\t\x1b[0m\x7f") == "two\nlines\\x09\\x1b[0m\\x7f");
    CHECK(html("gr\xC3\xBC\xC3\x9F \xFF\xC0\xAF \xED\xA0\x80") ==
          "gr\xC3\xBC\xC3\x9F \\xff\\xc0\\xaf \\xed\\xa0\\x80");
    CHECK(html_name("a\n<b>\xFF.png") == "a\\x0a&lt;b&gt;\\xff.png");
}

TEST_CASE("a page is well formed, needs nothing from outside, and tells all of the run") {
    Summary summary;
    summary.done = 1, summary.failed = 1, summary.seconds = 2, summary.pixels = 1e6;
    summary.interrupted = true, summary.left = 7;
    summary.devices = {"a <device>"}, summary.lost = {"another is lost: it is gone"};
    FileReport failed = made::failed_report("in/bad.png", "is <broken>:\n\"quoted\" & more");
    FileReport skipped = made::failed_report("in/old.png", "is up to date");
    skipped.status = FileStatus::skipped;
    const std::string page = page_of({skipped, made::report("in/a.png"), failed}, summary);
    const std::string xml = as_xml(page);
    CHECK(xml_fault(xml) == "");
    for (const char* outside : {"http:", "https:", "//", "src=\"/", "@import", "url("})
        CHECK_MESSAGE(count(xml, outside) == 0, std::string(outside));
    CHECK(count(page, "<script") == 1);
    CHECK(count(page, "<link") == 0);
    CHECK(contains(page, "default-src 'none'"));
    for (const std::string part :
         {"<dt>device</dt><dd>a &lt;device&gt;</dd>", "<dt>lost</dt><dd>another is lost: it is gone</dd>",
          "<dd>load | &quot;x&quot; &amp; y</dd>", "<dd>1 done, 1 failed in 2.0 s, 0.5 MP/s</dd>",
          "<dd>7 files were not started</dd>", "is &lt;broken&gt;:\n&quot;quoted&quot; &amp; more",
          "1000 B read, 500 B written", "warning: its colour profile is lost",
          "<th scope=\"row\">sum_sq</th><td colspan=\"3\">36893488147419103232</td>",
          "<div>200x100 u8 x3, 1000\xC2\xA0"
          "B</div>",
          "<div>→ 500\xC2\xA0"
          "B</div>",
          "<th scope=\"row\">decode</th><td>250 ms</td>", "<th scope=\"row\">encode</th><td>1.0 s</td>",
          "<th scope=\"row\">waits</th><td>115 ms</td>", "alt=\"in/a.png before\"", "alt=\"in/a.png after\"",
          "aria-label=\"Histogram before, 0 to 255\"", "lang=\"en\"", "scope=\"col\""})
        CHECK_MESSAGE(contains(page, part), part);
    CHECK(contains(page, "<dt>interrupted</dt>"));
    summary.interrupted = false;
    CHECK(contains(page_of({failed}, summary), "<dt>stopped</dt><dd>7 files were not started</dd>"));
    CHECK(count(page, "data:image/jpeg;base64,/9j/") == 2);
    // Failures first, and last what there was nothing to do for.
    CHECK(page.find("in/bad.png") < page.find("in/a.png"));
    CHECK(page.find("in/a.png") < page.find("in/old.png"));
}

TEST_CASE("no name leaves its place") {
    const std::vector<std::string> names = {"</script><script>alert(1)</script>.png",
                                            "\" onerror=\"alert(1)\" x=\".png",
                                            "line\nbreak\r.png",
                                            "bytes\xFF\xFE.png",
                                            "<img src=x onerror=alert(1)>",
                                            "&lt;already&gt;.png",
                                            "<!--.png"};
    std::vector<FileReport> reports;
    for (const std::string& name : names) {
        reports.push_back(made::report(name));
        reports.push_back(made::failed_report(name, name));
        reports.back().warnings = {name};
    }
    const std::string page = page_of(reports);
    CHECK(xml_fault(as_xml(page)) == "");
    CHECK(count(page, "<script") == 1);
    CHECK(count(page, "<img ") == 2 * names.size());
    CHECK(contains(page, "line\\x0abreak\\x0d.png"));
    CHECK(contains(page, "bytes\\xff\\xfe.png"));
    CHECK(contains(page, "&amp;lt;already&amp;gt;.png"));
}

TEST_CASE("a row tells what people read: mean and deviation, layers, the range of a histogram") {
    FileReport report = made::report("a.tif");
    report.input->layers = report.output->layers = 4;
    TableLayout layout;
    layout.rows = 4;
    layout.channels = {"Y"};
    layout.fields = {{"count", FieldType::u32}, {"sum", FieldType::u64}, {"sum_sq", FieldType::u128}};
    Table table(layout);
    table.set("count", 0, 0, 0, 4);  // 1 1 3 7
    table.set("sum", 0, 0, 0, 12);
    table.set("sum_sq", 0, 0, 0, 60);
    report.tables = {{"normalize.stats", table}};
    report.after =
        std::make_shared<const Glimpse>(glimpse(HostImage(ImageFormat{3, 2, 1, Pixel::f32}).view()));
    const std::string row = report_row(report, 0, "");
    for (const std::string part :
         {"<div>layer 1 of 4</div><table class=\"numbers\"><tr><td></td><th scope=\"col\">Y</th></tr>"
          "<tr><th scope=\"row\">count</th><td>4</td></tr><tr><th scope=\"row\">mean</th><td>3</td></tr>"
          "<tr><th scope=\"row\">std</th><td>2.44949</td></tr></table>",
          "200x100 u8 x3 4 layers, 1000\xC2\xA0"
          "B</div>",
          "class=\"tiny\" width=\"30\" height=\"20\""})
        CHECK_MESSAGE(contains(row, part), part);
    // The range of a histogram, where it is not that of the format.
    CHECK(count(row, "<div>0 to 255</div>") == 0);
    CHECK(count(row, "<div>0 to 1</div>") == 1);
    FileReport smaller = made::report("a.jpg");
    smaller.shrink = 4;
    CHECK(contains(report_row(smaller, 0, ""),
                   "200x100 u8 x3, read 4 times smaller, 1000\xC2\xA0"
                   "B</div>"));
    const std::string words =
        "For images with several layers, the thumbnail and histogram show the first layer; there are numbers "
        "for each layer.";
    CHECK(contains(page_of({report}), words));
    CHECK_FALSE(contains(page_of({made::report("a.png")}), words));
    // Where doubles of the sums lose it all: 2^28 values, half of them 2^32 - 3 and half 2^32 - 1.
    table.set("count", 0, 0, 0, 268435456);
    table.set("sum", 0, 0, 0, 4294967294.0 * 268435456);
    table.set("sum_sq", 0, 0, 0, 0);
    const Int128 squares = (Int128{4294967294} * 4294967294 + 1) * 268435456;
    std::memcpy(table.data() + layout.offset(layout.fields[2]), &squares, sizeof squares);
    report.tables = {{"normalize.stats", table}};
    CHECK(contains(report_row(report, 0, ""), "<th scope=\"row\">std</th><td>1</td>"));
    // No pixel was counted.
    report.tables = {{"normalize.stats", Table(layout)}};
    CHECK(contains(report_row(report, 0, ""), "<th scope=\"row\">std</th><td></td>"));
}

TEST_CASE("what was measured and what it was normalized by stand in one table, each number once") {
    const auto table = [](const std::vector<std::string>& channels,
                          const std::vector<std::pair<std::string, double>>& values) {
        TableLayout layout;
        layout.channels = channels;
        for (const auto& [name, value] : values) layout.fields.push_back({name, FieldType::f32});
        Table table(layout);
        for (std::size_t c = 0; c < channels.size(); ++c)
            for (const auto& [name, value] : values)
                table.set(name, c, 0, 0, value + 100 * static_cast<double>(c));
        return table;
    };
    FileReport report = made::report("a.png");
    // Lines of the tables, without their tags.
    const auto lines = [&] {
        std::string text = numbers(report);
        for (const auto& [from, to] : {std::pair("</tr>", "\n"), {"</td>", " "}, {"</th>", " "}})
            for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from))
                text.replace(at, std::strlen(from), to);
        for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<'))
            text.erase(at, text.find('>', at) - at + 1);
        return text;
    };
    report.tables = {{"normalize.stats", table({"R", "G"}, {{"min", 3}, {"max", 90}})},
                     {"normalize.range", table({"R", "G"}, {{"low", 12.5}, {"high", 80}})}};
    CHECK(lines() == " R G \nlow 12.5 112.5 \nhigh 80 180 \nmin 3 103 \nmax 90 190 \n");
    // What low and high were taken from is not said again.
    report.tables["normalize.range"] = table({"R", "G"}, {{"low", 3}, {"high", 80}});
    CHECK(lines() == " R G \nlow = min 3 103 \nhigh 80 180 \nmax 90 190 \n");
    // One range for all channels, and the deviation that was used, not one more of what was measured.
    report.tables = {{"normalize.line", table({"joint"}, {{"mean", 3}, {"std", 2}})},
                     {"normalize.stats", made_sums()}};
    CHECK(lines() == " joint Y \nmean 3  \nstd 2  \ncount  4 \n");
    // Several nodes have their names, and a numbered one is no part of another.
    report.tables = {{"normalize.2.range", table({"joint"}, {{"low", 1}, {"high", 2}})},
                     {"reduce", table({"Y"}, {{"min", 1}})},
                     {"reduce.2", table({"Y"}, {{"min", 2}})}};
    CHECK(lines() == "normalize.2 joint \nlow 1 \nhigh 2 \nreduce Y \nmin 1 \nreduce.2 Y \nmin 2 \n");
}

TEST_CASE("thumbnails and names lead to the files, from the place of the page") {
    CHECK(link_to("/a/in/b c.png", "/a/out") == "../in/b%20c.png");
    CHECK(link_to("/a/in/\xFF#%?\"<&:.png", "/a") == "in/%FF%23%25%3F%22%3C%26%3A.png");
    CHECK(link_to("/a/./b/../c.png", "/a") == "c.png");
    CHECK(link_to("c.png", "") == "c.png");
    CHECK(link_to("../c.png", "") == "../c.png");
    CHECK(link_to("javascript:alert(1)", "") == "javascript%3Aalert%281%29");
    CHECK(link_to("-", "/a").empty());
    FileReport report = made::report("a&b.png");
    report.file.input = "/x/in/a&b.png";
    report.file.output = "/x/out/a&b.png";
    const std::string row = report_row(report, 0, "/x/pages");
    CHECK(count(row, "<a href=\"../in/a%26b.png\">") == 2);
    CHECK(count(row, "<a href=\"../out/a%26b.png\">") == 2);
    CHECK(contains(row, "<a href=\"../in/a%26b.png\"><img "));
    // Where there is no result nothing leads to it.
    report = made::failed_report("/x/in/bad.png", "is broken");
    report.file.output = "/x/out/bad.png";
    CHECK(count(report_row(report, 0, "/x"), "<a ") == 1);
}

TEST_CASE("names break behind their separators") {
    CHECK(html_breakable("in/a_b-c.d.png") == "in/<wbr/>a_<wbr/>b-<wbr/>c.<wbr/>d.png");
    CHECK(html_breakable("a&b/") == "a&amp;b/");
    CHECK(html_breakable("").empty());
    CHECK(html_breakable("plain") == "plain");
}

TEST_CASE("time is put where it went") {
    FileReport report = made::report("a.png");
    const PhaseSeconds seconds = phases_of(report);
    const PhaseSeconds expected{0.25, 0.5, 0.125, 1, 0.01, 0.115};
    for (std::size_t p = 0; p < phases; ++p) CHECK(seconds[p] == doctest::Approx(expected[p]));
    // One that could not be decoded spent its time on that.
    FileReport failed = made::failed_report("b.png", "bad");
    failed.seconds.total = 3;
    CHECK(phases_of(failed)[0] == 3);
    failed.input = report.input;  // one that the pipeline is not for
    CHECK(phases_of(failed)[0] == 3);
    // One that the device failed with, and one that could not be written.
    failed.seconds = {.decode = 0.5, .build = 0.25, .total = 3, .queued = 0.125};
    CHECK(phases_of(failed) == PhaseSeconds{0.5, 0.25, 2.125, 0, 0, 0.125});
    failed.seconds.device = 2;
    CHECK(phases_of(failed) == PhaseSeconds{0.5, 0.25, 2, 0.125, 0, 0.125});

    // A long run of many files: nothing is lost when columns are put together.
    Timeline timeline;
    double end = 2;
    for (int i = 0; i < 3000; ++i, end += 0.7) timeline.add(report, end);
    for (std::size_t p = 0; p < phases; ++p)
        CHECK(timeline.totals()[p] == doctest::Approx(3000 * expected[p]));
    const std::string chart = timeline.over_time();
    CHECK(xml_fault("<a>" + chart + "</a>") == "");
    CHECK(contains(chart, "over the 35 min 01 s of the run"));
    CHECK(count(chart, "<rect") > 5 * 64);
    CHECK(count(chart, "<rect") <= 6 * 128);
    // 2 s of each 0.7 s: nearly three files at a time.
    CHECK(contains(chart, "files at a time, by phase: at most 2.9"));
    const std::string all = timeline.in_all();
    CHECK(xml_fault("<a>" + all + "</a>") == "");
    CHECK(contains(all, "encode</th><td>50 min 00 s</td><td>50.0 %</td>"));
    CHECK(xml_fault("<a>" + Timeline().over_time() + Timeline().in_all() + "</a>") == "");
}

TEST_CASE("a page of 5000 files is written quickly and from disk") {
    const TemporaryFolder folder;
    const auto resident = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_maxrss;  // KiB, the highest ever
    };
    const FileReport template_report = made::report("in/0.png");
    const long before = resident();
    const auto begun = std::chrono::steady_clock::now();
    Page page(folder / "report.html", {});
    for (int i = 0; i < 5000; ++i) {
        FileReport report = i % 50 == 49 ? made::failed_report("", "is broken") : template_report;
        report.file.input = "in/" + std::to_string(i) + ".png";
        page.finished(report);
    }
    page.complete({});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    const auto bytes = std::filesystem::file_size(folder / "report.html");
    std::cout << "5000 files: " << static_cast<double>(bytes) / 1e6 << " MB in " << seconds << " s"
              << std::endl;
    CHECK(bytes < 100'000'000);
    CHECK(bytes > 5'000'000);
    if (counts_memory) CHECK(resident() - before < 16 * 1024);
    const std::string text = bytes_of(folder / "report.html");
    CHECK(count(text, "<tr role=\"row\" class=\"failed\"") == 100);
    CHECK(count(text, "<tr role=\"row\" class=\"done\"") == 4900);
    CHECK(text.rfind("class=\"failed\"") < text.find("class=\"done\""));
}

TEST_CASE("a page of very many files goes on in others, and failures are shown whenever they came") {
    const TemporaryFolder folder;
    Page page(folder / "report.html", {});
    for (int i = 0; i < 20100; ++i) {
        FileReport report;
        report.file.input = "in/" + std::to_string(i) + ".png";
        page.finished(i >= 20097 ? made::failed_report(report.file.input.string(), "is broken") : report);
    }
    page.complete({});
    std::size_t rows = 0;
    for (const char* name : {"report.html", "report.2.html", "report.3.html", "report.4.html"}) {
        const std::string text = bytes_of(folder / name);
        CHECK(xml_fault(as_xml(text)) == "");
        CHECK(contains(text, "20000 of 20100 files are shown"));
        CHECK(count(text, "<tr role=\"row\" class=\"failed\"") == (rows == 0 ? 3 : 0));
        rows += count(text, "<tr role=\"row\" class=");
    }
    CHECK(rows == 20000);
    CHECK(contains(bytes_of(folder / "report.html"), "<a href=\"report.4.html\">4</a>"));
    CHECK(folder.files(".").size() == 4);
}

TEST_CASE("a page that cannot be written is an error that names it, and nothing is left") {
    CHECK_THROWS_WITH_AS(Page("/nowhere/r.html", {}),
                         "/nowhere/r.html: the report cannot be written: No such file or directory", Error);
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "r.html");
    CHECK_THROWS_WITH_AS(
        Page(folder / "r.html", {}),
        ((folder / "r.html").string() + ": the report cannot be written: it is a folder").c_str(), Error);
    { Page page(folder / "never.html", {}); }
    CHECK(folder.files("").empty());
}

TEST_CASE("a page takes the place of what a link leads to, and never that of a device or a pipe") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "far");
    std::filesystem::create_symlink("far/real.html", folder / "link.html");
    for (int i = 0; i < 2; ++i) {
        Page page(folder / "link.html", {});
        page.finished(made::report("a.png"));
        page.complete({});
        CHECK(std::filesystem::is_symlink(folder / "link.html"));
        CHECK(bytes_of(folder / "far/real.html").ends_with("</html>\n"));
        CHECK(folder.files("far") == std::vector<std::string>{"real.html"});
    }
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK_THROWS_WITH_AS(
        Page(folder / "pipe", {}),
        ((folder / "pipe").string() + ": the report cannot be written: it is no regular file").c_str(),
        Error);
    CHECK_THROWS_AS(Page("/dev/null", {}), Error);
    std::filesystem::create_symlink("round.html", folder / "round.html");
    CHECK_THROWS_WITH_AS(
        Page(folder / "round.html", {}),
        ((folder / "round.html").string() + ": the report: it cannot be written: it is a circular link")
            .c_str(),
        Error);
}

TEST_CASE("a page that the disk has no room for leaves the old one, and the run goes on") {
    const TemporaryFolder folder;
    folder.put("r.html", std::string("old"));
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto old_action = std::signal(SIGXFSZ, SIG_IGN);
    Page page(folder / "r.html", {});
    const rlimit small{100'000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    std::string said;
    try {
        for (int i = 0; i < 100; ++i) page.finished(made::report("a.png"));
        page.complete({});
    } catch (const Error& error) {
        said = error.what();
    }
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, old_action);
    CHECK(said == (folder / "r.html").string() + ": the report cannot be written: File too large");
    CHECK(folder.files("") == std::vector<std::string>{"r.html"});
    CHECK(bytes_of(folder / "r.html") == "old");
}

TEST_CASE("the script of the page is JavaScript and stays in its element") {
    CHECK_FALSE(contains(std::string(page_script), "</"));
    CHECK_FALSE(contains(std::string(page_script), "<!--"));
    CHECK_FALSE(contains(std::string(page_style), "</"));
    CHECK_FALSE(contains(std::string(page_style), "url("));
    if (std::system("node --version >/dev/null 2>&1") != 0)
        return report_skip("there is no node to parse it");
    const TemporaryFolder folder;
    const std::string path = folder.put("page.js", std::string(page_script)).string();
    CHECK(std::system(("node --check '" + path + "'").c_str()) == 0);
}
