// The page of a batch, for people: every picture before and after, what failed and why, where the time
// went. One file that needs no network; rows wait on disk until the end, so that memory does not grow with
// the number of files. Of many files, there are further pages beside it (report.2.html) that it links; of
// very many, some are shown, those that failed first.
#pragma once

#include "apps/report/spool.hpp"
#include "apps/report/timeline.hpp"
#include "pipeline/batch/report.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {

class Page {
public:
    // Facts are names and values, such as {"files", "12"}, for the head of the page beside what the Summary
    // tells. Throws Error(input, path) when nothing can be written there.
    Page(std::filesystem::path path, std::vector<std::pair<std::string, std::string>> facts);

    // Never throws for a page that cannot be written: the run matters more. complete() says so.
    void finished(const FileReport& report);

    // The page appears, whole, in the place of what was there. Throws Error(input, path).
    void complete(const Summary& summary);

private:
    using Clock = std::chrono::steady_clock;

    Spool& rows_of(FileStatus status);
    std::string head(const Summary& summary) const;
    std::string head_of_further(std::size_t number) const;
    std::filesystem::path path_of(std::size_t number) const;
    std::string links(std::size_t number) const;
    std::size_t pages() const;
    std::size_t shown() const;
    void write_page(std::size_t number, const std::string& head);

    const std::filesystem::path folder_;  // of the name that the page was given
    std::filesystem::path path_;          // that it is written to
    std::vector<std::pair<std::string, std::string>> facts_;
    Clock::time_point begun_ = Clock::now();
    Spool failed_, done_, skipped_;  // rows, in the order of the page
    std::size_t files_ = 0, warnings_ = 0;
    std::uintmax_t bytes_read_ = 0, bytes_written_ = 0;
    bool every_pixel_ = true;  // of all pictures
    bool layers_ = false;      // some picture has several
    Timeline timeline_;
    std::string fault_;  // why the page cannot be written; the first one
};

}  // namespace sluice::apps
