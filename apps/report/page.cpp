#include "apps/report/page.hpp"

#include "apps/batch/text.hpp"
#include "apps/report/html.hpp"
#include "apps/report/link.hpp"
#include "apps/report/parts.hpp"
#include "apps/report/row.hpp"
#include "pipeline/batch/glimpse.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "pipeline/files/temporary_file.hpp"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <system_error>

namespace sluice::apps {
namespace {

namespace fs = std::filesystem;

Error cannot(const fs::path& path, const std::string& why) {
    return {Error::Kind::input, path.string(), "the report cannot be written: " + why};
}

// What a link leads to is replaced, not the link; a device or a pipe is left alone.
fs::path place_of(const fs::path& path) {
    try {
        fs::path place = end_of_links(path);
        std::error_code fault;
        const fs::file_status there = fs::status(place, fault);
        if (fs::is_directory(there)) throw cannot(path, "it is a folder");
        if (fs::exists(there) && !fs::is_regular_file(there)) throw cannot(path, "it is no regular file");
        return place;
    } catch (const Error& error) {
        if (!error.where().empty()) throw;
        throw Error(Error::Kind::input, path.string(), "the report: " + error.message());
    }
}

Spool spool_beside(const fs::path& path) {
    try {
        return Spool(path.parent_path());
    } catch (const std::system_error& error) {
        throw cannot(path, error.code().message());
    }
}

// What a browser takes well, and what people look through.
constexpr std::size_t rows_of_page = 5000, most_rows_shown = 4 * rows_of_page;

std::string fact(const std::string& name, const std::string& value) {
    return "<dt>" + html(name) + "</dt><dd>" + html(value) + "</dd>\n";
}

// Beside what is in the page itself nothing is ever loaded, whatever is in a name.
constexpr std::string_view before_style =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
    "<meta name=\"color-scheme\" content=\"light dark\"/>\n";

constexpr std::string_view tools =
    "<form id=\"tools\" hidden=\"hidden\"><label>Find <input id=\"find\" type=\"search\" "
    "placeholder=\"name, reason, warning\"/></label>\n<label>Show <select id=\"show\">"
    "<option value=\"\">all</option><option value=\"warned\">with "
    "warnings</option></select></label>\n<label>Sort by <select id=\"sort\"><option value=\"\">failures "
    "first</option>"
    "<option value=\"name\">name</option>"
    "<option value=\"slow\">time, slowest first</option><option value=\"fast\">time, fastest first</option>"
    "<option value=\"order\">when it was finished</option></select></label>\n"
    "<output id=\"count\" aria-live=\"polite\"></output></form>\n";

constexpr std::string_view table_head =
    "<table id=\"files\" role=\"table\" aria-label=\"Files\">\n<thead role=\"rowgroup\"><tr role=\"row\">"
    "<th role=\"columnheader\" scope=\"col\">file</th><th role=\"columnheader\" scope=\"col\">status</th>"
    "<th role=\"columnheader\" scope=\"col\">before</th><th role=\"columnheader\" scope=\"col\">after</th>"
    "<th role=\"columnheader\" scope=\"col\">numbers</th><th role=\"columnheader\" scope=\"col\">size</th>"
    "<th role=\"columnheader\" scope=\"col\">time</th></tr></thead>\n<tbody role=\"rowgroup\">\n";

}  // namespace

Page::Page(fs::path path, std::vector<std::pair<std::string, std::string>> facts)
    : folder_(path.parent_path()),
      path_(place_of(path)),
      facts_(std::move(facts)),
      failed_(spool_beside(path_)),
      done_(spool_beside(path_)),
      skipped_(spool_beside(path_)) {}

Spool& Page::rows_of(FileStatus status) {
    switch (status) {
        case FileStatus::failed: return failed_;
        case FileStatus::done: return done_;
        case FileStatus::skipped: break;
    }
    return skipped_;
}

void Page::finished(const FileReport& report) {
    if (!fault_.empty()) return;
    try {
        timeline_.add(report, std::chrono::duration<double>(Clock::now() - begun_).count());
        if (Spool& rows = rows_of(report.status); rows.size() < most_rows_shown)
            rows.put(report_row(report, files_, folder_));
        ++files_;
        warnings_ += report.warnings.size();
        if (report.input && report.input->layers > 1) layers_ = true;
        if (report.before) every_pixel_ = every_pixel_ && report.before->every_pixel;
        if (report.status == FileStatus::done) {
            bytes_read_ += report.file.bytes;
            bytes_written_ += report.output_bytes;
        }
    } catch (const std::system_error& error) {
        fault_ = error.code().message();
    } catch (const std::exception& error) {
        fault_ = error.what();
    }
}

std::string Page::head(const Summary& summary) const {
    std::string text(before_style);
    text += "<title>sluice batch: " + std::to_string(files_) + " files</title>\n<style>" +
            std::string(page_style) + "</style></head>\n<body><header><h1>sluice batch</h1>\n<dl>\n";
    for (const auto& [name, value] : facts_) text += fact(name, value);
    if (!summary.devices.empty()) text += fact("device", listed(summary.devices));
    for (const std::string& lost : summary.lost) text += fact("lost", lost);
    Summary result = summary;  // the rest of it has lines of its own
    result.devices.clear();
    result.left = 0;
    text += fact("result", summary_line(result));
    if (bytes_read_ > 0)
        text += fact("bytes", byte_count(bytes_read_) + " read, " + byte_count(bytes_written_) + " written");
    if (warnings_ > 0) text += fact("warnings", std::to_string(warnings_));
    if (summary.left > 0)
        text += fact(what_left_files(summary), std::to_string(summary.left) + " files were not started");
    text += "</dl></header>\n<main><section><h2>Where the time went</h2>\n" + timeline_.over_time() +
            timeline_.in_all() + "</section>\n<section><h2>Files</h2>\n";
    if (!every_pixel_)
        text +=
            "<p>Thumbnails and histograms of large images use a sample of evenly spaced pixels; the numbers "
            "are computed from all pixels.</p>\n";
    if (layers_)
        text +=
            "<p>For images with several layers, the thumbnail and histogram show the first layer; there are "
            "numbers for each layer.</p>\n";
    return text + links(1) + std::string(tools) + std::string(table_head);
}

std::size_t Page::shown() const {
    return std::min(failed_.size() + done_.size() + skipped_.size(), most_rows_shown);
}
std::size_t Page::pages() const {
    return std::max<std::size_t>(1, (shown() + rows_of_page - 1) / rows_of_page);
}

fs::path Page::path_of(std::size_t number) const {
    if (number == 1) return path_;
    return path_.parent_path() /
           (path_.stem().string() + "." + std::to_string(number) + path_.extension().string());
}

// Says which files are not shown, and leads to the other pages.
std::string Page::links(std::size_t number) const {
    std::string text;
    if (shown() < files_)
        text += "<p>" + std::to_string(shown()) + " of " + std::to_string(files_) +
                " files are shown, those that failed first. A manifest has a line for each file.</p>\n";
    if (pages() == 1) return text;
    text += "<nav aria-label=\"Pages\">Page";
    for (std::size_t i = 1; i <= pages(); ++i)
        text += i == number ? " <b>" + std::to_string(i) + "</b>"
                            : " <a href=\"" + link_to(path_of(i), path_.parent_path()) + "\">" +
                                  std::to_string(i) + "</a>";
    return text + "</nav>\n";
}

std::string Page::head_of_further(std::size_t number) const {
    const std::string of = std::to_string(number) + " of " + std::to_string(pages());
    return std::string(before_style) + "<title>sluice batch: page " + of + "</title>\n<style>" +
           std::string(page_style) + "</style></head>\n<body><header><h1>sluice batch, page " + of +
           "</h1></header>\n<main><section><h2>Files</h2>\n" + links(number) + std::string(tools) +
           std::string(table_head);
}

void Page::write_page(std::size_t number, const std::string& head) {
    const fs::path path = path_of(number);
    TemporaryFile file(path);
    write_to(file.descriptor(), head);
    std::size_t first = (number - 1) * rows_of_page, last = std::min(first + rows_of_page, shown());
    for (Spool* rows : {&failed_, &done_, &skipped_}) {
        rows->copy_to(file.descriptor(), std::min(first, rows->size()), std::min(last, rows->size()));
        first -= std::min(first, rows->size());
        last -= std::min(last, rows->size());
    }
    write_to(file.descriptor(), "</tbody></table></section></main>\n<script>" + std::string(page_script) +
                                    "</script>\n</body></html>\n");
    file.finish();
    file.take_the_place_of(path);
}

void Page::complete(const Summary& summary) {
    if (!fault_.empty()) throw cannot(path_, fault_);
    try {
        // The first one last: what it links is there.
        for (std::size_t i = pages(); i > 1; --i) write_page(i, head_of_further(i));
        write_page(1, head(summary));
    } catch (const std::system_error& error) {
        throw cannot(path_, error.code().message());
    } catch (const Error& error) {
        throw Error(Error::Kind::input, path_.string(), "the report: " + error.message());
    }
}

}  // namespace sluice::apps
