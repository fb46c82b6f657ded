#include "pipeline/batch/shard.hpp"

#include "pipeline/core/decimal_number.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/hash.hpp"
#include "pipeline/core/message.hpp"

#include <cstdlib>
#include <optional>

namespace sluice {
namespace {

constexpr std::size_t most_shards = 1'000'000;

[[noreturn]] void refuse_shard(const Wording& why) {
    throw Error(Error::Kind::usage, "batch", Remedy{"shard"} + (" " + why));
}

Shard shard_of_text(const std::string& text) {
    const std::size_t slash = text.find('/');
    const auto index = slash == std::string::npos ? std::nullopt : decimal_number(text.substr(0, slash));
    const auto count = slash == std::string::npos ? std::nullopt : decimal_number(text.substr(slash + 1));
    const std::string given = in_quotes(text);
    if (!index || !count)
        refuse_shard(given + " is neither I/N, such as 0/4 for the first of four, nor auto");
    if (*count == 0 || *count > most_shards)
        refuse_shard(given + ": the number of shards must be from 1 to " + std::to_string(most_shards));
    if (*index >= *count)
        refuse_shard(given + ": shards are counted from 0, so the last one is " + std::to_string(*count - 1) +
                     "/" + std::to_string(*count));
    return {*index, *count};
}

struct VariablesOfRank {
    const char *index, *count;
};
// Open MPI; MPICH, Intel MPI and srun --mpi=pmi2.
constexpr VariablesOfRank ranks[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                     {"PMI_RANK", "PMI_SIZE"}};

Shard shard_of_rank(const VariablesOfRank& rank, const ReadVariable& variable) {
    const std::string index = variable(rank.index), count = variable(rank.count);
    const auto i = decimal_number(index), n = decimal_number(count);
    if (!i || !n || *i >= *n)
        refuse_shard("auto: " + std::string(rank.index) + " is " + in_quotes(index) + " and " + rank.count +
                     " is " + in_quotes(count) + ", which is no rank of an MPI job; give I/N");
    return {*i, *n};
}

// A task cannot know its place among tasks that are not numbered from 0 without gaps.
Shard shard_of_array(const ReadVariable& variable) {
    const auto number = [&](const std::string& name) {
        const std::string text = variable("SLURM_ARRAY_TASK_" + name);
        const auto value = decimal_number(text);
        if (!value)
            refuse_shard("auto: SLURM_ARRAY_TASK_" + name + " is " +
                         (text.empty() ? "not set" : in_quotes(text)) + "; give I/N");
        return *value;
    };
    const std::size_t id = number("ID"), count = number("COUNT"), least = number("MIN"), most = number("MAX");
    if (least != 0 || most + 1 != count || id >= count)
        refuse_shard("auto: the tasks of the Slurm array are " + std::to_string(count) + ", numbered from " +
                     std::to_string(least) + " to " + std::to_string(most) + "; the array 0-" +
                     std::to_string(count > 0 ? count - 1 : 0) +
                     " numbers them from 0 without gaps. To run single shards again, give I/N");
    return {id, count};
}

}  // namespace

std::size_t shard_of(std::string_view relative_path, std::size_t count) {
    return mixed(fnv1a(relative_path)) % count;
}

bool Shard::has(std::string_view relative_path) const {
    return is_all() || shard_of(relative_path, count) == index;
}

std::string Shard::text() const { return std::to_string(index) + "/" + std::to_string(count); }

std::string own_variable(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value != nullptr ? value : "";
}

Shard shard_from(const std::string& text, const ReadVariable& variable) {
    if (text.empty()) return {};
    if (text != "auto") return shard_of_text(text);
    const bool array = !variable("SLURM_ARRAY_TASK_ID").empty();
    for (const VariablesOfRank& rank : ranks) {
        if (variable(rank.index).empty() && variable(rank.count).empty()) continue;
        const Shard own = shard_of_rank(rank, variable);
        if (!array) return own;
        if (!own.is_all())
            refuse_shard("auto: this is both a task of a Slurm array and one of " +
                         std::to_string(own.count) + " ranks of MPI; give I/N");
    }
    if (array) return shard_of_array(variable);
    if (const std::string index = variable("JOB_COMPLETION_INDEX"); !index.empty())
        refuse_shard("auto: a Kubernetes Job tells its pods their index, but not how many there are; give " +
                     index + "/N in the arguments of the container: $(JOB_COMPLETION_INDEX)/N");
    refuse_shard("auto: this process is no task of a Slurm array and no rank of Open MPI or PMI; give I/N");
}

}  // namespace sluice
