#include "pipeline/isolated/isolated_stages.hpp"

#include "pipeline/files/input.hpp"
#include "pipeline/isolated/conversation.hpp"
#include "pipeline/isolated/parcel.hpp"
#include "pipeline/isolated/row_part.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace sluice::isolated {
namespace {

HostImage image_of(Conversation& talk, Unpacking& answer) {
    const ImageFormat format = answer.format();
    const Layout layout = answer.flag() ? Layout::device : Layout::packed;
    const std::uint64_t number = answer.number_below(talk.segments().size());
    Metadata metadata = answer.metadata();
    answer.end();
    try {
        HostImage image(format, {layout, talk.segments()[number]});
        talk.hand_over(number);
        image.metadata = std::move(metadata);
        return image;
    } catch (const std::bad_alloc&) {  // it has no room there
        refuse_answer();
    }
}

// Rows come part by part through one segment, and are copied from there to where they are wanted.
class IsolatedRows : public RowReader {
public:
    IsolatedRows(Workers& workers, Question question, const Warn& warn)
        : question_(std::move(question)), talk_(workers, question_, warn, false) {
        const auto answer = talk_.ask(Ask::open, {}, most_of_metadata);
        talk_.trusting_nothing([&] {
            Unpacking words(answer);
            format_ = words.format();
            metadata_ = words.metadata();
            words.end();
            if (talk_.segments().size() != 1 ||
                talk_.segments()[0]->segment().bytes() < row_part(format_).host_bytes())
                refuse_answer();
        });
        left_ = format_.rows();
    }

    const ImageFormat& format() const override { return format_; }
    const Metadata& metadata() const override { return metadata_; }
    void read(const HostView& rows) override {
        const std::size_t part = row_part(format_).height, row = format_.host_bytes() / format_.rows();
        for (std::size_t done = 0; done < rows.format.rows();) {
            const std::size_t count = std::min({part, rows.format.rows() - done, left_});
            if (count == 0) throw_input("it has no more rows");
            Packing wanted;
            wanted.add(std::uint64_t{count});
            talk_.ask(Ask::next, wanted.bytes(), most_of_words);
            const std::byte* const from = talk_.segments()[0]->segment().data();
            for (std::size_t y = 0; y < count; ++y) std::memcpy(rows.row(done + y), from + y * row, row);
            done += count;
            left_ -= count;
        }
    }

private:
    Question question_;
    Conversation talk_;
    ImageFormat format_;
    Metadata metadata_;
    std::size_t left_ = 0;
};

// Asks a worker what a Source does.
class Asking {
public:
    Asking(Workers& workers, std::string stage, std::string path_param)
        : workers_(workers), stage_(std::move(stage)), path_param_(std::move(path_param)) {}

    template <class Take>
    auto header(Ask what, const Values& values, const std::optional<ImageFormat>& format, Take take) const {
        const Question question = of(values);
        Conversation talk(workers_, question, {}, false);
        Packing more;
        if (format) more.add(*format);
        const auto answer = talk.ask(what, more.bytes(), most_of_words);
        return talk.trusting_nothing([&] {
            Unpacking words(answer);
            auto result = take(words);
            words.end();
            return result;
        });
    }

    HostImage decode(const Values& values, const Destination& wanted, const Warn& warn) const {
        const Question question = of(values);
        Conversation talk(workers_, question, warn, true);
        Packing more;
        more.add(std::uint64_t{wanted.layout == Layout::device});
        const auto answer = talk.ask(Ask::decode, more.bytes(), most_of_metadata);
        return talk.trusting_nothing([&] {
            Unpacking words(answer);
            return image_of(talk, words);
        });
    }

    std::unique_ptr<RowReader> open(const Values& values, const Warn& warn) const {
        return std::make_unique<IsolatedRows>(workers_, of(values), warn);
    }

private:
    Question of(const Values& values) const { return {stage_, path_param_, values}; }

    Workers& workers_;
    std::string stage_, path_param_;
};

SourceDef isolated(const Asking& asking) {
    SourceDef result;
    result.probe = [asking](const Values& values) {
        return asking.header(Ask::probe, values, {}, [](Unpacking& words) { return words.header(); });
    };
    result.decode = [asking](const Values& values, const Destination& wanted, const Warn& warn) {
        return asking.decode(values, wanted, warn);
    };
    result.memory = [asking](const Values& values, const ImageFormat& format) {
        return asking.header(Ask::memory, values, format, [](Unpacking& words) {
            ReadMemory memory = words.read_memory();
            if (!memory.placed) memory.beside += memory.image;  // the copy into the segment
            return memory;
        });
    };
    result.rows = [asking](const Values& values, const ImageFormat& format) {
        return asking.header(Ask::rows, values, format, [&format](Unpacking& words) {
            RowMemory memory = words.row_memory();
            memory.bytes += row_part(format).host_bytes();
            return memory;
        });
    };
    result.open = [asking](const Values& values, const Warn& warn) { return asking.open(values, warn); };
    return result;
}

}  // namespace

Registry isolated_stages(const Registry& stages, Workers& workers) {
    std::vector<StageDef> all;
    for (const StageDef* stage : stages.all()) {
        all.push_back(*stage);
        const auto* source = stage->as<SourceDef>();
        const auto path = std::find_if(stage->params.begin(), stage->params.end(),
                                       [](const ParamDecl& param) { return param.type == ParamType::path; });
        if (source != nullptr && source->decode && path != stage->params.end())
            all.back().of_kind = isolated(Asking(workers, stage->name, path->name));
    }
    return Registry(std::move(all));
}

}  // namespace sluice::isolated
