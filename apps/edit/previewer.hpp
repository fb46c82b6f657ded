// Computes the images that the page shows.
#pragma once

#include "apps/edit/images.hpp"
#include "apps/edit/viewed.hpp"
#include "apps/json.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {

enum class Quality {
    quick,  // as soon as possible: if the full size takes long, from images of the size of the screen
    exact   // of the full size, shrunk at the end: what `run` would save
};

struct PreviewRequest {
    std::string node;  // whose image; "" = the last one
    View view;
    Quality quality = Quality::quick;
};

struct ViewedImage {
    std::size_t width = 0, height = 0;
    std::string rgba;                                   // see to_rgba()
    bool exact = false;                                 // computed from images of the full size
    bool stretched = false;                             // see to_rgba()
    ImageFormat format;                                 // of the whole image, at its full size
    std::string node;                                   // whose image it is
    std::vector<std::pair<std::string, double>> steps;  // milliseconds of each step on the device
    double milliseconds = 0;                            // from the request to the pixels
    bool planned = false;                               // a plan was made; false: live values were set
    std::vector<std::string> measured_small;            // statistics of an image that was shrunk first
    Json tables = Json::object();                       // what was measured, by its name
    std::vector<std::string> warnings;
};

// Keeps plans, kernels and images from one request to the next. Use it from one thread at a time.
class Previewer {
public:
    explicit Previewer(Device device);

    // `graph`: checked, and each of its Sources has a path that may be read. Throws Error; after
    // Error(device) the device was opened again, and another call may succeed.
    ViewedImage preview(const CheckedGraph& graph, const PreviewRequest& wanted);

    const Device& device() const { return device_; }  // as it was opened last

private:
    // A Session, and the values that it was planned and set with.
    struct Running {
        std::string key;
        CheckedGraph graph;
        SourceFormats formats;  // keeps the profiles, which are known by their addresses
        std::unique_ptr<Session> session;
        double milliseconds = 0;  // of its latest frame
    };

    ViewedImage compute(CheckedGraph graph, const PreviewRequest& wanted);
    SourceFormats formats_of(const CheckedGraph& graph, const std::vector<std::string>& sources);
    ImageFormat format_of(const CheckedGraph& whole, const SourceFormats& formats);
    // The images that a pipeline reads.
    struct Sources {
        std::map<std::string, std::shared_ptr<const HostImage>> images;  // by the id of the Source
        SourceFormats formats;
        std::map<std::string, std::string> keys;  // Images::Image::key
        double scale = 0;                         // by which they become as large as the screen; 1 at most

        std::map<std::string, SubmittedImage> lent() const;
    };
    Sources sources_of(const CheckedGraph& graph, const CheckedGraph& needed, const View& view,
                       std::vector<std::string>& warnings);
    Sources shrunk(Sources sources);
    // Replaces stages whose size follows from pixels by what they become for these images. `whole`: what is
    // needed of the pipeline.
    void find_sizes(CheckedGraph& graph, CheckedGraph whole, const Sources& sources,
                    std::vector<std::string>& warnings) const;
    bool goes_quickly(const CheckedGraph& exact, const Sources& sources, const PreviewRequest& wanted) const;
    // Statistics of the images at their full size.
    struct Statistics {
        std::vector<Measured> all;           // that a pipeline measures, for the pixels of its images
        std::map<std::string, Table> known;  // of these
        std::string key;                     // of a quick preview, with those that are known
    };
    Running& running(const CheckedGraph& shown, const SourceFormats& formats, const Statistics& statistics,
                     bool& planned);
    Statistics statistics_of(const CheckedGraph& exact, const Sources& sources);
    void run(const CheckedGraph& graph, const Sources& sources, const Statistics& statistics,
             ViewedImage& preview);
    void run_quickly(const CheckedGraph& exact, const Sources& sources, const Statistics& statistics,
                     ViewedImage& preview);
    void keep(const Statistics& statistics, Frame& frame);
    std::shared_ptr<const HostImage> smaller(const HostImage& image, const std::string& image_key,
                                             std::size_t width, std::size_t height);

    Device device_;
    Images images_;
    std::list<Running> sessions_;  // the newest first
    struct Smaller {
        std::string key;
        std::shared_ptr<const HostImage> image;
    };
    std::map<std::string, ImageFormat> whole_formats_;
    std::list<std::pair<std::string, Table>> measured_;  // by Measured::follows_from; the newest first
    std::list<Smaller> smaller_;                         // the newest first
};

}  // namespace sluice::apps
