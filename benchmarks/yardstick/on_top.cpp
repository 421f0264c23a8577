// Random games of On Top in plain C++, to measure Empile's compiled rules against.
//
// The same rules and the same algorithm: a circle is one number, three bits for the segments of each colour
// and three for the cells still empty, to which a tile's corners add; what a full circle brings is looked up
// by its segments; places that are open and places that touch are sets of bits; all legal moves are listed
// and one of them is chosen uniformly. It is meant to be honestly quick, so it does what a good C++
// programmer would do by hand (sizes fixed for the house board, the smallest state, everything inlined) and
// knows no other board and no teams.
//
//   g++ -O3 -march=native -std=c++20 -pthread on_top.cpp -o on_top

#include "harness.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace {

using harness::Random;

constexpr int kMaxSeats = 4;
constexpr int kColours = 4;
constexpr int kCells = 66, kCircles = 44, kPlaces = 89, kKinds = 12;
constexpr int kTriangles = 10, kPawns = 21;
constexpr int kSegments = 1 << 3 * kColours; // below this bit lie the segments
constexpr int kScored = 7 * kSegments;
constexpr int kNobody = kColours;
constexpr char kLetters[] = "BYRW";
constexpr const char *kTiles[kKinds] = {"BRWY", "BRYW", "BWRY", "BWYR", "BYRW", "BYWR",
                                        "RBWY", "RBYW", "RWYB", "RYWB", "WBYR", "WRYB"};
constexpr std::uint8_t kSupply[kKinds] = {3, 2, 3, 3, 3, 3, 2, 3, 3, 3, 3, 3};
enum On : std::int8_t { kTile = 4, kBlack, kBare }; // below: how many neighbours are empty

struct Places { // a set of places
  std::uint64_t low = 0, high = 0;
  void put(int place) { (place < 64 ? low : high) |= std::uint64_t{1} << (place & 63); }
};

struct Box {
  std::uint8_t cover[kPlaces][2]{};
  std::uint8_t around[kPlaces][4]{}, neighbours[kPlaces]{};
  std::uint8_t corner[kPlaces][4]{};
  std::uint8_t corners[kCells][3]{};
  std::int32_t added[kKinds][2][4]{};
  Places left_open[kPlaces], made_near[kPlaces], first_open, first_near;
  std::uint8_t golden[kCircles]{};
  std::int8_t top[kSegments]{}, height[kSegments]{};
  std::uint32_t placing[kSegments]{};
  std::int8_t first_cell[kCells]{};
  std::int16_t first_circle[kCircles]{};
  std::int8_t first_empty = 0;

  static bool on_board(int x, int y) { return x >= 0 && x <= 7 && y >= 0 && y <= 6 && x + y >= 3 && x + y <= 10; }

  Box() {
    int circle[9][8], cell[2][9][8], circles = 0, cells = 0, places = 0, place_at[kCells][3], of[kCells] = {};
    std::memset(circle, -1, sizeof circle);
    std::memset(cell, -1, sizeof cell);
    for (int y = 6; y >= 0; --y)
      for (int x = 0; x <= 7; ++x)
        if (on_board(x, y)) circle[x][y] = circles++;
    const int corner_x[2][3] = {{1, 1, 0}, {0, 1, 0}}, corner_y[2][3] = {{0, 1, 1}, {0, 0, 1}};
    int round[kCircles] = {};
    for (int up = 0; up < 2; ++up)
      for (int x = 0; x < 8; ++x)
        for (int y = 0; y < 7; ++y) {
          int at[3];
          bool inside = true;
          for (int k = 0; k < 3; ++k) {
            at[k] = circle[x + corner_x[up][k]][y + corner_y[up][k]];
            inside &= at[k] >= 0;
          }
          if (!inside) continue;
          for (int k = 0; k < 3; ++k) corners[cells][k] = at[k], ++round[at[k]];
          cell[up][x][y] = cells++;
        }
    const auto down_at = [&](int x, int y) { return x < 0 || y < 0 ? -1 : cell[0][x][y]; };
    int beside[kCells][3], count[kCells] = {};
    for (int x = 0; x < 8; ++x)
      for (int y = 0; y < 7; ++y) {
        const int u = cell[1][x][y];
        if (u < 0) continue;
        const int downs[3] = {down_at(x - 1, y), down_at(x, y - 1), down_at(x, y)};
        const int way[3][4][2] = {{{x + 1, y}, {x, y + 1}, {x - 1, y + 1}, {x, y}},
                                  {{x, y + 1}, {x, y}, {x + 1, y - 1}, {x + 1, y}},
                                  {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}};
        for (int k = 0; k < 3; ++k) {
          const int d = downs[k];
          if (d < 0) continue;
          beside[u][count[u]++] = d;
          beside[d][count[d]++] = u;
          cover[places][0] = u, cover[places][1] = d;
          for (int c = 0; c < 4; ++c) corner[places][c] = circle[way[k][c][0]][way[k][c][1]];
          place_at[u][of[u]++] = places;
          place_at[d][of[d]++] = places++;
        }
      }
    const auto add_places = [&](Places &set, int c) {
      for (int k = 0; k < of[c]; ++k) set.put(place_at[c][k]);
    };
    for (int p = 0; p < kPlaces; ++p) {
      Places shut;
      for (int own : cover[p]) {
        add_places(shut, own);
        for (int k = 0; k < count[own]; ++k) {
          const int other = beside[own][k];
          if (other == cover[p][0] || other == cover[p][1]) continue;
          around[p][neighbours[p]++] = other;
          add_places(made_near[p], other);
        }
      }
      left_open[p] = {~shut.low, ~shut.high};
      std::sort(around[p], around[p] + neighbours[p]);
    }
    for (int c = 0; c < kCircles; ++c) golden[c] = round[c] < 6;
    for (int t = 0; t < kKinds; ++t)
      for (int turn = 0; turn < 2; ++turn)
        for (int c = 0; c < 4; ++c) {
          const int colour = std::strchr(kLetters, kTiles[t][(c + 2 * turn) % 4]) - kLetters;
          const int segments = 1 + c % 2;
          added[t][turn][c] = (segments << 3 * colour) - segments * kSegments;
        }
    for (int key = 0; key < kSegments; ++key) fill_outcome(key);
    const int start[2] = {cell[1][1][3], cell[0][5][2]};
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
    top[key] = kNobody;
    if (most == 0 || leaders > 1) return;
    top[key] = leader;
    for (int c = 0; c < kColours; ++c)
      if (c == leader || (second > 0 && counts[c] == second)) {
        ++height[key];
        placing[key] |= 1u << 8 * c;
      }
  }
};

