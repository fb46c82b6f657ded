// Every step of every ladder gives the answer of the serial loop.
#include "apps/bench/ladder/climb.hpp"
#include "apps/bench/ladder/published.hpp"
#include "apps/bench/ladder/serial.hpp"
#include "pipeline/device/inspect.hpp"
#include "tests/apps/program.hpp"
#include "tests/apps/xml.hpp"
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

using namespace sluice;
using namespace sluice::apps;

namespace {

const Device& device() {
    static const Device device = Device::pick();
    return device;
}

const Step& step_of(std::string_view kernel) {
    for (const Ladder& ladder : ladders())
        for (const Step& step : ladder.steps)
            if (step.kernel == kernel) return step;
    FAIL("no step has the kernel " << kernel);
    std::abort();
}

}  // namespace

TEST_CASE("the serial loop finds what is there") {
    const std::vector<std::int8_t> bytes = {3, -7, 0, 0, 5};
    CHECK(serial(Operation::minmax, Element::i8, bytes.data(), bytes.size()) == Answer{-7, 5});
    CHECK(serial(Operation::count, Element::i8, bytes.data(), bytes.size()) == Answer{3, 0});
    const std::vector<std::uint32_t> words = {4294967295u, 6};
    CHECK(serial(Operation::sum, Element::u32, words.data(), words.size()) == Answer{5, 0});  // wraps
    const std::vector<double> reals = {0.5, -2.25, 8};
    CHECK(serial(Operation::sum, Element::f64, reals.data(), reals.size()) == Answer{6.25, 0});
    CHECK(serial(Operation::minmax, Element::f64, reals.data(), reals.size()) == Answer{-2.25, 8});
}

TEST_CASE("every step of every ladder is right, whatever the size and the storage") {
    std::vector<Storage> storages{Storage::buffer};
    if (device().facts().images()) storages.push_back(Storage::image);
    const Climb how{device(), {{1, 1, 1}, {17, 3, 1}, {333, 77, 1}, {64, 50, 3}}, storages, 1};
    std::set<std::string> kernels;
    for (const Ladder& ladder : ladders())
        for (const Rung& rung : climb(ladder, how)) {
            INFO(ladder.name, ", ", rung.step->name, ", ", type_of(rung.element).name, ", ", rung.size.text(),
                 ", ", name(rung.storage));
            CHECK_FALSE(rung.failed);
            CHECK(rung.not_run == refusal(*rung.step, rung.element, rung.storage, device().facts()));
            if (rung.not_run.empty()) {
                CHECK(rung.time.ms() > 0);
                kernels.insert(rung.step->kernel);
            } else {
                CHECK((rung.step->is(lock_step) || !device().facts().fp64));
            }
        }
    CHECK(kernels.size() >= 11);
}

TEST_CASE("a step that is wrong has no time, and says what it found") {
    const Scratch folder;
    const std::string text = bytes_of(SLUICE_SOURCE_DIR "/apps/bench/kernels/ladder/gather.clh");
    const std::size_t at = text.find("get_local_id(0)");
    REQUIRE(at != std::string::npos);
    folder.put("ladder/gather.clh", std::string(text).replace(at, 15, "1"));  // all items read the same
    const Ladder ladder{
        "broken", "", Operation::sum, {Element::u32}, {step_of("vectors"), step_of("sequential")}};

    ::setenv("SLUICE_KERNEL_DIR", (folder / "").c_str(), 1);
    const std::vector<Rung> wrong = climb(ladder, {device(), {{33, 3, 1}}, {Storage::buffer}, 1});
    folder.put("ladder/gather.clh", "no OpenCL");
    const std::vector<Rung> unbuilt = climb(ladder, {device(), {{33, 3, 1}}, {Storage::buffer}, 1});
    ::unsetenv("SLUICE_KERNEL_DIR");

    REQUIRE(wrong.size() == 2);
    CHECK(wrong[0].failed);
    CHECK(contains(wrong[0].not_run, "wrong: found "));
    CHECK(wrong[0].time.ms() == 0);
    CHECK_FALSE(wrong[1].failed);
    CHECK(wrong[1].time.ms() > 0);
    REQUIRE(unbuilt.size() == 2);
    CHECK(contains(unbuilt[0].not_run, "ladder/gather.clh"));
}

