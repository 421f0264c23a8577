// Random games of On Top in C++: a baseline for Empile's compiled rules.
//
// A plain algorithm: an array holds what is on each cell and the colours of its corners; a list holds the
// places where a tile fits. A circle (intersection) is evaluated once no cell around it is empty, by
// counting the colours in the corners of its cells. All legal moves are listed and one is chosen uniformly.
// Optimized by hand: fixed sizes for the standard board, small integers, precomputed neighbours with a
// sentinel, an incrementally updated list of places, evaluation only of circles at newly filled cells,
// everything inlined. Other boards and teams are not supported. on_top_tables.cpp uses bit sets and tables of
// outcomes instead.
//
//   g++ -O3 -march=native -std=c++20 -pthread on_top.cpp -o on_top

#include "harness.hpp"
#include "on_top_board.hpp"

#include <algorithm>
#include <cstring>

namespace {

using harness::Random;

using namespace on_top;

constexpr int kWall = kCells; // sentinel beyond the edge
constexpr std::int8_t kNoColour = kColours;
enum On : std::int8_t { kEmpty, kTile, kTriangle, kBare };

struct Geometry : Board {
  struct Corner {
    std::uint8_t cell, number; // which of the cell's corners
  };
  Corner around[kCircles][6]{};              // the corners at a circle
  std::uint8_t place[kCells][3]{};           // that a cell makes with each neighbour
  std::uint8_t tile_corner[kPlaces][2][3]{}; // which corner of a tile lies in each corner of a place's cells
  std::int8_t colours[kKinds][4]{};

  Geometry() {
    int cells_of[kCircles] = {};
    for (auto &corners_there : around) std::fill_n(corners_there, 6, Corner{kWall, 0});
    for (int c = 0; c < kCells; ++c) {
      for (int k = count[c]; k < 3; ++k) beside[c][k] = kWall;
      for (int k = 0; k < 3; ++k) {
        const int at = corners[c][k];
        around[at][cells_of[at]++] = {static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(k)};
      }
    }
    for (int p = 0; p < kPlaces; ++p)
      for (int half = 0; half < 2; ++half) {
        const int own = cover[p][half], other = cover[p][1 - half];
        place[own][std::find(beside[own], beside[own] + 3, other) - beside[own]] = p;
        for (int k = 0; k < 3; ++k)
          tile_corner[p][half][k] = std::find(corner[p], corner[p] + 4, corners[own][k]) - corner[p];
      }
    for (int t = 0; t < kKinds; ++t)
      for (int c = 0; c < 4; ++c) colours[t][c] = colour_of(t, c);
  }
};

const Geometry kBoard;

// Inserts a number into an ascending list.
template <class Number>
void insert(Number *list, int count, int number) {
  for (; count > 0 && list[count - 1] > number; --count) list[count] = list[count - 1];
  list[count] = number;
}

struct OnTop {
  using Move = std::uint8_t; // place * 2 + turn
  static constexpr int kMostSeats = kMaxSeats;
  static constexpr int kMaxMoves = 2 * kPlaces;
  static constexpr const char *kFigure = "points";
  enum Stage : std::int8_t { kDraw, kLay, kEnd };

  Stage stage = kDraw;
  std::int8_t seat = 0, tile = 0, empty = kCells, reserve = kTriangles;
  bool last_pawn = false; // a seat's ended the game
  std::uint8_t bag[kTiles]{}, in_bag = 0; // by kind
  std::int8_t left[kColours]{};           // pawns not placed yet
  std::int16_t points[kColours]{};
  std::uint8_t free[kPlaces]{}, places = 0; // where a tile fits, ascending
  On on[kCells + 1]{};
  bool near[kCells + 1]{}; // adjacent to a tile or a start triangle
  std::int8_t colour[kCells + 1][3]{};
  std::int8_t waiting[kCircles]{}; // empty cells around it

  void reset(int seats) {
    *this = {};
    for (int c = 0; c < kColours; ++c) left[c] = kPawns - (c < seats);
    for (int kind = 0; kind < kKinds; ++kind)
      for (int n = 0; n < kSupply[kind]; ++n) bag[in_bag++] = kind;
    std::copy_n(kBoard.round, kCircles, waiting);
    std::memset(colour, kNoColour, sizeof colour);
    on[kWall] = kBare;
    near[kWall] = true;
    for (int at : kBoard.start) {
      on[at] = kTriangle;
      --empty;
      --reserve;
      for (int circle : kBoard.corners[at]) --waiting[circle];
    }
    for (int at : kBoard.start) open_beside(at);
  }

