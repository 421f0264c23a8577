// Random games of On Top in C++ with the lookup tables and bit sets of Empile's rules.
//
// Compared with on_top.cpp, it shows how much of the speed is due to the algorithm. A circle is one number:
// three bits for the segments of each colour and three for the number of empty cells, to which a tile's
// corners are added. A table gives the result of a full circle by its segments, and nothing for others, so
// no branch tests which circles close. Open and adjacent places are bit sets. All legal moves are listed and
// one is chosen uniformly. Optimized by hand: fixed sizes for the standard board, the smallest state,
// everything inlined. Other boards and teams are not supported.
//
//   g++ -O3 -march=native -std=c++20 -pthread on_top_tables.cpp -o on_top_tables

#include "harness.hpp"
#include "on_top_board.hpp"

#include <bit>
#include <cstring>

namespace {

using harness::Random;

using namespace on_top;

constexpr int kSegments = 1 << 3 * kColours; // the segments are below this bit
constexpr int kScored = 7 * kSegments;
enum On : std::int8_t { kTile = 4, kBlack, kBare }; // below: the number of empty neighbours

struct Places { // a set of places
  std::uint64_t low = 0, high = 0;
  void put(int place) { (place < 64 ? low : high) |= std::uint64_t{1} << (place & 63); }
};

struct Params : Board {
  std::uint8_t around[kPlaces][4]{}; // padded with a cell of the place itself
  std::int32_t added[kKinds][2][4]{};
  Places left_open[kPlaces], made_near[kPlaces], first_open, first_near;
  std::uint8_t golden[kCircles]{};
  std::int8_t top[kSegments]{};
  std::int64_t scoring[2][kSegments]{}; // by golden or not: pawns placed, a byte a colour, and above them points
  std::int8_t first_cell[kCells]{};
  std::int16_t first_circle[kCircles]{};
  std::int8_t first_empty = 0;

  Params() {
    int place_at[kCells][3], of[kCells] = {};
    for (int p = 0; p < kPlaces; ++p)
      for (int c : cover[p]) place_at[c][of[c]++] = p;
    const auto add_places = [&](Places &set, int c) {
      for (int k = 0; k < of[c]; ++k) set.put(place_at[c][k]);
    };
    for (int p = 0; p < kPlaces; ++p) {
      Places shut;
      int found = 0;
      std::fill_n(around[p], 4, cover[p][0]);
      for (int own : cover[p]) {
        add_places(shut, own);
        for (int k = 0; k < count[own]; ++k) {
          const int other = beside[own][k];
          if (other == cover[p][0] || other == cover[p][1]) continue;
          around[p][found++] = other;
          add_places(made_near[p], other);
        }
      }
      left_open[p] = {~shut.low, ~shut.high};
      std::sort(around[p], around[p] + found);
    }
    for (int c = 0; c < kCircles; ++c) golden[c] = round[c] < 6;
    for (int t = 0; t < kKinds; ++t)
      for (int turn = 0; turn < 2; ++turn)
        for (int c = 0; c < 4; ++c) {
          const int colour = colour_of(t, (c + 2 * turn) % 4);
          const int segments = 1 + c % 2;
          added[t][turn][c] = (segments << 3 * colour) - segments * kSegments;
        }
    for (int key = 0; key < kSegments; ++key) fill_outcome(key);
    Places shut;
    for (int c = 0; c < kCells; ++c) first_cell[c] = count[c];
    for (int c = 0; c < kCircles; ++c) first_circle[c] = round[c] * kSegments;
    for (int s : start) {
      first_cell[s] = kBlack;
      add_places(shut, s);
      for (int k = 0; k < count[s]; ++k) {
        --first_cell[beside[s][k]];
        add_places(first_near, beside[s][k]);
      }
      for (int c : corners[s]) first_circle[c] -= kSegments;
    }
    for (int p = 0; p < kPlaces; ++p) first_open.put(p);
    first_open.low &= ~shut.low, first_open.high &= ~shut.high;
    first_empty = kCells - 2;
  }

  void fill_outcome(int key) {
    int counts[kColours], most = 0, second = 0, leaders = 0, leader = 0;
    for (int c = 0; c < kColours; ++c) most = std::max(most, counts[c] = key >> 3 * c & 7);
    for (int c = 0; c < kColours; ++c) {
      if (counts[c] == most) ++leaders, leader = c;
      else second = std::max(second, counts[c]);
    }
    if (most == 0 || leaders > 1) return;
    top[key] = leader;
    std::int64_t placed = 0;
    for (int c = 0; c < kColours; ++c)
      if (c == leader || (second > 0 && counts[c] == second)) placed |= std::int64_t{1} << 8 * c;
    for (int g = 0; g < 2; ++g)
      scoring[g][key] = placed + (static_cast<std::int64_t>(std::popcount<std::uint64_t>(placed)) << g << (32 + 8 * leader));
  }
};

const Params kParams;

struct OnTop {
  using Move = std::uint8_t; // place * 2 + turn
  static constexpr int kMostSeats = kMaxSeats;
  static constexpr int kMaxMoves = 2 * kPlaces;
  static constexpr const char *kFigure = "points";
  enum Stage : std::int8_t { kDraw, kLay, kEnd };

  Stage stage = kDraw;
  std::int8_t seat = 0, tile = 0, empty = 0, reserve = 0, in_bag = 0;
  bool last_pawn = false; // a seat's ended the game
  std::uint8_t bag[kKinds]{};
  std::uint32_t pawns = 0; // not placed yet, a byte a colour
  std::int16_t points[kMaxSeats]{};
  Places open, near;
  std::int16_t circle[kCircles]{};
  std::int8_t cell[kCells]{};