TEST_CASE("a wavefront goes without barriers only where it is known to go in lock step") {
    const Step& step = step_of("unrolled_wavefront");
    const auto refused = [&](DeviceFacts::Type type, const std::string& vendor, bool ptx) {
        DeviceFacts facts;
        facts.type = type;
        facts.vendor = vendor;
        facts.packed_minmax = ptx;
        facts.max_work_group = 1024;
        return refusal(step, Element::u32, Storage::buffer, facts);
    };
    using Type = DeviceFacts::Type;
    CHECK(contains(refused(Type::cpu, "GenuineIntel", false), "lock step"));
    CHECK(contains(refused(Type::gpu, "NVIDIA Corporation", false), "lock step"));
    CHECK(contains(refused(Type::gpu, "Intel(R) Corporation", false), "lock step"));
    CHECK(refused(Type::gpu, "NVIDIA Corporation", true) == "");  // with a fence
    CHECK(refused(Type::gpu, "Advanced Micro Devices, Inc.", false) == "");
}

TEST_CASE(
    "a device with small work-groups climbs with smaller ones, and does without what names larger ones") {
    DeviceFacts facts = device().facts();
    facts.max_work_group = 100;
    const Device small = with_facts(device(), facts);
    const Ladder ladder{
        "small", "", Operation::sum, {Element::u32}, {step_of("vectors"), step_of("sequential")}};
    for (const Rung& rung : climb(ladder, {small, {{333, 7, 1}}, {Storage::buffer}, 1})) {
        CHECK(rung.not_run == "");
        CHECK(rung.local == 64);
    }
    Step large = step_of("sequential");
    large.local = 128;
    CHECK(contains(refusal(large, Element::u32, Storage::buffer, facts), "at most 100"));
}

TEST_CASE("the papers' figures stand beside steps, and their shares are the papers'") {
    for (const Published& p : published())
        CHECK_MESSAGE(
            std::any_of(ladders().begin(), ladders().end(),
                        [&](const Ladder& ladder) {
                            return ladder.name == std::string(p.ladder) &&
                                   std::any_of(ladder.steps.begin(), ladder.steps.end(),
                                               [&](const Step& s) { return s.name == std::string(p.step); });
                        }),
            p.ladder << ", " << p.step);
    const auto of_hd5850 = [](Element element) {
        return published("minMax of every type", "built-ins", element, Storage::buffer).at(0);
    };
    CHECK(of_hd5850(Element::i32).share() == doctest::Approx(0.888).epsilon(0.001));
    CHECK(of_hd5850(Element::f32).share() == doctest::Approx(0.887).epsilon(0.001));
    CHECK(published("sum of uint", "vectors of 4", Element::u32, Storage::buffer).at(0).speed_up ==
          doctest::Approx(19.3).epsilon(0.01));
}

TEST_CASE("bench ladder prints a table and writes JSON and a figure") {
    const Scratch folder;
    const Outcome table = bench_program({"ladder", "--size", "33x7,17x3", "--runs", "1", "--storage",
                                         "buffer", "--plot", folder / "ladder.svg"});
    CHECK(table.code == 0);
    for (const char* row :
         {"naive tree", "completely unrolled", "groups of 1024", "built-ins", "FirePro W8000",
          "times the serial loop", "17x3", "not run: wrong without barriers"})
        CHECK_MESSAGE(contains(table.out, row), std::string(row));
    const std::string figure = bytes_of(folder / "ladder.svg");
    CHECK(xml_fault(figure) == "");
    for (const char* part : {"sum of uint, 33x7 elements", "naive tree", "C2050", "17x3"})
        CHECK_MESSAGE(contains(figure, part), std::string(part));

    const Outcome quiet =
        bench_program({"ladder", "--size", "9x9", "--runs", "1", "--json", folder / "ladder.json"});
    CHECK(quiet.code == 0);
    CHECK(quiet.out == "");
    const nlohmann::json json = nlohmann::json::parse(bytes_of(folder / "ladder.json"));
    CHECK(json.at("published").size() > 25);
    std::size_t timed = 0;
    for (const nlohmann::json& result : json.at("results")) {
        CHECK_FALSE(result.contains("failed"));
        if (result.contains("refused")) continue;
        ++timed;
        CHECK(result.at("ms") ==
              doctest::Approx(result.at("kernel_ms").get<double>() + result.at("finish_ms").get<double>()));
    }
    CHECK(timed > 50);
}
