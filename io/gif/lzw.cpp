#include "io/gif/lzw.hpp"

#include <algorithm>

namespace sluice {

std::uint8_t GifCodes::next_byte() {
    if (at_ == size_) {
        std::uint8_t size = 0;
        stream_.take(&size, 1);
        if (size == 0) throw EndOfData();
        at_ = 0;
        size_ = stream_.read(block_.data(), size);
        if (size_ == 0) throw EndOfData();
    }
    return block_[at_++];
}

GifIndices::GifIndices(const FileBytes& file, std::uint64_t at, int bits)
    : codes_(file, at), bits_(bits), clear_(1u << bits), size_(bits + 1), count_(clear_ + 2) {
    for (unsigned i = 0; i < clear_; ++i) last_[i] = static_cast<std::uint8_t>(i);
}

void GifIndices::take_code() {
    const unsigned code = codes_.next(size_);
    if (code == clear_) {
        size_ = bits_ + 1;
        count_ = clear_ + 2;
        before_ = none;
        return;
    }
    if (code == clear_ + 1) throw EndOfData();
    // The entry that this code makes may be the one that it names.
    const bool known = code < clear_ || (code > clear_ + 1 && code < count_);
    if (!known && (code != count_ || before_ == none))
        throw_input("it is a broken GIF: it has an invalid code");
    if (!known) stack_[waiting_++] = first_;
    unsigned at = known ? code : before_;
    for (; at >= clear_; at = prefix_[at]) stack_[waiting_++] = last_[at];
    first_ = static_cast<std::uint8_t>(at);
    stack_[waiting_++] = first_;
    if (before_ != none && count_ < most) {
        prefix_[count_] = static_cast<std::uint16_t>(before_);
        last_[count_] = first_;
        if (++count_ == 1u << size_ && size_ < 12) ++size_;
    }
    before_ = code;
}

namespace {

class GifCoder {
public:
    GifCoder(std::vector<std::uint8_t>& file, int bits) : file_(file), bits_(bits), clear_(1u << bits) {}

    void code(Bytes indices) {
        file_.push_back(static_cast<std::uint8_t>(bits_));
        clear();
        unsigned before = indices[0];
        for (const std::uint8_t index : indices.subspan(1)) {
            const std::uint32_t key = (before << 8 | index) + 1;
            Entry& entry = entry_of(key);
            if (entry.key == key) {
                before = entry.code;
                continue;
            }
            put(before);
            if (count_ < most) {
                entry = {key, count_};
                if (count_++ == 1u << size_) ++size_;
            } else {
                clear();
            }
            before = index;
        }
        put(before);
        // Whoever reads it has made an entry of that, too.
        if (count_ < most && count_ == 1u << size_ && size_ < 12) ++size_;
        put(clear_ + 1);
        if (have_ > 0) put_byte(static_cast<std::uint8_t>(bits_left_));
        end_block();
        file_.push_back(0);
    }

private:
    static constexpr unsigned most = 4096;
    struct Entry {
        std::uint32_t key = 0;  // what it is made of, and 1; 0: free
        unsigned code = 0;
    };

    Entry& entry_of(std::uint32_t key) {
        std::size_t at = key * 2654435761u >> 19;
        while (table_[at].key != 0 && table_[at].key != key) at = (at + 1) % table_.size();
        return table_[at];
    }

    void clear() {
        if (count_ > 0) put(clear_);
        size_ = bits_ + 1;
        if (count_ == 0) put(clear_);
        count_ = clear_ + 2;
        table_.fill({});
    }

    void put(unsigned code) {
        bits_left_ |= code << have_;
        for (have_ += size_; have_ >= 8; have_ -= 8, bits_left_ >>= 8)
            put_byte(static_cast<std::uint8_t>(bits_left_));
    }
    void put_byte(std::uint8_t byte) {
        block_[in_block_++] = byte;
        if (in_block_ == block_.size()) end_block();
    }
    void end_block() {
        if (in_block_ == 0) return;
        file_.push_back(static_cast<std::uint8_t>(in_block_));
        file_.insert(file_.end(), block_.begin(), block_.begin() + static_cast<std::ptrdiff_t>(in_block_));
        in_block_ = 0;
    }

    std::vector<std::uint8_t>& file_;
    int bits_;
    unsigned clear_;
    int size_ = 0;        // bits of the next code
    unsigned count_ = 0;  // codes that have a meaning
    unsigned bits_left_ = 0;
    int have_ = 0;  // of them
    std::array<Entry, 8192> table_{};
    std::array<std::uint8_t, 255> block_{};
    std::size_t in_block_ = 0;
};

}  // namespace

void append_gif_codes(std::vector<std::uint8_t>& file, Bytes indices, int bits) {
    GifCoder(file, bits).code(indices);
}

}  // namespace sluice