  bool over() const { return stage == kEnd; }
  bool deciding() const { return stage == kLay; }
  int figure(int s) const { return points[s]; }

  int legal(int, Move *out) const {
    for (int n = 0; n < places; ++n) {
      out[2 * n] = 2 * free[n];
      out[2 * n + 1] = 2 * free[n] + 1;
    }
    return 2 * places;
  }

  void happen(int, Random &random) {
    const int drawn = random.below(in_bag);
    tile = bag[drawn];
    std::copy(bag + drawn + 1, bag + in_bag--, bag + drawn);
    stage = kLay;
  }

  void apply(int seats, Move move) {
    const int place = move >> 1, turned = move & 1 ? 2 : 0;
    stage = kDraw;
    int filled[2 + 4], cells = 2; // the tile's cells, then holes
    for (int half = 0; half < 2; ++half) {
      const int at = filled[half] = kBoard.cover[place][half];
      on[at] = kTile;
      for (int k = 0; k < 3; ++k)
        colour[at][k] = kBoard.colours[tile][(kBoard.tile_corner[place][half][k] + turned) & 3];
    }
    shut_filled();
    for (int half = 0; half < 2; ++half) {
      open_beside(filled[half]);
      for (int beside : kBoard.beside[filled[half]])
        if (is_hole(beside)) insert(filled + 2, cells++ - 2, beside);
    }
    for (int n = 2; n < cells; ++n) {
      on[filled[n]] = reserve > 0 ? kTriangle : kBare;
      if (reserve > 0) --reserve;
    }
    empty -= cells;
    int closed[3 * (2 + 4)], circles = 0;
    for (int n = 0; n < cells; ++n)
      for (int circle : kBoard.corners[filled[n]])
        if (--waiting[circle] == 0) insert(closed, circles++, circle);
    for (int n = 0; n < circles && stage != kEnd; ++n) score(seats, closed[n]);
    if (stage != kEnd && (empty == 0 || in_bag == 0)) end(seats);
    seat = seat + 1 < seats ? seat + 1 : 0;
  }

  // Removes the places that are no longer empty.
  void shut_filled() {
    int kept = 0;
    for (int n = 0; n < places; ++n) {
      const int place = free[n];
      free[kept] = place;
      kept += (on[kBoard.cover[place][0]] == kEmpty) & (on[kBoard.cover[place][1]] == kEmpty);
    }
    places = kept;
  }

  // Adds the places that are newly adjacent to a tile or triangle.
  void open_beside(int cell) {
    for (int beside : kBoard.beside[cell]) {
      if (near[beside]) continue;
      near[beside] = true;
      if (on[beside] != kEmpty) continue;
      for (int k = 0; k < 3; ++k) {
        const int other = kBoard.beside[beside][k];
        if (on[other] == kEmpty && !near[other]) insert(free, places++, kBoard.place[beside][k]);
      }
    }
  }

  bool is_hole(int cell) const {
    if (on[cell] != kEmpty) return false;
    for (int beside : kBoard.beside[cell])
      if (on[beside] == kEmpty) return false;
    return true;
  }

  void score(int seats, int circle) {
    int counts[kColours + 1] = {}; // the last: corners without a colour
    for (const auto &[cell, number] : kBoard.around[circle]) ++counts[colour[cell][number]];
    int most = 0, second = 0, top = 0;
    bool tied = false;
    for (int c = 0; c < kColours; ++c) {
      if (counts[c] > most) {
        second = most;
        most = counts[c];
        top = c;
        tied = false;
      } else if (counts[c] == most) {
        tied = true;
      } else if (counts[c] > second) {
        second = counts[c];
      }
    }
    if (most == 0 || tied) return;
    int height = 1;
    bool out = false;
    const auto place = [&](int c) {
      if (--left[c] > 0) return;
      out = true;
      last_pawn |= c < seats;
    };
    for (int c = 0; c < kColours; ++c) {
      if (c == top || second == 0 || counts[c] != second) continue;
      ++height;
      place(c);
    }
    if (!out) { // else the last pawn of a second ended the game
      place(top);
      if (top < seats) points[top] += kBoard.round[circle] < 6 ? 2 * height : height;
    }
    if (out) end(seats, last_pawn);
  }

  void end(int seats, bool deduct = true) {
    stage = kEnd;
    for (int s = 0; deduct && s < seats; ++s) points[s] -= left[s];
  }

  bool won(int seats, int s) const {
    const auto worth = [&](int of) { return last_pawn ? points[of] : points[of] * 256 - left[of]; };
    const auto stands = [&](int of) { return !last_pawn || left[of] == 0; };
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
  return harness::usage("on_top", "base");
}
