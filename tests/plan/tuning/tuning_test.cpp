// What was measured on devices: as files, and for the devices that plans are made for.
#include "pipeline/plan/print.hpp"
#include "pipeline/plan/schedule/strategy.hpp"
#include "pipeline/plan/tuning/json.hpp"
#include "pipeline/plan/tuning/nearest.hpp"
#include "tests/plan/planned.hpp"

#include <algorithm>
#include <set>
#include <string_view>

using namespace sluice;
using namespace sluice::test;

namespace {

// Of a CPU of 2 units, with another name.
DeviceTuning own(const DeviceFacts& device = cpu) {
    DeviceTuning tuning = nearest_tuning(device);
    tuning.device = device.name;
    tuning.date = "2026-11-28";
    tuning.strategies["tiled"]["lines"] = 16;
    return tuning;
}

PlanOptions pinned(const DeviceTuning& tuning) {
    PlanOptions options;
    options.tuning = std::make_shared<const DeviceTuning>(tuning);
    return options;
}

std::string with(const std::string& before, const std::string& after) {
    std::string text = tuning_json(own());
    const std::size_t at = text.find(before);
    REQUIRE(at != text.npos);
    return text.replace(at, before.size(), after);
}

bool stores(const ExecutionPlan& plan) {
    return std::any_of(plan.decisions.begin(), plan.decisions.end(),
                       [](const std::string& d) { return d.find(": stored, which") != d.npos; });
}

}  // namespace

TEST_CASE("a tuning comes back from its file as it was") {
    const DeviceTuning tuning = own();
    CHECK(tuning_from_json(tuning_json(tuning)) == tuning);
}

TEST_CASE("every file that comes with sluice is written as sluice writes it") {
    REQUIRE(shipped_tunings().size() >= 2);
    for (const DeviceTuning& tuning : shipped_tunings()) {
        CHECK(tuning_from_json(tuning_json(tuning)) == tuning);
        for (const std::string& text : {tuning.device, tuning.date, tuning.commit, tuning.from})
            CHECK_FALSE(text.empty());
    }
}

TEST_CASE("a file that is no tuning says why") {
    const auto fault = [](const std::string& text) -> std::string {
        try {
            static_cast<void>(tuning_from_json(text));
            return "";
        } catch (const Error& error) {
            CHECK(error.kind() == Error::Kind::input);
            return error.what();
        }
    };
    CHECK(fault("") == "it is no JSON object");
    CHECK(fault(tuning_json(own()).substr(0, 200)) == "it is no JSON object");
    CHECK(fault("[1]") == "it is no JSON object");
    CHECK(fault("{}") == "it has no \"sluice_tuning\"");
    CHECK(fault(with("\"sluice_tuning\": 1", "\"sluice_tuning\": 2")) == "it is of version 2, not 1");
    CHECK(fault(with("\"type\": \"cpu\"", "\"type\": \"tpu\"")) == "\"type\" is not cpu, gpu or accelerator");
    CHECK(fault(with("\"compute_units\": 2", "\"compute_units\": 2.5")) ==
          "\"compute_units\" is no number of them");
    CHECK(fault(with("\"launch\": 20000.0", "\"launch\": -1")) == "\"launch\" is no number above 0");
    CHECK(fault(with("\"launch\": 20000.0", "\"launch\": \"soon\"")) == "\"launch\" is no number above 0");
    CHECK(fault(with("\"launch\": 20000.0", "\"launch\": 1e999")).find("no ") != std::string::npos);
    CHECK(fault(with("\"byte\"", "\"bite\"")) == "it has no \"byte\"");
    CHECK(fault(with("\"lines\": 16.0", "\"lines\": null")) == "\"lines\" is no number from 0 on");
    CHECK(fault(with("\"profile\": {", "\"profile\": 3, \"more\": {")) == "\"profile\" is no object");
}

TEST_CASE("a device is planned by the tuning of its name, else by that of its kind, for its compute units") {
    DeviceFacts h200 = facts(DeviceFacts::Type::gpu, 60);
    CHECK(nearest_tuning(h200).type == DeviceFacts::Type::gpu);
    h200.name = "NVIDIA H200";
    CHECK(nearest_tuning(h200).device == "NVIDIA H200");

    DeviceFacts pocl = cpu;
    pocl.platform = pocl_platform;
    CHECK(profile_for(pocl, {}) == nearest_tuning(cpu).profile);
    const Profile two = profile_for(cpu, {});
    CHECK(two.planes == 1);  // which only PoCL compiles
    CHECK(two.byte == nearest_tuning(cpu).profile.byte);
    const Profile eight = profile_for(facts(DeviceFacts::Type::cpu, 8), {});
    CHECK(eight.byte == two.byte / 4);
    CHECK(eight.product == two.product / 4);
    CHECK(eight.launch == two.launch);  // which is no matter of units
    CHECK(eight.lines == two.lines);
    CHECK(profile_for(facts(DeviceFacts::Type::cpu, 0), {}).byte == two.byte * 2);  // as of one
}

