// Images whose samples a 32-bit number does not count.
#include "tests/reference/statistics.hpp"
#include "tests/skip.hpp"
#include "tests/stages/support.hpp"

#include <algorithm>

#include <sys/mman.h>
#include <unistd.h>

using namespace sluice;
using namespace sluice::test;

namespace {

// An image of a few rows again and again, which lie in memory once: filling gigabytes takes longer than
// counting them. The last row is another one. Rows are whole pages.
class Repeated {
public:
    Repeated(const HostImage& rows, const HostImage& last, std::size_t times)
        : format_(rows.format()), bytes_(format_.host_bytes() * times + last.format().host_bytes()) {
        format_.height = format_.height * times + 1;
        void* place = ::mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        REQUIRE(place != MAP_FAILED);
        data_ = static_cast<std::byte*>(place);
        const int file = ::memfd_create("rows", 0);
        REQUIRE(file >= 0);
        const std::size_t size = rows.format().host_bytes(), more = last.format().host_bytes();
        REQUIRE(::write(file, rows.row(0), size) == static_cast<ssize_t>(size));
        REQUIRE(::write(file, last.row(0), more) == static_cast<ssize_t>(more));
        for (std::size_t i = 0; i < times; ++i) map(file, i * size, size, 0);
        map(file, times * size, more, size);
        ::close(file);
    }
    ~Repeated() { ::munmap(data_, bytes_); }
    Repeated(const Repeated&) = delete;
    Repeated& operator=(const Repeated&) = delete;

    ConstHostView view() const { return {format_, data_, format_.host_bytes() / format_.rows()}; }

private:
    void map(int file, std::size_t at, std::size_t size, std::size_t from) {
        REQUIRE(::mmap(data_ + at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                       static_cast<off_t>(from)) != MAP_FAILED);
    }
    ImageFormat format_;
    std::size_t bytes_;
    std::byte* data_ = nullptr;
};

}  // namespace

TEST_CASE("more samples than 2^31 are counted, summed and found exactly, and those of a region behind them") {
    const ImageFormat row_format{65536, 1, 1, Pixel::u8};
    ImageFormat format = row_format;
    format.height = 32769;
    const std::size_t bytes = format.host_bytes();
    if (device().facts().max_allocation < bytes || device().facts().global_bytes < 4 * bytes) {
        report_skip("the device has no room for " + format.text());
        return;
    }
    const HostImage row = reference::random_image(row_format, {.range = {{3, 250}}});
    HostImage some({65536, 64, 1, Pixel::u8}), end_row(row);
    for (std::size_t y = 0; y < 64; ++y) std::copy_n(row.row(0), row.pitch(), some.row(y));
    end_row.as<std::uint8_t>(0)[65535] = 1;  // the very last one is the minimum
    const Repeated image(some, end_row, 512);
    REQUIRE(image.view().format == format);
    const reference::Statistics one = reference::statistics(row.view(), {}).front();
    const auto last = static_cast<Int128>(row.as<std::uint8_t>(0)[65535]);

    // The region is the last two rows: the second begins at sample 2^31.
    Session session(
        Plan(Graph::from_chain(
                 "input | reduce id=whole quantities=count,min,max,sum,sum_sq,nonzero; "
                 "reduce id=end from=input region=0,32767,65536,2 quantities=count,min,max,sum,sum_sq"),
             format, device(), way(StorageChoice::buffer).options));
    Frame frame = session.submit(LentView{image.view()});
    const Table table = frame.table("whole");
    const auto rows = static_cast<Int128>(format.height);
    CHECK(table.integer("count") == rows * 65536);
    CHECK(table.integer("nonzero") == rows * 65536);
    CHECK(table.integer("min") == 1);
    CHECK(table.integer("max") == static_cast<Int128>(one.max));
    CHECK(decimal(table.integer("sum")) == decimal(rows * one.exact_sum - last + 1));
    CHECK(decimal(table.integer("sum_sq")) == decimal(rows * one.exact_sum_sq - last * last + 1));

    const Table end = frame.table("end");
    CHECK(end.integer("count") == 2 * 65536);
    CHECK(end.integer("min") == 1);
    CHECK(end.integer("max") == static_cast<Int128>(one.max));
    CHECK(decimal(end.integer("sum")) == decimal(2 * one.exact_sum - last + 1));
    CHECK(decimal(end.integer("sum_sq")) == decimal(2 * one.exact_sum_sq - last * last + 1));
}
