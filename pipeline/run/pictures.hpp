// The images of a run that reads and writes files: whole in memory, or row by row.
#pragma once

#include "pipeline/core/image_file.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/run/session.hpp"

#include <map>
#include <memory>
#include <string>

namespace sluice {

class Pictures {
public:
    virtual ~Pictures() = default;

    // The images of the Sources, and the destinations of the Sinks, for Session::submit.
    virtual std::map<std::string, SubmittedImage> inputs() = 0;
    virtual std::map<std::string, ResultPlace> places() = 0;
    // Call it when the frame is done: completes the file of a Sink.
    virtual void save(const std::string& sink) = 0;
};

// As the Session's plan says. `files`: those that are open; the others are opened, and each is closed when
// all of it was read. `sinks`: the values of those whose results are written. All that it is given must
// outlive it. Throws as SourceDef and SinkDef say.
std::unique_ptr<Pictures> pictures_of(Session& session, ImageFiles& files,
                                      const std::map<std::string, Values>& sinks, const Warn& warn);
// By rows. The plan and the files, which stay open, must stay until its frame is done; what is to be saved
// then needs nothing else.
std::unique_ptr<Pictures> pictures_by_rows(const ExecutionPlan& plan, ImageFiles& files,
                                           const std::map<std::string, Values>& sinks, const Warn& warn);

}  // namespace sluice
