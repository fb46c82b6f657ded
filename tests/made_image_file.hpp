// An image file that is nowhere: what its header says, and what reading it does.
#pragma once

#include "pipeline/core/image_file.hpp"
#include "pipeline/core/image_writer.hpp"

#include <functional>
#include <memory>
#include <utility>

namespace sluice::test {

class MadeImageFile : public ImageFile {
public:
    using Read = std::function<HostImage(const Destination&, const Warn&)>;

    explicit MadeImageFile(ImageHeader header, Read read = {})
        : header_(std::move(header)), read_(std::move(read)) {}

    const ImageHeader& header() override { return header_; }
    HostImage read(const Destination& wanted, const Warn& warn) override {
        return read_ ? read_(wanted, warn) : HostImage();
    }

private:
    ImageHeader header_;
    Read read_;
};

// Lets go of the images that it is to write.
class NoImageWriter : public ImageWriter {
public:
    void write(const ConstHostView&, const Metadata&, const Warn&) override {}
};

}  // namespace sluice::test