  void reset(int seats) {
    *this = {};
    empty = kParams.first_empty;
    reserve = kTriangles - 2;
    for (int c = 0; c < kColours; ++c) pawns |= static_cast<std::uint32_t>(kPawns - (c < seats)) << 8 * c;
    std::memcpy(bag, kSupply, sizeof bag);
    for (int tiles : kSupply) in_bag += tiles;
    open = kParams.first_open;
    near = kParams.first_near;
    std::memcpy(circle, kParams.first_circle, sizeof circle);
    std::memcpy(cell, kParams.first_cell, sizeof cell);
  }

  bool over() const { return stage == kEnd; }
  bool deciding() const { return stage == kLay; }
  int figure(int s) const { return points[s]; }
  int left(int s) const { return pawns >> 8 * s & 255; }

  static Move *list(Move *end, std::uint64_t places, int first) {
    for (; places; places &= places - 1) {
      const int move = (first + std::countr_zero(places)) * 2;
      *end++ = move;
      *end++ = move + 1;
    }
    return end;
  }

  int legal(int, Move *out) const {
    return static_cast<int>(list(list(out, open.low & near.low, 0), open.high & near.high, 64) - out);
  }

  void happen(int, Random &random) {
    const int drawn = random.below(in_bag);
    int kind = 0, reached = 0; // the result is unpredictable, so no early exit
    for (int k = 0; k < kKinds - 1; ++k) {
      reached += bag[k];
      kind += drawn >= reached;
    }
    --bag[kind];
    --in_bag;
    tile = kind;
    stage = kLay;
  }

  void apply(int seats, Move move) {
    const int place = move >> 1;
    stage = kDraw;
    cell[kParams.cover[place][0]] = cell[kParams.cover[place][1]] = kTile;
    open.low &= kParams.left_open[place].low, open.high &= kParams.left_open[place].high;
    near.low |= kParams.made_near[place].low, near.high |= kParams.made_near[place].high;
    std::int64_t outcome = 0;
    const auto change = [&](int at, int added) {
      const int after = circle[at] + added;
      const bool full = after < kSegments;
      circle[at] = after + full * kScored;
      outcome += kParams.scoring[kParams.golden[at]][after * full];
    };
    for (int k = 0; k < 4; ++k) change(kParams.corner[place][k], kParams.added[tile][move & 1][k]);
    unsigned made = 0;
    for (int n = 0; n < 4; ++n) {
      const int at = kParams.around[place][n];
      const int around = cell[at];
      cell[at] = around - (around < kTile);
      made |= (around == 1) << n; // 1: a hole
    }
    empty -= 2 + std::popcount(made);
    for (unsigned holes = made; holes; holes &= holes - 1) {
      const int at = kParams.around[place][std::countr_zero(holes)];
      cell[at] = reserve > 0 ? kBlack : kBare;
      reserve -= reserve > 0;
      for (int c : kParams.corners[at]) change(c, -kSegments);
    }
    if (out(pawns - static_cast<std::uint32_t>(outcome)))
      score_to_the_end(seats, place, made);
    else
      give(outcome);
    if (stage != kEnd && (empty == 0 || in_bag == 0)) end(seats);
    seat = seat + 1 < seats ? seat + 1 : 0;
  }

  // A bit in the byte of each colour without a pawn left.
  static std::uint32_t out(std::uint32_t pawns) { return ~(pawns + 0x7F7F7F7Fu) & 0x80808080u; }

  void give(std::int64_t outcome) {
    pawns -= static_cast<std::uint32_t>(outcome);
    for (int c = 0; c < kColours; ++c) points[c] += outcome >> (32 + 8 * c) & 255;
  }

  // Scores the circles that closed one by one, up to a colour's last pawn.
  void score_to_the_end(int seats, int place, unsigned holes) {
    std::uint64_t closed = 0;
    const auto find = [&](int at) {
      if (circle[at] < kScored) return;
      circle[at] -= kScored;
      closed |= std::uint64_t{1} << at;
    };
    for (int at : kParams.corner[place]) find(at);
    for (; holes; holes &= holes - 1)
      for (int at : kParams.corners[kParams.around[place][std::countr_zero(holes)]]) find(at);
    for (; closed && stage != kEnd; closed &= closed - 1) score(seats, std::countr_zero(closed));
  }

  void score(int seats, int at) {
    const int segments = circle[at];
    circle[at] = segments | kScored;
    const std::int64_t outcome = kParams.scoring[kParams.golden[at]][segments];
    const std::int64_t seconds = static_cast<std::uint32_t>(outcome) - (outcome ? std::int64_t{1} << 8 * kParams.top[segments] : 0);
    give(out(pawns - static_cast<std::uint32_t>(seconds)) ? seconds : outcome);
    if (!out(pawns)) return;
    last_pawn = std::countr_zero(out(pawns)) < 8 * seats;
    end(seats, last_pawn);
  }

  void end(int seats, bool deduct = true) {
    stage = kEnd;
    for (int s = 0; deduct && s < seats; ++s) points[s] -= left(s);
  }

  bool won(int seats, int s) const {
    const auto worth = [&](int of) { return last_pawn ? points[of] : points[of] * 256 - left(of); };
    const auto stands = [&](int of) { return !last_pawn || left(of) == 0; };
    if (!stands(s)) return false;
    for (int other = 0; other < seats; ++other)
      if (stands(other) && worth(other) > worth(s)) return false;
    return true;
  }
};

} // namespace

int main(int argc, char **argv) {
  if (argc >= 5 && std::string(argv[3]) == "base") {
    const int status = harness::answer<OnTop>(argc, argv);
    if (status >= 0) return status;
  }
  return harness::usage("on_top_tables", "base");
}
