// Random games of Block Ness in C++: a baseline for Empile's compiled rules.
//
// A plain algorithm: arrays, a walk along the four lines from each near hole, all legal moves listed,
// one chosen uniformly. Optimized by hand: fixed sizes for the standard lake and rings, the smallest
// state, everything inlined. Other lakes and rings are not supported.
//
//   g++ -O3 -march=native -std=c++20 -pthread block_ness.cpp -o block_ness

#include "harness.hpp"

#include <cstring>

namespace {


constexpr int kMaxSeats = 4;
constexpr int kSize = 12;                     // columns and rows of the lake
constexpr int kStride = kSize + 2;            // two holes of shore between rows
constexpr int kHoles = (kSize + 4) * kStride; // and two rows of it on either side
constexpr int kRings = 9;       // of a set, without the start ring
constexpr int kMaxDistance = 5; // of a standard ring
constexpr std::uint8_t kEnd = 64;
constexpr std::uint8_t kShore = 255;
constexpr int kStep[4] = {1, kStride, -1, -kStride};

struct Ring {
  std::uint8_t distance, height;
};

constexpr Ring kSets[kMaxSeats][kRings + 1] = {
    {{2, 1}, {2, 2}, {4, 2}, {2, 3}, {5, 3}, {2, 4}, {3, 4}, {3, 5}, {4, 5}, {3, 6}},
    {{3, 1}, {2, 2}, {4, 2}, {3, 3}, {4, 3}, {2, 4}, {3, 4}, {2, 5}, {5, 5}, {3, 6}},
    {{4, 1}, {3, 2}, {4, 2}, {2, 3}, {3, 3}, {2, 4}, {4, 4}, {2, 5}, {5, 5}, {3, 6}},
    {{5, 1}, {2, 2}, {3, 2}, {3, 3}, {5, 3}, {2, 4}, {4, 4}, {2, 5}, {3, 5}, {4, 6}},
};

struct Choice {
  std::uint8_t end;    // 0 head, 1 tail
  std::uint8_t near;   // hole of the near foot
  std::uint8_t way;    // direction to the far foot
  std::uint8_t distance, height;
};

// kReach: how far the near foot is from the end, 1 in the base game and 2 in the expert one.
template <int kReach> struct BlockNess {
  using Move = Choice;
  static constexpr int kMostSeats = kMaxSeats;
  static constexpr int kMaxMoves = 64 * 4; // start rings: at most 4 ways from each of 8 x 8 holes
  static constexpr const char *kFigure = "laid";

  std::uint8_t top[kHoles]; // 0 free, else the greatest height there (+ kEnd), or kShore
  std::int8_t seat;         // to act, -1 when the game is over
  std::uint8_t laid;
  std::uint8_t end[kMaxSeats][2];
  std::uint8_t head_height[kMaxSeats];
  std::uint8_t score[kMaxSeats];
  std::uint8_t heights[kMaxSeats][kMaxDistance + 1]; // bit h: a ring distance.h is in reserve
  std::uint8_t tallest[kMaxSeats][kMaxDistance + 2]; // of rings of at least this length

  void reset(int seats) {
    std::memset(this, 0, sizeof *this);
    std::memset(top, kShore, sizeof top);
    const int margin = 4 - seats; // two seats play on 8 x 8, three on 10 x 10, four on 12 x 12
    for (int row = margin; row < kSize - margin; ++row)
      std::memset(top + (row + 2) * kStride + margin, 0, kSize - 2 * margin);
    for (int s = 0; s < seats; ++s) {
      for (int r = 1; r <= kRings; ++r)
        heights[s][kSets[s][r].distance] |= static_cast<std::uint8_t>(1 << kSets[s][r].height);
      find_tallest(s);
    }
  }

  void find_tallest(int s) {
    int all = 0;
    for (int d = kMaxDistance; d > 0; --d) {
      all |= heights[s][d];
      tallest[s][d] = all ? static_cast<std::uint8_t>(31 - __builtin_clz(all)) : 0;
    }
  }

  int legal_starts(Choice *out) const {
    const Ring ring = kSets[static_cast<int>(seat)][0];
    constexpr int first = 2, last = 9; // the deep water
    int count = 0;
    for (int row = first; row <= last; ++row)
      for (int column = first; column <= last; ++column) {
        const int tail = (row + 2) * kStride + column;
        if (top[tail]) continue;
        const int room[4] = {last - column, last - row, column - first, row - first};
        for (int way = 0; way < 4; ++way) {
          if (ring.distance > room[way] || top[tail + ring.distance * kStep[way]]) continue;
          bool open = true;
          for (int k = 1; k < ring.distance; ++k) open &= top[tail + k * kStep[way]] < ring.height;
          if (open)
            out[count++] = {0, static_cast<std::uint8_t>(tail), static_cast<std::uint8_t>(way),
                            ring.distance, ring.height};
        }
      }
    return count;
  }

  // With kFirst: stops at the first move found and writes none.
  template <bool kFirst>
  int legal_plays(int s, Choice *out) const {
    if (!tallest[s][1]) return 0;
    int count = 0;
    for (int e = 0; e < 2; ++e) {
      const int old = end[s][e];
      for (int near_way = 0; near_way < 4; ++near_way) {
        const int near = old + kReach * kStep[near_way];
        if (top[near]) continue;
        for (int way = 0; way < 4; ++way) {
          int hole = near, highest = 0;
          for (int d = 1; d <= kMaxDistance && highest < tallest[s][d]; ++d) {
            hole += kStep[way];
            int there = top[hole];
            if (there == 0) {
              for (int fit = heights[s][d] >> (highest + 1) << (highest + 1); fit; fit &= fit - 1) {
                if constexpr (kFirst) return 1;
                out[count++] = {static_cast<std::uint8_t>(e), static_cast<std::uint8_t>(near),
                                static_cast<std::uint8_t>(way), static_cast<std::uint8_t>(d),
                                static_cast<std::uint8_t>(__builtin_ctz(fit))};
              }
            } else {
              if (hole == old) there -= kEnd;
              if (there > highest) highest = there;
            }
          }
        }
      }
    }
    return count;
  }

  int legal(int seats, Choice *out) const {
    return laid < seats ? legal_starts(out) : legal_plays<false>(seat, out);
  }

  int put(int s, const Choice &move) {
    const int step = kStep[move.way];
    int hole = move.near;
    for (int k = 0; k < move.distance; ++k, hole += step) top[hole] = move.height;
    top[hole] = move.height + kEnd;
    ++laid;
    ++score[s];
    return hole;
  }

  void apply(int seats, const Choice &move) {
    int s = seat;
    if (laid < seats) {
      end[s][0] = static_cast<std::uint8_t>(put(s, move));
      end[s][1] = move.near;
      top[move.near] += kEnd;
      head_height[s] = move.height;
      if (s + 1 < seats) {
        ++seat;
        return;
      }
    } else {
      top[end[s][move.end]] -= kEnd;
      end[s][move.end] = static_cast<std::uint8_t>(put(s, move));
      if (move.end == 0) head_height[s] = move.height;
      // No standard set has a ring twice.
      heights[s][move.distance] &= static_cast<std::uint8_t>(~(1 << move.height));
      find_tallest(s);
    }
    for (int k = 1; k <= seats; ++k) {
      const int other = (s + k) % seats;
      if (legal_plays<true>(other, nullptr)) {
        seat = static_cast<std::int8_t>(other);
        return;
      }
    }
    seat = -1;
  }

  bool over() const { return seat < 0; }
  bool deciding() const { return seat >= 0; }
  void happen(int, harness::Random &) {} // there is no chance
  int figure(int s) const { return score[s]; }
  int worth(int s) const { return score[s] * 16 + head_height[s]; }
  bool won(int seats, int s) const {
    for (int other = 0; other < seats; ++other)
      if (worth(other) > worth(s)) return false;
    return true;
  }
};

} // namespace

int main(int argc, char **argv) {
  const std::string variant = argc >= 5 ? argv[3] : "";
  int status = -1;
  if (variant == "base") status = harness::answer<BlockNess<1>>(argc, argv);
  if (variant == "expert") status = harness::answer<BlockNess<2>>(argc, argv);
  return status < 0 ? harness::usage("block_ness", "base|expert") : status;
}
