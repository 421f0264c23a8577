// Random games of Blox in C++: a baseline for Empile's compiled rules.
//
// A plain algorithm: an array holds what is on each cell; doors, paths and targets are found by walking
// along lines; reachable towers by a search from the edge with a list of cells; the parts of a hand are
// counted. Optimized by hand: constants for the standard board and options, distances and neighbours
// stored with each cell, everything inlined. Other options are not supported. blox_tables.cpp uses bit sets
// and tables instead.
//
//   g++ -O3 -march=native -std=c++20 -pthread blox.cpp -o blox

#include "blox_game.hpp"

namespace {

using namespace blox;

struct Plain {
  std::uint32_t on[kCells];

  void put(int cell, std::uint32_t thing) { on[cell] = thing; }
  void lift(int cell) { on[cell] = 0; }

  // Ahead of a cell: the number of empty cells, their colours as bits, the distance of the first of each colour.
  struct View {
    std::uint8_t first[kColours] = {};
    int clear = 0;
    unsigned colours = 0;
    int steps(int c) const { return first[c]; }
  };

  View look(int cell, int way) const {
    View view;
    const int room = kBoard.room[cell][way], step = kStep[way];
    for (int at = cell + step; view.clear < room && on[at] == 0; at += step) {
      ++view.clear;
      const int c = kBoard.colour[at];
      if (!(view.colours >> c & 1)) view.first[c] = view.clear;
      view.colours |= 1u << c;
    }
    return view;
  }

  // Calls a function for each cell of some colours that can be entered, in ascending order.
  template <class Do> void each_door(unsigned colours, Do with) const {
    bool open[kCells] = {};
    for (int line = 0; line < kSide; ++line) {
      walk_in(line * kSide, 1, colours, open);
      walk_in(line * kSide + kSide - 1, -1, colours, open);
      walk_in(line, kSide, colours, open);
      walk_in((kSide - 1) * kSide + line, -kSide, colours, open);
    }
    for (int cell = 0; cell < kCells; ++cell)
      if (open[cell]) with(cell);
  }

  // Marks the first cell of each colour from the edge, up to the first piece.
  void walk_in(int cell, int step, unsigned colours, bool *open) const {
    unsigned wanted = colours;
    for (int n = 0; n < kSide && wanted && on[cell] == 0; ++n, cell += step) {
      const unsigned here = 1u << kBoard.colour[cell];
      if (wanted & here) open[cell] = true;
      wanted &= ~here;
    }
  }

  // Whether every tower, and one on this cell, is adjacent to a cell from which the edge can be reached without
  // climbing towers.
  bool may_build_on(int built) const {
    bool reached[kCells] = {};
    int next[kCells], count = 0, towers = 0, found = 0;
    for (int cell = 0; cell < kCells; ++cell) {
      const bool tower = cell == built || (on[cell] & 0xFFFF);
      towers += tower;
      if (tower || !kBoard.edge[cell]) continue;
      reached[cell] = true;
      next[count++] = cell;
    }
    while (count && found < towers) {
      const int cell = next[--count];
      for (int way = 0; way < 4; ++way) {
        if (kBoard.room[cell][way] == 0) continue;
        const int beside = cell + kStep[way];
        if (reached[beside]) continue;
        reached[beside] = true;
        if (beside == built || (on[beside] & 0xFFFF)) ++found; else next[count++] = beside;
      }
    }
    return found == towers;
  }

  // Writes a move for each part of a hand.
  static std::uint32_t *exchanges(std::uint32_t *end, const std::uint8_t *hand) {
    for (int w = 0; w <= hand[0]; ++w)
      for (int g = 0; g <= hand[1]; ++g)
        for (int b = 0; b <= hand[2]; ++b)
          for (int m = 0; m <= hand[3]; ++m)
            if (w + g + b + m) *end++ = move(kExchange, 0, w | g << 4 | b << 8 | m << 12, 0);
    return end;
  }
};

} // namespace

int main(int argc, char **argv) { return run<Plain>(argc, argv, "blox"); }
