#include "apps/report/page.hpp"

#include "apps/batch/text.hpp"
#include "apps/report/html.hpp"
#include "apps/report/parts.hpp"
#include "apps/report/row.hpp"
#include "pipeline/batch/glimpse.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "pipeline/files/temporary_file.hpp"

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
        rows_of(report.status).put(report_row(report, rows_, folder_));
        ++rows_;
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
    text += "<title>sluice batch: " + std::to_string(rows_) + " files</title>\n<style>" +
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
    return text + std::string(tools) + std::string(table_head);
}

void Page::complete(const Summary& summary) {
    if (!fault_.empty()) throw cannot(path_, fault_);
    try {
        TemporaryFile file(path_);
        write_to(file.descriptor(), head(summary));
        for (Spool* rows : {&failed_, &done_, &skipped_}) rows->copy_to(file.descriptor());
        write_to(file.descriptor(), "</tbody></table></section></main>\n<script>" + std::string(page_script) +
                                        "</script>\n</body></html>\n");
        file.finish();
        file.take_the_place_of(path_);
    } catch (const std::system_error& error) {
        throw cannot(path_, error.code().message());
    } catch (const Error& error) {
        throw Error(Error::Kind::input, path_.string(), "the report: " + error.message());
    }
}

}  // namespace sluice::apps
