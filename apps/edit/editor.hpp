// Answers the requests of the page (docs/decisions/0110-an-editor-in-the-browser.md lists them).
#pragma once

#include "apps/edit/folder_run.hpp"
#include "apps/edit/opened.hpp"
#include "apps/edit/previewer.hpp"
#include "apps/edit/server.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

namespace sluice::apps {

// Any thread may call it. Images are computed one after the other.
class Editor {
public:
    Editor(OpenedFiles files, Device device);

    PageResponse answer(const PageRequest& request);
    // The pipeline of the page as a chain, if it was changed since it was opened or saved; else "".
    std::string unsaved() const;

private:
    PageResponse dispatch(const PageRequest& request);
    PageResponse start() const;
    void keep_text(Json& described, const Json& asked, const Json& document) const;
    PageResponse check(const Json& asked);
    PageResponse parse(const Json& asked);
    PageResponse preview(const Json& asked);
    PageResponse save(const Json& asked);
    PageResponse result(const Json& asked);
    PageResponse run(const Json& asked);
    // The pipeline of the page, with the stages of its kernels as their files are now. Throws NotReadable.
    Graph read(const Json& document, Diagnostics& of_kernels) const;
    std::string file_or_page() const;  // beside which kernels lie, as messages name it
    // Checked, with paths for all Sources. Throws Faulty, NotReadable.
    CheckedGraph ready(const Json& asked) const;

    const OpenedFiles files_;
    const std::string device_name_;
    mutable std::mutex of_state_, of_device_;
    std::optional<FileStamp> stamp_;  // of the pipeline's file, as this editor read or wrote it
    std::size_t revision_ = 0;        // how often it was saved
    Json document_;                   // the page's, in case that it is opened again
    std::string text_;                // of the pipeline's file
    std::string saved_chain_, chain_;
    Previewer previewer_;
    FolderRun run_;
};

}  // namespace sluice::apps
