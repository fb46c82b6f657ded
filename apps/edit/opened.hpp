// What `sluice edit` was started with: the files that the page may read, and the one that it may write.
#pragma once

#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace sluice::apps {

// The page asks for a file that nobody named when the editor was started.
struct NotReadable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Does not change once it is made; any thread.
class OpenedFiles {
public:
    // `pipeline`: a file, which need not exist yet; a chain; or "". `images`: an image or a folder; or "".
    // `output`: the folder for the results of all images; or "". Throws Error(usage) or Error(input) for what
    // cannot be opened.
    OpenedFiles(const std::string& pipeline, const std::string& images, std::string output = "");

    const std::string& file() const { return file_; }  // of the pipeline; "" = it is a chain
    // What the file has; "" if it does not exist.
    const std::string& text() const { return text_; }
    // The pipeline; nothing if the file has faults of syntax.
    const std::optional<Graph>& graph() const { return graph_; }
    // The images for Sources without a path, in order.
    const std::vector<std::string>& images() const { return images_; }
    const std::string& named_images() const { return named_; }  // as the user wrote it

    const std::string& output() const { return output_; }

    // Throw NotReadable for a path that was not named.
    void expect_readable(const CheckedGraph& graph) const;  // files of its Sources and parameters
    // Files that a text includes or that have its kernels, and its variables.
    void expect_readable(const std::string& text) const;
    void expect_readable_chain(const std::string& chain) const;
    void expect_readable_kernels(const Graph& graph) const;

private:
    void expect_named(const std::set<std::string>& files) const;

    std::string file_, text_, named_, output_;
    std::optional<Graph> graph_;
    std::vector<std::string> images_;
    std::set<std::filesystem::path> readable_;
    std::set<std::string> files_read_;  // by reading the pipeline, as it names them
    bool reads_environment_ = false;
};

}  // namespace sluice::apps
