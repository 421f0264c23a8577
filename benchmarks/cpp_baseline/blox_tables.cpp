// Random games of Blox in C++ with the lookup tables and bit sets of Empile's rules.
//
// Compared with blox.cpp, it shows how much of the speed is due to the algorithm. Lines are masks in which
// the first piece is found by counting zeros. Tables hold what can be entered from a line, the colours on a
// path and the parts of a hand. Reachable towers are found by flood fill on bits. Optimized by hand; other
// options are not supported.
//
//   g++ -O3 -march=native -std=c++20 -pthread blox_tables.cpp -o blox_tables

#include "blox_game.hpp"

#include <bit>

namespace {

using namespace blox;

using Cells = unsigned __int128; // a set of cells: a1 is bit 0, b1 bit 1, a2 bit 9

constexpr std::uint8_t kNone = 99;

struct Lines {
  std::uint8_t ahead[kCells][4][kColours]{}; // steps to the first cell of a colour
  std::uint8_t passed[kCells][4][kSide]{};   // the colours of the next cells, as bits
  std::uint16_t row_doors[kSide][1 << kSide]{}; // what can be entered in a row, by its mask
  std::uint16_t column_doors[kSide][1 << kSide]{};

  Lines() {
    for (int cell = 0; cell < kCells; ++cell)
      for (int way = 0; way < 4; ++way)
        for (int c = 0; c < kColours; ++c) ahead[cell][way][c] = first(cell, way, 1, c);
    for (int cell = 0; cell < kCells; ++cell)
      for (int way = 0; way < 4; ++way)
        for (int d = 1; d <= kBoard.room[cell][way]; ++d)
          passed[cell][way][d] = passed[cell][way][d - 1] | 1 << kBoard.colour[cell + d * kStep[way]];
    for (int line = 0; line < kSide; ++line) {
      find_doors(row_doors[line], line * kSide, 1);
      find_doors(column_doors[line], line, kSide);
    }
  }

  // From either end the first cell of each colour, if nothing is on it and before it.
  void find_doors(std::uint16_t *doors, int begin, int step) const {
    for (int c = 0; c < kColours; ++c) {
      int low = kSide, high = -1;
      for (int n = 0; n < kSide; ++n)
        if (kBoard.colour[begin + n * step] == c) {
          if (low == kSide) low = n;
          high = n;
        }
      if (high < 0) continue;
      const int before = (1 << (low + 1)) - 1, behind = ((1 << kSide) - 1) & ~((1 << high) - 1);
      for (int mask = 0; mask < 1 << kSide; ++mask) {
        if (!(mask & before)) doors[mask] |= 1 << low;
        if (!(mask & behind)) doors[mask] |= 1 << high;
      }
    }
  }

  std::uint8_t first(int cell, int way, int begin, int c) const {
    for (int d = begin; d <= kBoard.room[cell][way]; ++d)
      if (kBoard.colour[cell + d * kStep[way]] == c) return d;
    return kNone;
  }
};

const Lines kLines;

constexpr Cells bit(int cell) { return Cells{1} << cell; }

constexpr Cells column_of(int column) {
  Cells found = 0;
  for (int row = 0; row < kSide; ++row) found |= bit(row * kSide + column);
  return found;
}

constexpr Cells kAll = bit(kCells) - 1;
constexpr Cells kRow = bit(kSide) - 1;
constexpr Cells kNotFirst = kAll & ~column_of(0), kNotLast = kAll & ~column_of(kSide - 1);
constexpr Cells kEdge = kRow | kRow << (kCells - kSide) | column_of(0) | column_of(kSide - 1);

struct Sets {
  Cells column[1 << kSide]{};   // the cells of a column's mask, in column a
  Cells coloured[1 << kColours]{}; // the cells of some colours

  Sets() {
    for (int mask = 0; mask < 1 << kSide; ++mask)
      for (int row = 0; row < kSide; ++row)
        if (mask >> row & 1) column[mask] |= bit(row * kSide);
    for (int some = 0; some < 1 << kColours; ++some)
      for (int cell = 0; cell < kCells; ++cell)
        if (some >> kBoard.colour[cell] & 1) coloured[some] |= bit(cell);
  }
};

const Sets kSets;

constexpr Cells beside(Cells some) {
  return (some << 1 & kNotFirst) | (some >> 1 & kNotLast) | (some << kSide & kAll) | some >> kSide;
}

// The parts of each hand of five, by its white, grey and black cards.
struct Parts {
  std::uint8_t count[6][6][6]{};
  std::uint32_t part[6][6][6][31]{};

