// What a batch could have told about a file.
#pragma once

#include "apps/report/glimpse.hpp"
#include "pipeline/batch/report.hpp"

#include <memory>
#include <string>

namespace made {

inline sluice::FileReport report(const std::string& name) {
    using namespace sluice;
    FileReport report;
    report.file = {name, "out/" + name, 1000};
    report.input = report.output = ImageFormat{200, 100, 3};
    report.output_bytes = 500;
    report.warnings = {"its colour profile is lost"};
    report.seconds.decode = 0.25;
    report.seconds.build = 0.5;
    report.seconds.device = 0.125;
    report.seconds.encode = 1;
    report.seconds.glimpses = 0.01;
    report.seconds.queued = 0.1;
    report.seconds.total = 2;
    HostImage image(ImageFormat{200, 100, 3});
    for (std::size_t y = 0; y < 100; ++y)
        for (std::size_t x = 0; x < 200; ++x)
            for (int c = 0; c < 3; ++c)
                set_sample(image.view(), x, y, c,
                           static_cast<double>((x + 2 * y * static_cast<std::size_t>(c)) % 256));
    report.before = report.after = std::make_shared<const Glimpse>(apps::glimpse(image.view()));
    TableLayout layout;
    layout.channels = {"R", "G", "B"};
    layout.fields = {{"min", FieldType::u32},
                     {"mean", FieldType::f32},
                     {"sum_sq", FieldType::u128},
                     {"histogram", FieldType::u32, true, 4}};
    Table table(layout);
    for (std::size_t c = 0; c < 3; ++c) {
        table.set("min", c, 0, 0, 3);
        table.set("mean", c, 0, 0, 0.5);
        table.set("sum_sq", c, 0, 0, 36893488147419103232.0);  // 2^65
    }
    report.tables["normalize.stats"] = table;
    return report;
}

inline sluice::FileReport failed_report(const std::string& name, const std::string& reason) {
    sluice::FileReport report;
    report.file = {name, "out/" + name, 1000};
    report.status = sluice::FileStatus::failed;
    report.error = reason;
    report.seconds.total = 0.002;
    return report;
}

}  // namespace made
