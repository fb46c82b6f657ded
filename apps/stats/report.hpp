// What `sluice stats` prints.
#pragma once

#include "apps/json.hpp"
#include "apps/stats/channel.hpp"
#include "pipeline/core/format.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

struct FileStatistics {
    std::string path;
    std::optional<ImageFormat> format;  // nothing: it failed
    std::string error;
    std::vector<ChannelStatistics> channels;
};

struct Report {
    std::string device;
    std::vector<FileStatistics> files;
    struct DataSet {
        std::size_t count = 0;  // files in it
        std::vector<ChannelStatistics> channels;
    };
    std::optional<DataSet> dataset;
    std::vector<std::string> warnings;  // about the data set
};

std::string stats_json(const Report& report, const Wanted& wanted);
std::string stats_text(const Report& report, const Wanted& wanted);

}  // namespace sluice::apps
