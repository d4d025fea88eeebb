// Tables, bars, units, JSON files.

#include "harness/system/report.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <limits>
#include <stdexcept>

using harness::Table;
using tests::contains;

TEST_CASE("report: columns line up, also with letters of several bytes") {
  Table table({{"name"}, {"time", Table::Align::right}, {"note"}});
  table.add({"größe", "1.0", "x"});
  table.add({"a", "100.25"});
  CHECK(table.text() == "name     time  note\n"
                        "-----  ------  ----\n"
                        "größe     1.0  x\n"
                        "a      100.25\n");
}

TEST_CASE("report: an empty table has its titles, a row too long is a mistake") {
  Table table({{"a"}, {"b"}});
  CHECK(table.text() == "a  b\n-  -\n");
  CHECK_THROWS_AS(table.add({"1", "2", "3"}), std::logic_error);
  CHECK(table.text() == "a  b\n-  -\n");
}

TEST_CASE("report: the width of UTF-8") {
  CHECK(harness::display_width("") == 0);
  CHECK(harness::display_width("abc") == 3);
  CHECK(harness::display_width("größe") == 5);
  CHECK(harness::display_width("█▌") == 2);
}

TEST_CASE("report: bars") {
  CHECK(harness::bar(1.0, 1.0, 4) == "████");
  CHECK(harness::bar(0.5, 1.0, 4) == "██");
  CHECK(harness::bar(0.5625, 1.0, 2) == "█▏");
  CHECK(harness::bar(7.0, 1.0, 3) == "███"); // never longer than it may be
  CHECK(harness::bar(1.0, 8.0, 1) == "▏");
  for (const double value : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()})
    CHECK(harness::bar(value, 1.0).empty());
  CHECK(harness::bar(1.0, 0.0).empty());
  CHECK(harness::display_width(harness::bar(1.0, 1.0)) == 30);
  for (int eighths = 0; eighths <= 80; ++eighths)
    CHECK(harness::display_width(harness::bar(eighths, 80.0, 10)) == std::size_t(eighths + 7) / 8);
}

TEST_CASE("report: durations with three digits and a unit") {
  CHECK(harness::duration_text(0.0005) == "0.50 us");
  CHECK(harness::duration_text(0.012345) == "12.3 us");
  CHECK(harness::duration_text(0.456) == "456 us");
  CHECK(harness::duration_text(1.0) == "1.00 ms");
  CHECK(harness::duration_text(12.345) == "12.3 ms");
  CHECK(harness::duration_text(9.996) == "10.0 ms");
  CHECK(harness::duration_text(123.4) == "123 ms");
  CHECK(harness::duration_text(1200.0) == "1.20 s");
}

TEST_CASE("report: sizes in powers of 1024") {
  CHECK(harness::size_text(0) == "0 B");
  CHECK(harness::size_text(1023) == "1023 B");
  CHECK(harness::size_text(4096) == "4.00 KiB");
  CHECK(harness::size_text(1.5 * (1 << 30)) == "1.50 GiB");
  CHECK(harness::size_text(123.4 * (1 << 20)) == "123 MiB");
  CHECK(contains(harness::size_text(1e18), "TiB"));
}

TEST_CASE("report: JSON is written whole") {
  const tests::TemporaryDirectory directory;
  const auto file = directory.path / "out.json";
  const nlohmann::json document{{"a", 1}, {"b", {1.5, nullptr}}, {"c", "ü"}};
  harness::write_json(file.string(), document);
  CHECK(tests::json_from(file) == document);
  CHECK(common::read_text(file).back() == '\n');
  harness::write_json(file.string(), {{"a", 2}});
  CHECK(tests::json_from(file).at("a") == 2);
  CHECK(directory.files() == std::vector<std::string>{"out.json"});
  CHECK(tests::output_of([&] { harness::write_json("-", {{"a", 3}}); }) == "{\n  \"a\": 3\n}\n");
}

TEST_CASE("report: a JSON file that cannot be written is complained about and leaves nothing") {
  const tests::TemporaryDirectory directory;
  directory.write("file", "a file");
  tests::fs::create_directories(directory.path / "directory/inside");
  for (const std::string name : {"file/out.json", "no such directory/out.json", "directory"}) {
    const std::string path = (directory.path / name).string();
    const std::string message = tests::message_of<common::Error>([&] {
      harness::write_json(path, {{"a", 1}});
    });
    CHECK(contains(message, path));
    CHECK(contains(message, "cannot write"));
    CHECK(directory.files() == std::vector<std::string>{"file"});
  }
  CHECK(common::read_text(directory.path / "file") == "a file");
}

TEST_CASE("report: text that is no UTF-8 does not end a program") {
  // Names of devices come from drivers, in whatever encoding these like.
  const tests::TemporaryDirectory directory;
  const auto file = directory.path / "out.json";
  harness::write_json(file.string(), {{"name", "Intel\xAE"}});
  CHECK(contains(tests::json_from(file).at("name").get<std::string>(), "Intel"));
}

TEST_CASE("report: a device in JSON") {
  const cl::Device device = common::pick_device();
  const nlohmann::json document = harness::device_json(device);
  for (const char* key : {"name", "platform", "driver", "version"}) {
    CAPTURE(key);
    CHECK_FALSE(document.at(key).get<std::string>().empty());
    CHECK(document.at(key).get<std::string>().find('\0') == std::string::npos);
  }
  CHECK(document.at("compute_units") == device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
}

TEST_CASE("report: progress is for terminals only") {
  CHECK(tests::output_of([] {
          harness::Progress progress("working");
          progress.show("step 1");
        }).empty());
}
