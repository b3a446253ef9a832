// An addon for Node.js that times ada, which Node.js parses URLs with and whose
// functions the program exports. It needs no header of ada: what ada::parse
// returns is only handed on.
//
//	urls(file) → the serializations, joined by newlines
//	time(file, what, rounds, base) → nanoseconds for one URL: of each thousand of them
//	the least time of all rounds counts. They are resolved against base if there is one
#include <node_api.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

struct alignas(16) result {
  char bytes[512];
};
extern "C" {
void ada_parse_into(result *, size_t, const char *, const void *) __asm__(
    "_ZN3ada5parseINS_14url_aggregatorEEEN2tl8expectedIT_NS_6errorsEEESt17basic_string_viewIcSt11char_traitsIcEEPKS4_");
// Which of the two a program exports depends on its compiler.
void destroy_expected(result *) __asm__("_ZN2tl6detail21expected_storage_baseIN3ada14url_aggregatorENS2_6errorsELb0ELb1EED1Ev")
    __attribute__((weak));
void destroy_url(result *) __asm__("_ZN3ada14url_aggregatorD2Ev") __attribute__((weak));
bool ada_can_parse(const char *, size_t);
bool ada_can_parse_with_base(const char *, size_t, const char *, size_t);
void *ada_parse(const char *, size_t);
bool ada_is_valid(void *);
struct ada_string {
  const char *data;
  size_t length;
};
ada_string ada_get_href(void *);
void ada_free(void *);
}

// ada_destroy destroys a result that is a URL: it is what the result begins with.
static void ada_destroy(result *r) { destroy_expected ? destroy_expected(r) : destroy_url(r); }

static std::vector<std::string> lines(const std::string &file) {
  std::ifstream in(file);
  std::vector<std::string> v;
  for (std::string s; std::getline(in, s);) v.push_back(s);
  return v;
}

static std::string text(napi_env env, napi_value v) {
  size_t n = 0;
  napi_get_value_string_utf8(env, v, nullptr, 0, &n);
  std::string s(n + 1, 0);
  napi_get_value_string_utf8(env, v, &s[0], n + 1, &n);
  s.resize(n);
  return s;
}

static napi_value urls(napi_env env, napi_callback_info info) {
  napi_value argv[1], out;
  size_t argc = 1;
  napi_get_cb_info(env, info, &argc, argv, nullptr, nullptr);
  std::string all;
  for (auto &s : lines(text(env, argv[0]))) {
    void *u = ada_parse(s.data(), s.size());
    if (ada_is_valid(u)) {
      ada_string h = ada_get_href(u);
      all.append(h.data, h.length);
    }
    all += '\n';
    ada_free(u);
  }
  napi_create_string_utf8(env, all.data(), all.size(), &out);
  return out;
}

static napi_value time_(napi_env env, napi_callback_info info) {
  napi_value argv[4], out;
  size_t argc = 4;
  napi_get_cb_info(env, info, &argc, argv, nullptr, nullptr);
  auto in = lines(text(env, argv[0]));
  std::string what = text(env, argv[1]);
  int32_t rounds = 0;
  napi_get_value_int32(env, argv[2], &rounds);
  std::string text_of_base = text(env, argv[3]);
  result parsed_base;
  const void *base = nullptr;
  if (!text_of_base.empty()) {
    // A result begins with the URL. It is kept, as Node.js ends soon.
    ada_parse_into(&parsed_base, text_of_base.size(), text_of_base.data(), nullptr);
    base = &parsed_base;
  }
  // What is refused leaves nothing to destroy.
  std::vector<char> good;
  for (auto &s : in) {
    good.push_back(base != nullptr ? ada_can_parse_with_base(s.data(), s.size(), text_of_base.data(), text_of_base.size())
                                   : ada_can_parse(s.data(), s.size()));
  }
  const size_t chunk = 1000;
  std::vector<double> best(in.size() / chunk + 1, 1e300);
  volatile bool valid = false;
  for (int32_t i = 0; i < rounds; i++) {
    for (size_t c = 0; c < best.size(); c++) {
      size_t from = c * chunk, to = std::min(from + chunk, in.size());
      auto start = std::chrono::steady_clock::now();
      for (size_t k = from; k < to; k++) {
        auto &s = in[k];
        if (what == "parse") {
          result r;
          ada_parse_into(&r, s.size(), s.data(), base);
          if (good[k]) ada_destroy(&r);
        } else if (what == "c") {
          ada_free(ada_parse(s.data(), s.size()));
        } else if (base != nullptr) {
          valid = ada_can_parse_with_base(s.data(), s.size(), text_of_base.data(), text_of_base.size());
        } else {
          valid = ada_can_parse(s.data(), s.size());
        }
      }
      best[c] = std::min(best[c], std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
    }
  }
  double sum = 0;
  for (double ns : best) sum += ns;
  napi_create_double(env, sum / double(in.size()), &out);
  return out;
}

NAPI_MODULE_INIT() {
  napi_value f;
  napi_create_function(env, "urls", NAPI_AUTO_LENGTH, urls, nullptr, &f);
  napi_set_named_property(env, exports, "urls", f);
  napi_create_function(env, "time", NAPI_AUTO_LENGTH, time_, nullptr, &f);
  napi_set_named_property(env, exports, "time", f);
  return exports;
}
