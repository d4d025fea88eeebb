#include "exercise.hpp"

std::map<std::size_t, Numbers> run_pipeline(const cl::Context& context, const cl::Device& device,
                                            const cl::Program& program,
                                            const std::string& description,
                                            const std::vector<Numbers>& inputs) {
  (void)context;
  (void)device;
  (void)program;
  (void)description;
  (void)inputs;
  return {};
}
