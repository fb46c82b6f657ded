// Answers the requests of the page (docs/decisions/0110-an-editor-in-the-browser.md lists them).
#pragma once

#include "apps/child/fork_server.hpp"
#include "apps/edit/device_process.hpp"
#include "apps/edit/folder_run.hpp"
#include "apps/edit/opened.hpp"
#include "apps/edit/server.hpp"
#include "apps/json.hpp"
#include "pipeline/batch/file_stamp.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

namespace sluice::apps {

// What it wants children for: numbers of the works of a ForkServer.
struct EditorChildren {
    enum Work : std::size_t {
        computes,     // compute()
        runs_folder,  // run_folder()
    };
};

// Any thread may call it. Images are computed one after the other, in a child.
class Editor {
public:
    // Throws Error if there is no device.
    Editor(OpenedFiles files, ForkServer& children);

    PageResponse answer(const PageRequest& request);
    // The pipeline of the page as a chain, if it was changed since it was opened or saved; else "".
    std::string unsaved() const;

private:
    PageResponse start() const;
    void keep_text(Json& described, const Json& asked, const Json& document) const;
    PageResponse check(const Json& asked);
    PageResponse parse(const Json& asked);
    PageResponse save(const Json& asked);
    PageResponse run(const PageRequest& request, const Json& asked);
    std::string file_or_page() const;  // beside which kernels lie, as messages name it

    const OpenedFiles files_;
    mutable std::mutex of_state_;
    std::optional<FileStamp> stamp_;  // of the pipeline's file, as this editor read or wrote it
    std::size_t revision_ = 0;        // how often it was saved
    Json document_;                   // the page's, in case that it is opened again
    std::string text_;                // of the pipeline's file
    std::string saved_chain_, chain_;
    DeviceProcess device_;
    FolderRun run_;
};

}  // namespace sluice::apps
