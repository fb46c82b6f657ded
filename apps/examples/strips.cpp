// An image that does not fit in memory is processed in strips. The application reads and writes its rows,
// shows the progress, and can stop it.
#include <sluice/sluice.hpp>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <stop_token>

namespace {

const sluice::ImageFormat format{1500, 6000, 1, sluice::Pixel::u16};

// Takes the place of a scanner or a file of the application: a ramp from the top to the bottom.
class Scan final : public sluice::RowReader {
public:
    const sluice::ImageFormat& format() const override { return ::format; }
    const sluice::Metadata& metadata() const override { return metadata_; }
    void read(const sluice::HostView& rows) override {
        for (std::size_t y = 0; y < rows.format.height; ++y, ++at_)
            std::fill_n(reinterpret_cast<std::uint16_t*>(rows.row(y)), rows.format.width,
                        static_cast<std::uint16_t>(1000 + at_));
    }

private:
    sluice::Metadata metadata_;
    std::size_t at_ = 0;
};

// Takes the place of a file that is written from the top.
class Written final : public sluice::RowWriter {
public:
    void write(const sluice::ConstHostView& rows) override {
        if (count == 0) first = sluice::sample(rows, 0, 0, 0);
        last = sluice::sample(rows, 0, rows.format.height - 1, 0);
        count += rows.format.height;
    }
    void finish() override {}

    std::size_t count = 0;
    double first = 0, last = 0;
};

}  // namespace

int main() try {
    const auto graph = sluice::Graph::from_chain("normalize | gaussian 3");
    const sluice::Plan plan(graph, format, sluice::Device::pick(), {.limit_memory = 4 << 20});
    std::cout << plan.strips() << " strips, read " << plan.readings("input") << " times\n";

    std::stop_source stop;  // a button calls stop.request_stop(), from any thread
    sluice::Session session(plan, {.progress = [](std::size_t done, std::size_t all) {
                                if (done == all) std::cout << "all " << all << " steps are done\n";
                            }});
    const sluice::ReadRows rows{format, [] { return std::make_unique<Scan>(); }};
    Written written;
    try {
        session.submit({{"input", rows}}, {{"output", &written}}, stop.get_token()).wait();
        std::cout << written.count << " rows, from " << written.first << " to " << written.last << "\n";
    } catch (const sluice::Stopped& stopped) {
        std::cout << stopped.what() << "\n";
    }
} catch (const sluice::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
