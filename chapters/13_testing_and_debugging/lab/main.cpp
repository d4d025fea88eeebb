// Chapter 13: testing and debugging. Checks that can fail, and a museum of broken programs.
//
//   13_testing_and_debugging_lab                            all experiments, then the whole museum
//   13_testing_and_debugging_lab --only checks,tolerance    some of them
//   13_testing_and_debugging_lab --exhibit missing-barrier  one exhibit in full
//   13_testing_and_debugging_lab --demo nan-blind           make a mistake on purpose
//   13_testing_and_debugging_lab --plot in.json out.svg     draw the errors of sums
//
// checks.cpp and sums.cpp ask what a check must do; look.cpp looks inside a running kernel. The
// museum is the table in museum.cpp; its exhibits are in kernel_exhibits.cpp, host_exhibits.cpp and
// sanitized.c, and the tools that find them in tools.cpp.

#include "lab.hpp"
#include "museum.hpp"

#include <CLI/CLI.hpp>

namespace {

struct Options {
  std::string exhibit;
  std::string act, version = "broken"; // for the program's own children
  std::vector<std::string> plot;
  bool with_tool = false, wrong_call = false;

  void add_to(CLI::App& app) {
    const std::vector<std::string> ids = exhibit_ids();
    app.add_option("--exhibit", exhibit, "show one exhibit of the museum in full")
        ->check(CLI::IsMember(ids))
        ->excludes("--only", "--demo", "--json");
    app.add_option("--plot", plot, "draw the errors of sums that --json has written, as SVG")
        ->type_name("FILE.json FILE.svg")
        ->expected(2)
        ->excludes("--only", "--demo", "--json", "--exhibit");
    app.add_option("--act", act)->check(CLI::IsMember(ids))->group("");
    app.add_option("--version", version)->check(CLI::IsMember({"broken", "mended"}))->group("");
    app.add_flag("--with-tool", with_tool)->group("");
    app.add_flag("--wrong-call", wrong_call)->group("");
  }

  std::optional<int> run(const Lab& lab) const {
    if (!plot.empty()) {
      draw_sums(plot[0], plot[1]);
      return common::exit_passed;
    }
    if (wrong_call)
      return make_a_wrong_call(lab);
    if (!act.empty())
      return act_in_child(lab, act,
                          {version == "broken" ? Version::broken : Version::mended, with_tool});
    if (!exhibit.empty())
      return show_exhibit(lab, exhibit);
    return {};
  }
};

} // namespace

int main(int argc, char** argv) {
  Options options;
  return harness::run_experiment_program(
      argc, argv,
      {"13_testing_and_debugging",
       "Checks that can fail, and a museum of broken programs, each found with a tool and mended.",
       {
           {"checks", "Which check notices which mistake?", which_check_notices_which_mistake},
           {"sums", "How wrong may a sum be?", how_wrong_may_a_sum_be},
           {"tolerance", "Which tolerance?", which_tolerance},
           {"look", "How do I look inside?", how_do_i_look_inside},
           {"museum", "What finds which mistake?", what_finds_which_mistake},
       },
       demos(),
       [&](CLI::App& app) { options.add_to(app); },
       [&](const Lab& lab) { return options.run(lab); }});
}
