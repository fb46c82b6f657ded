// A batch as somebody asks for it: the command by the words of its line, Python by keywords.
#pragma once

#include "apps/command.hpp"
#include "apps/options/pipeline.hpp"
#include "pipeline/core/declared.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/sluice/batch.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {

// What both have beside BatchOptions and the options of `load` and `save`; "" = not given.
struct BatchExtras {
    std::string normalize;
    std::filesystem::path stats_from, report, files_from;
    bool null = false, durable = false, isolate = false, strip = false, dataset = false;
    std::string group_by;
    std::string device;
};
const Declared<BatchExtras>& batch_extras();

// What the command alone has: arguments of Python's function.
struct BatchWords {
    std::string output, pipeline;
    bool dry_run = false, isolate_device = false;
};
const Declared<BatchWords>& batch_words();

struct BatchRequest {
    Caller caller;
    std::vector<std::string> inputs = {};
    std::string output = {};
    std::optional<Graph> pipeline = {};  // none: normalizes
    std::string pipeline_name = {};      // of its file, or ""
    BatchOptions options = {};           // with those of the pipeline's file
    BatchExtras extras = {};
    Values load = {}, save = {};  // parameters, as they were written
    Changes set = {};
    // What was given, for the page: names of the command's options and their values ("" = it has none).
    std::vector<std::pair<std::string, std::string>> given = {};
    bool dry_run = false;
    bool isolate_device = false;
};

BatchRequest batch_request(const Arguments& arguments);

}  // namespace sluice::apps
