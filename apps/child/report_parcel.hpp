// Reports of a batch as bytes, on their way from a child.
#pragma once

#include "pipeline/batch/report.hpp"
#include "pipeline/isolated/parcel.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

// All of a report but its `file`.
void pack(isolated::Packing& packing, const FileReport& report);
FileReport unpack_report(isolated::Unpacking& parcel, const BatchFile& file);

void pack(isolated::Packing& packing, const QueueFill& queues);
QueueFill unpack_queues(isolated::Unpacking& parcel);

void pack(isolated::Packing& packing, const std::vector<std::string>& texts);
std::vector<std::string> unpack_texts(isolated::Unpacking& parcel);

}  // namespace sluice::apps
