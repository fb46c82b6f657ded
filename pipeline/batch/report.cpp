#include "pipeline/batch/report.hpp"

namespace sluice {

std::string_view name(FileStatus status) {
    switch (status) {
        case FileStatus::done: return "done";
        case FileStatus::failed: return "failed";
        case FileStatus::skipped: return "skipped";
    }
    return "";
}

}  // namespace sluice
