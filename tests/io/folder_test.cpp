#include "tests/io/known_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/folder.hpp"
#include "io/read.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

using namespace sluice;

namespace fs = std::filesystem;

namespace {

// The paths of a listing below the folder.
std::vector<std::string> names(const Listing& listing, const TemporaryFolder& folder) {
    std::vector<std::string> result;
    for (const InputFile& file : listing.files)
        result.push_back(fs::path(file.path).lexically_relative(folder / "").string());
    return result;
}

std::vector<std::string> list(const TemporaryFolder& folder, const ListOptions& options) {
    return names(list_inputs({(folder / "").string()}, options), folder);
}

// Root may read everything.
template <class Work>
void as_nobody(Work work) {
    constexpr uid_t nobody = 65534;
    const bool root = ::geteuid() == 0;
    if (root) REQUIRE(::seteuid(nobody) == 0);
    work();
    if (root) REQUIRE(::seteuid(0) == 0);
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a folder lists its pictures, sorted bytewise, those that sluice refuses among them") {
    const TemporaryFolder folder;
    for (const char* name :
         {"b.png", "B.png", "a.JPG", "\xC3\xA4.png", "z.avif", "notes.txt", ".hidden.png", "sub/c.png"})
        folder.put(name, "");
    const Listing listing = list_inputs({(folder / "").string()});
    CHECK(names(listing, folder) == Names{"B.png", "a.JPG", "b.png", "z.avif", "\xC3\xA4.png"});
    CHECK(listing.passed_over == 1);
    CHECK(listing.not_entered == 1);
    CHECK(listing.faults.empty());
    ListOptions options;
    options.skip = {folder / "sub"};
    CHECK(list_inputs({(folder / "").string()}, options).not_entered == 0);
    options.skip.clear();
    options.recursive = true;
    CHECK(list(folder, options) == Names{"B.png", "a.JPG", "b.png", "sub/c.png", "z.avif", "\xC3\xA4.png"});
}

TEST_CASE("paths are kept below the folder that was named, and files keep their name") {
    const TemporaryFolder folder;
    const std::string file = folder.put("one/two/a.png", "").string();
    ListOptions options;
    options.recursive = true;
    const Listing below = list_inputs({(folder / "one").string()}, options);
    REQUIRE(below.files.size() == 1);
    CHECK(below.files[0].relative == "two/a.png");
    const Listing named = list_inputs({file, file});
    REQUIRE(named.files.size() == 1);
    CHECK(named.files[0].relative == "a.png");
    CHECK(named.files[0].path == file);
}

TEST_CASE("a pattern takes names whatever their extension, and paths where it has a slash") {
    const TemporaryFolder folder;
    for (const char* name : {"IMG_1.dat", "IMG_2.png", "other.png", "raw/IMG_3.png", "web/IMG_4.png"})
        folder.put(name, "");
    ListOptions options;
    options.recursive = true;
    options.glob = "IMG_*";
    CHECK(list(folder, options) == Names{"IMG_1.dat", "IMG_2.png", "raw/IMG_3.png", "web/IMG_4.png"});
    options.glob = "[rs]aw/*.png";
    CHECK(list(folder, options) == Names{"raw/IMG_3.png"});
    // A file that is named itself is taken in any case.
    CHECK(list_inputs({(folder / "other.png").string()}, options).files.size() == 1);
}

TEST_CASE("links that lead in circles end, and each folder is listed once") {
    const TemporaryFolder folder;
    folder.put("a/b/x.png", "");
    fs::create_directory_symlink("..", folder / "a/b/up");
    fs::create_directory_symlink("a", folder / "again");
    fs::create_symlink("gone.png", folder / "broken.png");
    fs::create_symlink("a/b/x.png", folder / "link.png");
    ListOptions options;
    options.recursive = true;
    const Listing listing = list_inputs({(folder / "").string()}, options);
    CHECK(names(listing, folder) == Names{"a/b/x.png", "link.png"});
    REQUIRE(listing.faults.size() == 1);
    CHECK(listing.faults[0].path.filename() == "broken.png");
}

TEST_CASE("what cannot be listed is a fault, and the rest is there") {
    const TemporaryFolder folder;
    folder.put("a.png", "");
    REQUIRE(::mkfifo((folder / "pipe.png").c_str(), 0600) == 0);
    const Listing listing = list_inputs({(folder / "").string(), (folder / "missing").string()});
    CHECK(names(listing, folder) == Names{"a.png"});
    REQUIRE(listing.faults.size() == 2);
    CHECK(listing.faults[0].what == "is neither a file nor a folder");
    CHECK(listing.faults[1].what == "there is no such file");
    // A pipe that is named itself is meant.
    CHECK(list_inputs({(folder / "pipe.png").string()}).files.size() == 1);
}

TEST_CASE("folders that cannot be read are faults, wherever they are") {
    const TemporaryFolder folder;
    for (const char* name : {"a.png", "locked/b.png", "open/shut/c.png", "blind/d.png", "blind/sub/e.png"})
        folder.put(name, "");
    fs::permissions(folder / "", fs::perms(0755));
    fs::permissions(folder / "locked", fs::perms(0700));
    fs::permissions(folder / "open/shut", fs::perms(0700));
    fs::permissions(folder / "blind", fs::perms(0744));  // names, but nothing behind them
    ListOptions options;
    options.recursive = true;
    Listing listing;
    as_nobody([&] {
        listing = list_inputs({(folder / "").string(), (folder / "locked").string()}, options);
    });
    CHECK(names(listing, folder) == Names{"a.png"});
    Names faults;
    for (const Listing::Fault& fault : listing.faults) {
        faults.push_back(fault.path.lexically_relative(folder / "").string());
        CHECK(fault.what == "Permission denied");
    }
    CHECK(faults == Names{"blind/d.png", "blind/sub", "locked", "open/shut"});

    fs::create_symlink("loop", folder / "open/loop");
    fs::create_symlink("nothing", folder / "open/dangling");
    listing = list_inputs({(folder / "open").string()}, options);
    REQUIRE(listing.faults.size() == 1);
    CHECK(listing.faults[0].path == folder / "open/loop");
    CHECK(list_inputs({(folder / "open").string()}).faults.empty());
}

TEST_CASE(
    "raw pictures of cameras are listed like others, and refused by name unless they are something else") {
    const TemporaryFolder folder;
    const std::string tiff("II*\0\x08\0\0\0\0\0", 10), png = "\x89PNG\r\n\x1A\n";
    const std::pair<const char*, std::string> raws[] = {{"a.ARW", tiff},
                                                        {"b.nef", tiff},
                                                        {"c.CR2", tiff},
                                                        {"d.dng", tiff},
                                                        {"e.pef", tiff},
                                                        {"f.srw", tiff},
                                                        {"g.raf", "FUJIFILMCCD-RAW 0201"},
                                                        {"h.orf", "IIRO...."},
                                                        {"i.rw2", std::string("IIU\0", 4)},
                                                        {"j.3fr", tiff},
                                                        {"k.cr3", std::string("\0\0\0\x18"
                                                                              "ftypcrx ",
                                                                              12)}};
    for (const auto& [name, bytes] : raws) folder.put(name, bytes);
    folder.put("z.nef", png);
    const Listing listing = list_inputs({(folder / "").string()});
    CHECK(listing.files.size() == 12);
    CHECK(listing.passed_over == 0);
    for (const InputFile& file : listing.files) {
        const std::string path = file.path, refused = refused_by_name(path);
        CAPTURE(path);
        if (path.ends_with("z.nef")) {
            CHECK(refused.empty());
            continue;
        }
        // What is a raw picture for sure is for a decoder to refuse, if there is one.
        if (const Codec* codec = codec_of_content(as_bytes(bytes_of(path)));
            codec != nullptr && codec->isolated) {
            CHECK(refused.empty());
            CHECK(known::error_of([&] { probe(path); }).starts_with(path + ": "));
            continue;
        }
        CHECK(refused.find("raw, which sluice cannot read: convert it to TIFF first") != std::string::npos);
        CHECK(known::error_of([&] { probe(path); }) == path + ": " + refused);
    }
    CHECK(refused_by_name((folder / "a.ARW").string()).find("it is ARW raw") == 0);
}

TEST_CASE("what is passed over is counted by extension") {
    const TemporaryFolder folder;
    for (const char* name : {"a.txt", "b.txt", "c.TXT", "README", "d.png"}) folder.put(name, "");
    ListOptions options;
    options.glob = "*.tif";
    const Listing listing = list_inputs({(folder / "").string()}, options);
    CHECK(listing.files.empty());
    CHECK(listing.passed_extensions ==
          std::map<std::string, std::size_t>{{"", 1}, {".TXT", 1}, {".png", 1}, {".txt", 2}});
}

TEST_CASE("stdin is listed as it is") {
    const Listing listing = list_inputs({"-"});
    REQUIRE(listing.files.size() == 1);
    CHECK(listing.files[0].path == "-");
}

TEST_CASE("folders to skip are left out, however they are written") {
    const TemporaryFolder folder;
    folder.put("in/a.png", "");
    folder.put("out/a.png", "");
    ListOptions options;
    options.recursive = true;
    options.skip = {folder / "in/../out"};
    CHECK(list(folder, options) == Names{"in/a.png"});
}

TEST_CASE("a list of files has one on each line, or each ended by NUL") {
    const TemporaryFolder folder;
    const std::string lines = folder.put("lines", "a.png\r\n\nb c.png\nlast.png").string();
    CHECK(read_list(lines, false) == Names{"a.png", "b c.png", "last.png"});
    const std::string zeros = folder.put("zeros", std::string("a\nb.png\0c.png\0", 14)).string();
    CHECK(read_list(zeros, true) == Names{"a\nb.png", "c.png"});
    const std::string missing = (folder / "missing").string();
    CHECK(known::error_of([&] { read_list(missing, false); }) == missing + ": there is no such file");
}
