// An animated WebP, by libwebp, where CMake has found it: every browser shows such files. Its colours are not limited to 256,
// as those of a GIF are.
#pragma once

#include "common/error.hpp"
#include "common/files.hpp"
#include "common/image.hpp"

#include <filesystem>
#include <memory>
#include <string_view>

#ifdef HAVE_WEBP
#include <webp/encode.h>
#include <webp/mux.h>
#endif

// [animation]
class Animation {
 public:
#ifdef HAVE_WEBP
  static constexpr bool available = true;

  Animation(int width, int height) {
    WebPAnimEncoderOptions options;
    if (!WebPAnimEncoderOptionsInit(&options))
      throw common::Error("libwebp is of another version than its headers.");
    encoder_.reset(WebPAnimEncoderNew(width, height, &options));
    if (!encoder_)
      throw common::Error("libwebp has no memory for an animation of this size.");
  }

  // A frame of RGBA that appears `milliseconds` after the beginning.
  void add(const common::Image& frame, int milliseconds) {
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture))
      throw common::Error("libwebp is of another version than its headers.");
    config.quality = 80.0F;
    config.method = 1; // quick: frames have to be made as fast as they are shown
    picture.use_argb = 1;
    picture.width = frame.width;
    picture.height = frame.height;
    const bool added = WebPPictureImportRGBA(&picture, frame.pixels.data(), 4 * frame.width) &&
                       WebPAnimEncoderAdd(encoder_.get(), &picture, milliseconds, &config);
    WebPPictureFree(&picture);
    if (!added)
      throw common::Error("libwebp could not encode a frame.");
  }

  void save(const std::filesystem::path& file, int end_milliseconds) {
    WebPData data;
    WebPDataInit(&data);
    if (!WebPAnimEncoderAdd(encoder_.get(), nullptr, end_milliseconds, nullptr) ||
        !WebPAnimEncoderAssemble(encoder_.get(), &data))
      throw common::Error("libwebp could not put the frames together.");
    const std::unique_ptr<const std::uint8_t, void (*)(const void*)> bytes(
        data.bytes, [](const void* all) { WebPFree(const_cast<void*>(all)); });
    common::write_text(file, {reinterpret_cast<const char*>(data.bytes), data.size});
  }

 private:
  struct Delete {
    void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
  };
  std::unique_ptr<WebPAnimEncoder, Delete> encoder_;
#else
  static constexpr bool available = false;
  Animation(int, int) {}
  void add(const common::Image&, int) {}
  void save(const std::filesystem::path&, int) {}
#endif
};
// [/animation]