TEST_CASE("a pinned tuning decides, and is part of the recipe") {
    const ImageFormat frame{1280, 720, 4, Pixel::u8};
    const std::string chain = "invert | erode 1";
    CHECK(stores(planned(chain, frame)));
    DeviceTuning slow = own();
    slow.profile.launch = 1e12;  // so that another pass never pays
    const ExecutionPlan plan = planned(chain, frame, cpu, pinned(slow));
    CHECK_FALSE(stores(plan));
    REQUIRE(plan.recipe->options.tuning != nullptr);
    CHECK(*plan.recipe->options.tuning == slow);
}

TEST_CASE("a plan says whose costs it has") {
    const ImageFormat frame{64, 48, 3, Pixel::u8};
    const auto said = [&](const DeviceFacts& device, const PlanOptions& options) {
        const std::string text = plan_text(planned("invert", frame, device, options), false);
        const std::size_t from = text.find("\ncosts: ") + 1;
        REQUIRE(from != 0);
        return text.substr(from, text.find('\n', from) - from);
    };
    CHECK(said(cpu, {}) == "costs: those of a CPU of 2 units; 'sluice tune' measures this device");
    const DeviceFacts eight = facts(DeviceFacts::Type::cpu, 8);
    CHECK(said(eight, {}) == "costs: those of a CPU of 2 units, scaled; 'sluice tune' measures this device");
    CHECK(said(cpu, pinned(own())) == "costs: tuned on this device 2026-11-28");
    DeviceFacts h200 = gpu;
    h200.name = "NVIDIA H200";
    CHECK(said(h200, {}) == "costs: tuned on such a device 2026-11-27");
}

TEST_CASE("a number of a strategy is what the device was tuned to, on devices of its kind") {
    const auto lines = [](const DeviceTuning& tuning, const DeviceFacts& device) {
        PlanOptions options = pinned(tuning);
        options.strategy = "tiled";
        return plan_text(planned("gaussian 3", {2048, 512, 4}, device, options));
    };
    DeviceTuning tuning = own();
    tuning.strategies["tiled"]["lines"] = 2;
    CHECK(lines(own(), cpu).find(", 2 lines of ") == std::string::npos);
    CHECK(lines(tuning, cpu).find(", 2 lines of ") != std::string::npos);
    CHECK(lines(tuning, gpu).find(", 2 lines of ") == std::string::npos);
}

TEST_CASE("numbers that strategies cannot have are found") {
    const auto fault = [](const char* strategy, const char* number, double value) {
        DeviceTuning tuning = nearest_tuning(cpu);
        tuning.strategies[strategy][number] = value;
        return tuning_fault(tuning);
    };
    CHECK(fault("tiled", "lines", 16) == "");
    CHECK(fault("tiles", "lines", 16) == "there is no strategy \"tiles\"");
    CHECK(fault("tiled", "line", 16) == "the strategy \"tiled\" has no number \"line\"");
    for (const double value : {0.0, 0.5, 12.0, 1e9, -8.0})
        CHECK(fault("tiled", "lines", value) ==
              "\"lines\" of the strategy \"tiled\" cannot be " + number_text(value));
    CHECK(fault("tiled", "sums", 512) == "");
    CHECK(fault("straight", "sums", 136) ==
          "\"sums\" of the strategy \"straight\" cannot be 136");  // of GPUs
    for (const DeviceTuning& tuning : shipped_tunings()) CHECK(tuning_fault(tuning) == "");
}

TEST_CASE("every strategy says its numbers once, and can be what it is where nobody tried") {
    for (const StrategyDef& strategy : all_strategies()) {
        INFO(strategy.name);
        std::set<std::string_view> names;
        for (const StrategyNumber& number : strategy.numbers) {
            INFO(number.name);
            CHECK(names.insert(number.name).second);
            CHECK((number.alone > 0 || number.side_by_side > 0 || number.name == "groups"));
            for (const bool of_cpu : {true, false})
                CHECK(number.may_be(number.standard(of_cpu), of_cpu) == (number.standard(of_cpu) > 0));
        }
    }
}