  Parts() {
    for (int w = 0; w <= kHand; ++w)
      for (int g = 0; w + g <= kHand; ++g)
        for (int b = 0; w + g + b <= kHand; ++b) add(w, g, b, kHand - w - g - b);
  }

  void add(int w, int g, int b, int m) {
    std::uint8_t &n = count[w][g][b];
    for (int i = 0; i <= w; ++i)
      for (int j = 0; j <= g; ++j)
        for (int k = 0; k <= b; ++k)
          for (int l = 0; l <= m; ++l)
            if (i + j + k + l) part[w][g][b][n++] = move(kExchange, 0, i | j << 4 | k << 8 | l << 12, 0);
  }
};

const Parts kParts;

struct Tables {
  Cells walls;                  // cells with towers
  std::uint32_t on[kCells];
  std::uint16_t rows[kSide];    // bit c of row r: something is on the cell
  std::uint16_t columns[kSide];

  void put(int cell, std::uint32_t thing) {
    on[cell] = thing;
    rows[cell / kSide] |= 1 << cell % kSide;
    columns[cell % kSide] |= 1 << cell / kSide;
    if (thing & 0xFFFF) walls |= bit(cell);
  }

  void lift(int cell) {
    on[cell] = 0;
    rows[cell / kSide] &= ~(1 << cell % kSide);
    columns[cell % kSide] &= ~(1 << cell / kSide);
    walls &= ~bit(cell);
  }

  // The number of empty cells between a cell and the first piece, or the edge.
  int clear_ahead(int cell, int way) const {
    const int row = cell / kSide, column = cell % kSide;
    const int at = way & 1 ? row : column;
    const unsigned line = way & 1 ? columns[column] : rows[row];
    if (way < 2) {
      const unsigned mask = line >> (at + 1);
      return mask ? std::countr_zero(mask) : kSide - 1 - at;
    }
    const unsigned mask = line & ((1u << at) - 1);
    return at - static_cast<int>(std::bit_width(mask));
  }

  // Ahead of a cell: the number of empty cells, their colours as bits, the distance of the first of each colour.
  struct View {
    const std::uint8_t *ahead;
    int clear;
    unsigned colours;
    int steps(int c) const { return ahead[c]; }
  };

  View look(int cell, int way) const {
    const int clear = clear_ahead(cell, way);
    return {kLines.ahead[cell][way], clear, kLines.passed[cell][way][clear]};
  }

  // Calls a function for each cell of some colours that can be entered, in ascending order.
  template <class Do> void each_door(unsigned colours, Do with) const {
    Cells open = 0;
    for (int line = 0; line < kSide; ++line) {
      open |= kSets.column[kLines.column_doors[line][columns[line]]] << line;
      open |= static_cast<Cells>(kLines.row_doors[line][rows[line]]) << (line * kSide);
    }
    open &= kSets.coloured[colours];
    for (auto low = static_cast<std::uint64_t>(open); low; low &= low - 1) with(std::countr_zero(low));
    for (auto high = static_cast<std::uint64_t>(open >> 64); high; high &= high - 1)
      with(64 + std::countr_zero(high));
  }

  bool may_build_on(int cell) const {
    const Cells towers = walls | bit(cell);
    const Cells open = kAll & ~towers;
    Cells reached = open & kEdge;
    while (true) {
      const Cells near = beside(reached);
      const Cells more = reached | (near & open);
      if (more == reached) return (towers & ~near) == 0;
      reached = more;
    }
  }

  // Writes a move for each part of a hand.
  static std::uint32_t *exchanges(std::uint32_t *end, const std::uint8_t *hand) {
    const int parts = kParts.count[hand[0]][hand[1]][hand[2]];
    std::memcpy(end, kParts.part[hand[0]][hand[1]][hand[2]], parts * sizeof *end);
    return end + parts;
  }
};

} // namespace

int main(int argc, char **argv) { return run<Tables>(argc, argv, "blox_tables"); }
