#include "pipeline/isolated/isolated_stages.hpp"

#include "pipeline/files/decoded_apart.hpp"
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
    IsolatedRows(Conversation& talk, Warn warn) : talk_(talk), warn_(std::move(warn)) {
        const auto answer = talk_.ask(Ask::rows, {}, most_of_metadata, warn_);
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
            talk_.ask(Ask::next, Packing().add(std::uint64_t{count}).bytes(), most_of_words, warn_);
            const std::byte* const from = talk_.segments()[0]->segment().data();
            for (std::size_t y = 0; y < count; ++y) std::memcpy(rows.row(done + y), from + y * row, row);
            done += count;
            left_ -= count;
        }
    }

private:
    Conversation& talk_;
    Warn warn_;
    ImageFormat format_;
    Metadata metadata_;
    std::size_t left_ = 0;
};

// A file that is open in a worker. It keeps that from call to call where there is a place, else from its
// second call on: then it is opened twice. A stream has a worker for a call at a time; that of stdin is
// everybody's, and remembers what it has read.
class IsolatedFile final : public ImageFile {
public:
    IsolatedFile(Workers& workers, Question question)
        : workers_(workers), question_(std::move(question)), stream_(question_.is_stream()) {
        if (stream_) return;
        place_ = workers.place();
        talk();
        if (place_) return;
        find_costs();
        talk_.reset();
    }

    const ImageHeader& header() override {
        if (!header_) header_ = told(Ask::header, &Unpacking::header);
        return *header_;
    }
    ImageFacts facts(const Warn& warn) override {
        std::optional<Conversation> once;
        Conversation& worker = stream_ ? opened(once, false) : talk();
        const auto answer = worker.ask(Ask::facts, {}, most_of_metadata, warn);
        return worker.trusting_nothing([&] {
            Unpacking words(answer);
            ImageFacts facts = words.facts();
            words.end();
            return facts;
        });
    }
    void read_smaller(const Shrunk& as) override {
        smaller_ = as;
        header_.reset(), memory_.reset(), row_memory_.reset();
        if (talk_) say_smaller(*talk_);
    }
    ReadMemory memory() override {
        if (!memory_) {
            memory_ = told(Ask::memory, &Unpacking::read_memory);
            if (!memory_->placed) memory_->beside += memory_->image;  // the copy into the segment
        }
        return *memory_;
    }
    RowMemory row_memory() override {
        if (!row_memory_) {
            const std::size_t part = row_part(header().format).host_bytes();
            row_memory_ = told(Ask::row_memory, &Unpacking::row_memory);
            row_memory_->bytes += part;
        }
        return *row_memory_;
    }

    HostImage read(const Destination& wanted, const Warn& warn) override {
        std::optional<Conversation> once;
        Conversation& worker = stream_ ? opened(once, true) : talk();
        Packing layout;
        layout.add(std::uint64_t{wanted.layout == Layout::device});
        const auto answer = worker.ask(Ask::read, layout.bytes(), most_of_metadata, warn);
        HostImage image = worker.trusting_nothing([&] {
            Unpacking words(answer);
            return image_of(worker, words);
        });
        if (stream_ && !header_)
            header_ = told_by(worker, Ask::header, &Unpacking::header);  // of a pipe: now or never
        talk_.reset();
        return image;
    }
    std::unique_ptr<RowReader> rows(const Warn& warn) override {
        if (stream_) return ImageFile::rows(warn);
        return std::make_unique<IsolatedRows>(talk(), warn);
    }

private:
    Conversation& opened(std::optional<Conversation>& talk, bool takes_bytes) {
        talk.emplace(workers_, question_, takes_bytes);
        if (smaller_) say_smaller(*talk);
        return *talk;
    }
    Conversation& talk() { return talk_ ? *talk_ : opened(talk_, false); }
    void say_smaller(Conversation& worker) const {
        worker.ask(Ask::smaller, Packing().add(*smaller_).bytes(), most_of_words, {});
    }

    template <class T>
    T told(Ask what, T (Unpacking::*take)()) {
        std::optional<Conversation> once;
        return told_by(stream_ ? opened(once, false) : talk(), what, take);
    }
    template <class T>
    static T told_by(Conversation& worker, Ask what, T (Unpacking::*take)()) {
        const auto answer = worker.ask(what, {}, most_of_words, {});
        return worker.trusting_nothing([&] {
            Unpacking words(answer);
            T told = (words.*take)();
            words.end();
            return told;
        });
    }

    // What is likely to be asked soon. What is wrong is said when it is asked.
    void find_costs() {
        try {
            memory(), row_memory();
        } catch (const Error&) {
        }
    }

    Workers& workers_;
    Question question_;
    bool stream_;
    Workers::Place place_;
    std::optional<Conversation> talk_;
    std::optional<Shrunk> smaller_;
    std::optional<ImageHeader> header_;
    std::optional<ReadMemory> memory_;
    std::optional<RowMemory> row_memory_;
};

}  // namespace

Registry isolated_stages(const Registry& stages, Workers& workers, Isolated which) {
    std::vector<StageDef> all;
    for (const StageDef* stage : stages.all()) {
        all.push_back(*stage);
        const auto* source = stage->as<SourceDef>();
        const auto path = std::find_if(stage->params.begin(), stage->params.end(),
                                       [](const ParamDecl& param) { return param.type == ParamType::path; });
        if (source != nullptr && source->open && path != stage->params.end())
            all.back().of_kind =
                SourceDef{[&workers, which, stage = stage->name, path = path->name,
                           open = source->open](const Values& values) -> std::unique_ptr<ImageFile> {
                    Question question{stage, path, values};
                    if (which == Isolated::dangerous) {
                        if (question.is_stream()) return open(values);
                        try {
                            const DecodersApart here;
                            return open(values);
                        } catch (const DecodedApart&) {
                        }
                    }
                    return std::make_unique<IsolatedFile>(workers, std::move(question));
                }};
    }
    return Registry(std::move(all), stages.batch());
}

}  // namespace sluice::isolated
