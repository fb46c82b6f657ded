#include "apps/stats/outlier_page.hpp"

#include "apps/report/glimpse.hpp"
#include "apps/report/html.hpp"
#include "apps/report/link.hpp"
#include "apps/report/parts.hpp"
#include "pipeline/core/base64.hpp"
#include "pipeline/core/image_file.hpp"
#include "pipeline/graph/kinds.hpp"

#include <new>
#include <string_view>

namespace sluice::apps {
namespace {

// So many can be looked at.
constexpr std::size_t most_shown = 500;

std::string thumbnail(const std::string& path, const Registry& stages, Values reading) {
    reading["path"] = path;
    try {
        const HostImage image = stages.find("load")->as<SourceDef>()->open(reading)->read({}, {});
        const Glimpse small = glimpse(image.view());
        const std::string_view jpeg(reinterpret_cast<const char*>(small.jpeg.data()), small.jpeg.size());
        return "<img loading=\"lazy\" width=\"" + std::to_string(small.width) + "\" height=\"" +
               std::to_string(small.height) + "\" alt=\"" + html_name(path) +
               "\" src=\"data:image/jpeg;base64," + base64(jpeg) + "\"/>";
    } catch (const Error& error) {
        return html(error.message().text());
    } catch (const std::bad_alloc&) {
        return "needs more memory than there is";
    }
}

std::string row(const Outlier& outlier, const std::filesystem::path& folder, const Registry& stages,
                const Values& reading) {
    const std::string& path = outlier.file.path;
    std::string text = "<tr><th scope=\"row\"><a href=\"" + link_to(path, folder) + "\"><bdi>" +
                       html_breakable(path) + "</bdi></a></th><td class=\"pic\">" +
                       thumbnail(path, stages, reading) + "</td>";
    for (std::size_t q = 0; q < qualities.size(); ++q) {
        text += "<td>" + quality_text(outlier.file.quality[q]);
        for (const Outlier::Reason& reason : outlier.reasons)
            if (reason.quality == q)
                text +=
                    "<div class=\"warning\">" + quality_text(reason.distance) + " standard deviations</div>";
        text += "</td>";
    }
    return text + "</tr>\n";
}

}  // namespace

std::string outlier_page(const Outliers& outliers, std::size_t files, const std::filesystem::path& page,
                         const Registry& stages, const Values& reading) {
    const std::string count =
        std::to_string(outliers.files.size()) + " of " + std::to_string(files) + " files";
    std::string text =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
        "style-src 'unsafe-inline'\"/>\n<meta name=\"viewport\" content=\"width=device-width\"/>\n"
        "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>sluice stats: "
        "outliers</title>\n<style>" +
        std::string(page_style) + "</style></head>\n<body><header><h1>Outliers</h1>\n<p>" + count +
        " lie far from the median of all files. Mean and spread (standard deviation) are shares of white, "
        "clipping is the share of values at black or white, focus is the variance of the Laplacian.</p>"
        "</header>\n<main><table id=\"files\"><thead><tr><th scope=\"col\">file</th><th "
        "scope=\"col\">image</th>";
    for (std::size_t q = 0; q < qualities.size(); ++q)
        text += std::string("<th scope=\"col\">") + qualities[q] + "<div>median " +
                quality_text(outliers.median[q]) + "</div></th>";
    text += "</tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < std::min(outliers.files.size(), most_shown); ++i)
        text += row(outliers.files[i], page.parent_path(), stages, reading);
    text += "</tbody></table>\n";
    if (outliers.files.size() > most_shown)
        text +=
            "<p>" + std::to_string(outliers.files.size() - most_shown) + " more are in the JSON file.</p>\n";
    return text + "</main></body></html>\n";
}

}  // namespace sluice::apps