const Box kBox;

struct OnTop {
  using Move = std::uint8_t; // place * 2 + turn
  static constexpr int kMostSeats = kMaxSeats;
  static constexpr int kMaxMoves = 2 * kPlaces;
  static constexpr const char *kFigure = "points";
  enum Stage : std::int8_t { kDraw, kLay, kEnd };

  Stage stage = kDraw;
  std::int8_t seat = 0, tile = 0, empty = 0, reserve = 0, in_bag = 0;
  std::int8_t last_top = -1; // the colour on top where a seat's last pawn ended the game
  std::uint8_t bag[kKinds]{};
  std::uint32_t pawns = 0; // not placed yet, a byte a colour
  std::int16_t points[kMaxSeats]{};
  Places open, near;
  std::int16_t circle[kCircles]{};
  std::int8_t cell[kCells]{};

  void reset(int seats) {
    *this = {};
    empty = kBox.first_empty;
    reserve = kTriangles - 2;
    for (int c = 0; c < kColours; ++c) pawns |= static_cast<std::uint32_t>(kPawns - (c < seats)) << 8 * c;
    std::memcpy(bag, kSupply, sizeof bag);
    for (int tiles : kSupply) in_bag += tiles;
    open = kBox.first_open;
    near = kBox.first_near;
    std::memcpy(circle, kBox.first_circle, sizeof circle);
    std::memcpy(cell, kBox.first_cell, sizeof cell);
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
    int kind = 0, reached = 0; // where it falls cannot be foreseen: no way out early
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
    cell[kBox.cover[place][0]] = cell[kBox.cover[place][1]] = kTile;
    open.low &= kBox.left_open[place].low, open.high &= kBox.left_open[place].high;
    near.low |= kBox.made_near[place].low, near.high |= kBox.made_near[place].high;
    std::uint64_t closed = 0; // circles
    const auto close = [&](int at, int added) {
      circle[at] += added;
      closed |= static_cast<std::uint64_t>(circle[at] < kSegments) << at;
    };
    for (int k = 0; k < 4; ++k) close(kBox.corner[place][k], kBox.added[tile][move & 1][k]);
    empty -= 2;
    for (int n = 0; n < kBox.neighbours[place]; ++n) {
      const int at = kBox.around[place][n];
      const int around = cell[at];
      cell[at] = around - (around < kTile);
      if (around != 1) continue; // 1: a hole
      --empty;
      if (reserve > 0) {
        --reserve;
        cell[at] = kBlack;
      } else {
        cell[at] = kBare;
      }
      for (int c : kBox.corners[at]) close(c, -kSegments);
    }
    for (; closed && stage != kEnd; closed &= closed - 1) score(seats, std::countr_zero(closed));
    if (stage != kEnd && (empty == 0 || in_bag == 0)) end(seats);
    seat = seat + 1 < seats ? seat + 1 : 0;
  }

  void score(int seats, int at) {
    const int segments = circle[at];
    circle[at] = segments | kScored;
    const int top = kBox.top[segments];
    if (top == kNobody) return;
    pawns -= kBox.placing[segments];
    if (top < seats) points[top] += kBox.height[segments] << kBox.golden[at];
    const std::uint32_t out = ~(pawns + 0x7F7F7F7Fu) & 0x80808080u;
    if (!out) return;
    if (std::countr_zero(out) < 8 * seats) last_top = top;
    end(seats);
  }

  void end(int seats) {
    stage = kEnd;
    for (int s = 0; s < seats; ++s) points[s] -= left(s);
  }

  bool won(int seats, int s) const {
    const auto worth = [&](int of) { return last_top >= 0 ? points[of] : points[of] * 256 - left(of); };
    const auto stands = [&](int of) { return last_top < 0 || left(of) == 0; };
    if (!stands(s)) return false;
    if (last_top >= 0 && last_top < seats && stands(last_top)) return s == last_top;
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
  return harness::usage("on_top", "base");
}
