// Random games of Blox in plain C++, to measure Empile's compiled rules against.
//
// The same rules and the same algorithm: a cell holds a number for its tower or its figure, lines are
// masks in which the first thing is found by counting zeros; what a line lets be entered, the colours
// passed on a way and the parts of a hand are looked up in tables; towers are reached by a flood of
// bits, piles are counts by colour; all legal moves are listed and one of them is chosen uniformly.
// It is meant to be honestly quick, so it does what a good C++ programmer would do by hand (constants
// for the house's board and options, the target of a move kept with it, everything inlined) and knows
// no other options.
//
//   g++ -O3 -march=native -std=c++20 -pthread blox.cpp -o blox

#include "harness.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace {

using harness::Random;

using Cells = unsigned __int128; // a set of cells: a1 is bit 0, b1 bit 1, a2 bit 9

constexpr int kMaxSeats = 4;
constexpr int kSide = 9;
constexpr int kCells = kSide * kSide;
constexpr int kColours = 4;
constexpr int kFigures = 4;
constexpr int kHand = 5;
constexpr int kNeutral = kMaxSeats + 1;
constexpr int kRoundLimit = 200;
constexpr int kStrikeCap = 6;
constexpr int kTooManyBlocks = 7;
constexpr int kStep[4] = {1, kSide, -1, -kSide};
constexpr std::uint8_t kNone = 99;

constexpr const char *kColourRows[kSide] = {"BWMGBMGWB", "GMBWGWGBM", "MBWGMBWMG",
                                            "WGMBWMBGW", "MBWGBGWBM", "WGBMWBMGW",
                                            "GMWBMGWBM", "MBGWGWBMG", "BWGMBGMWB"};
constexpr const char *kSquareRows[kSide] = {"....1..1.", "1.1..2...", "...3...1.",
                                            ".2..4.3..", "1.......1", "..3.4..2.",
                                            ".1...3...", "...2..1.1", ".1..1...."};

constexpr int colour_number(char letter) {
  return letter == 'W' ? 0 : letter == 'G' ? 1 : letter == 'B' ? 2 : 3;
}

struct Board {
  std::array<std::uint8_t, kCells> colour{};
  std::array<std::uint8_t, kCells> squares{};
  std::uint8_t room[kCells][4]{};            // cells from here to the edge
  std::uint8_t ahead[kCells][4][kColours]{}; // steps to the first cell of a colour
  std::uint8_t passed[kCells][4][kSide]{};   // the colours of so many cells ahead, as bits
  std::uint16_t row_doors[kSide][1 << kSide]{}; // what can be entered in a row, by its mask
  std::uint16_t column_doors[kSide][1 << kSide]{};

  Board() {
    for (int row = 0; row < kSide; ++row)
      for (int column = 0; column < kSide; ++column) {
        const int cell = row * kSide + column;
        colour[cell] = colour_number(kColourRows[kSide - 1 - row][column]);
        const char mark = kSquareRows[kSide - 1 - row][column];
        squares[cell] = mark == '.' ? 0 : mark - '0';
        room[cell][0] = kSide - 1 - column;
        room[cell][1] = kSide - 1 - row;
        room[cell][2] = column;
        room[cell][3] = row;
      }
    for (int cell = 0; cell < kCells; ++cell)
      for (int way = 0; way < 4; ++way)
        for (int c = 0; c < kColours; ++c) ahead[cell][way][c] = first(cell, way, 1, c);
    for (int cell = 0; cell < kCells; ++cell)
      for (int way = 0; way < 4; ++way)
        for (int d = 1; d <= room[cell][way]; ++d)
          passed[cell][way][d] = passed[cell][way][d - 1] | 1 << colour[cell + d * kStep[way]];
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
        if (colour[begin + n * step] == c) {
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
    for (int d = begin; d <= room[cell][way]; ++d)
      if (colour[cell + d * kStep[way]] == c) return d;
    return kNone;
  }
};

const Board kBoard;

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

constexpr int height_of(unsigned tower) {
  return (tower & 15) + (tower >> 4 & 15) + (tower >> 8 & 15) + (tower >> 12 & 15);
}

constexpr int of(unsigned pile, int colour) { return pile >> (4 * colour) & 15; }

// A move: 3 bits of its kind, 7 of the figure's cell, 16 of what it needs, 3 of the joker (0 not
// used, else 1 + the colour that it stands for).
enum Kind : std::uint32_t { kEnter, kMove, kDemolish, kStrike, kBuild, kExchange };

constexpr std::uint32_t move(Kind kind, int cell, unsigned what, int joker) {
  return kind | static_cast<std::uint32_t>(cell) << 3 | what << 10 |
         static_cast<std::uint32_t>(joker) << 26;
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

enum Stage : std::uint8_t { kTowers, kHands, kPlay, kDraw, kEnd };

struct Blox {
  using Move = std::uint32_t;
  static constexpr int kMostSeats = kMaxSeats;
  static constexpr int kMaxMoves = 768;
  static constexpr const char *kFigure = "points";

  Cells walls;                  // cells with towers
  std::uint32_t on[kCells];     // bits 0-15 a tower, four bits a colour; bits 16-18 a figure
  std::uint16_t rows[kSide];    // bit c of row r: something is on the cell
  std::uint16_t columns[kSide];
  std::int16_t points[kMaxSeats];
  std::uint16_t round;
  std::uint8_t stage, seat, to_draw, cursor, phase, last_round;
  std::uint8_t standing[6];     // towers by height
  std::uint8_t placed[kMaxSeats];
  std::uint8_t place[kMaxSeats][kFigures];
  std::uint8_t joker[kMaxSeats];
  std::uint8_t hand[kMaxSeats][kColours];
  std::uint8_t blocks[kMaxSeats][kColours];
  std::uint8_t deck[kColours], discard[kColours], bag[kColours];

  void reset(int seats) {
    std::memset(this, 0, sizeof *this);
    for (int c = 0; c < kColours; ++c) {
      bag[c] = seats > 2 ? 10 : 9;
      deck[c] = 15;
    }
    for (int s = 0; s < seats; ++s) joker[s] = 1;
    if (seats == 2)
      for (int cell = 0; cell < kCells; ++cell)
        if (height(seats, cell) == 0 && kBoard.squares[cell]) put(cell, kNeutral << 16);
    phase = seats > 2 ? 1 : 2;
    round = 1;
    to_draw = seats > 2 ? 40 : 36;
    cursor = next_site(seats, -1);
  }

  // How high a tower stands on a cell at the start.
  static int height(int seats, int cell) {
    const int squares = kBoard.squares[cell];
    if (seats > 2 || squares != 1) return squares;
    return kBoard.colour[cell] < 2 ? 2 : 0;
  }

  // The n-th cell in reading order: from row 9 to row 1.
  static int reading(int n) { return (kSide - 1 - n / kSide) * kSide + n % kSide; }

  static std::uint8_t next_site(int seats, int at) {
    do ++at;
    while (at < kCells && height(seats, reading(at)) == 0);
    return at;
  }

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

  // How many empty cells lie between a cell and the first thing, or the edge.
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

  // -- Legal moves -------------------------------------------------------------------------------

  // Of each pair of moves, paid with a card or with the joker, both are written and those counted that
  // can be paid.
  int legal(int, std::uint32_t *out) const {
    std::uint32_t *end = out;
    const unsigned star = joker[seat];
    unsigned held = 0;
    for (int c = 0; c < kColours; ++c) held |= (hand[seat][c] > 0) << c;
    const int owned = total(blocks[seat]);
    if (placed[seat] < kFigures) end = enters(end, held, star);
    for (int slot = 0; slot < placed[seat]; ++slot) {
      const int cell = place[seat][slot];
      for (int way = 0; way < 4; ++way) {
        const int clear = clear_ahead(cell, way);
        const unsigned passed = kBoard.passed[cell][way][clear];
        for (int c = 0; c < kColours; ++c) {
          const unsigned reached = passed >> c & 1;
          const unsigned what = ((cell + kBoard.ahead[cell][way][c] * kStep[way]) & 127) | c << 8;
          *end = move(kMove, cell, what, 0);
          end += reached & held >> c;
          *end = move(kMove, cell, what, 1 + c);
          end += reached & star;
        }
        if (clear < kBoard.room[cell][way]) end = hits(end, cell, way, clear, passed, owned);
      }
    }
    if (placed[seat] && owned > phase) end = builds(end);
    const std::uint8_t *h = hand[seat];
    const int parts = kParts.count[h[0]][h[1]][h[2]];
    std::memcpy(end, kParts.part[h[0]][h[1]][h[2]], parts * sizeof *end);
    return static_cast<int>(end + parts - out);
  }

  std::uint32_t *enters(std::uint32_t *end, unsigned held, unsigned star) const {
    Cells open = 0;
    for (int line = 0; line < kSide; ++line) {
      open |= kSets.column[kBoard.column_doors[line][columns[line]]] << line;
      open |= static_cast<Cells>(kBoard.row_doors[line][rows[line]]) << (line * kSide);
    }
    open &= kSets.coloured[star ? 15 : held];
    end = enters(end, static_cast<std::uint64_t>(open), 0, held, star);
    return enters(end, static_cast<std::uint64_t>(open >> 64), 64, held, star);
  }

  static std::uint32_t *enters(std::uint32_t *end, std::uint64_t open, int first, unsigned held, unsigned star) {
    for (; open; open &= open - 1) {
      const int cell = first + std::countr_zero(open);
      const int c = kBoard.colour[cell];
      *end = move(kEnter, cell, c << 8, 0);
      end += held >> c & 1;
      *end = move(kEnter, cell, c << 8, 1 + c);
      end += star;
    }
    return end;
  }

  std::uint32_t *hits(std::uint32_t *end, int cell, int way, int clear, unsigned passed, int owned) const {
    const int target = cell + (clear + 1) * kStep[way];
    const std::uint32_t thing = on[target];
    if (thing & 0xFFFF) {
      if (height_of(thing) > phase || owned >= kTooManyBlocks) return end;
      for (int c = 0; c < kColours; ++c)
        if (of(thing, c) && (passed >> c & 1)) return end;
      return payments(end, thing, [&](int star) { return move(kDemolish, cell, target, star); });
    }
    const int c = kBoard.colour[target];
    if (static_cast<int>(thing >> 16) == seat + 1 || (passed >> c & 1)) return end;
    const int cards = hand[seat][c];
    for (int n = 3; n <= std::min(cards + joker[seat], kStrikeCap); ++n) {
      if (n <= cards) *end++ = move(kStrike, cell, target | n << 8, 0);
      if (joker[seat]) *end++ = move(kStrike, cell, target | n << 8, 1 + c);
    }
    return end;
  }

  template <class Make>
  std::uint32_t *payments(std::uint32_t *end, unsigned cards, Make make) const {
    int missing = 0, lacking = 0;
    for (int c = 0; c < kColours; ++c) {
      const int more = of(cards, c) - hand[seat][c];
      if (more > 0) missing += more, lacking = c;
    }
    if (missing == 0) *end++ = make(0);
    if (joker[seat] && missing <= 1)
      for (int c = 0; c < kColours; ++c)
        if (of(cards, c) && (missing == 0 || c == lacking)) *end++ = make(1 + c);
    return end;
  }

  std::uint32_t *builds(std::uint32_t *end) const {
    const int height = phase + 1;
    int most[kColours], together = 0;
    for (int c = 0; c < kColours; ++c) {
      most[c] = std::min<int>(blocks[seat][c], hand[seat][c] + joker[seat]);
      together += most[c];
    }
    if (together < height) return end;
    const std::uint32_t *first = nullptr;
    std::uint32_t first_cell = 0;
    std::ptrdiff_t ways = 0; // the same on every cell
    for (int slot = 0; slot < placed[seat]; ++slot) {
      const int cell = place[seat][slot];
      if (!may_build_on(cell)) continue;
      if (!first) {
        std::uint32_t *begin = end;
        for (int w = 0; w <= std::min(most[0], height); ++w)
          for (int g = 0; g <= std::min(most[1], height - w); ++g)
            for (int b = 0; b <= std::min(most[2], height - w - g); ++b) {
              const int m = height - w - g - b;
              if (m > most[3]) continue;
              const unsigned tower = w | g << 4 | b << 8 | m << 12;
              end = payments(end, tower, [&](int star) { return move(kBuild, cell, tower, star); });
            }
        first = begin;
        first_cell = static_cast<std::uint32_t>(cell) << 3;
        ways = end - begin;
        if (ways == 0) return end;
      } else {
        const std::uint32_t here = static_cast<std::uint32_t>(cell) << 3;
        for (std::ptrdiff_t k = 0; k < ways; ++k) *end++ = first[k] - first_cell + here;
      }
    }
    return end;
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

  // -- What moves do -----------------------------------------------------------------------------

  static int total(const std::uint8_t *pile) { return pile[0] + pile[1] + pile[2] + pile[3]; }

  void pay(int c, int cards) {
    hand[seat][c] -= cards;
    discard[c] += cards;
    to_draw += cards;
  }

  void pay(unsigned cards, int star) {
    for (int c = 0; c < kColours; ++c) {
      const int n = of(cards, c) - (star == c + 1);
      if (n > 0) pay(c, n);
    }
    if (star) joker[seat] = 0;
  }

  void settle(int s, int cell) {
    put(cell, (s + 1) << 16);
    int slot = placed[s]++;
    for (; slot > 0 && place[s][slot - 1] > cell; --slot) place[s][slot] = place[s][slot - 1];
    place[s][slot] = cell;
  }

  void take_off(int s, int cell) {
    lift(cell);
    const int last = --placed[s];
    int slot = 0;
    while (place[s][slot] != cell) ++slot;
    for (; slot < last; ++slot) place[s][slot] = place[s][slot + 1];
    place[s][last] = 0;
  }

  void apply(int seats, std::uint32_t chosen) {
    const int cell = chosen >> 3 & 127;
    const unsigned what = chosen >> 10 & 0xFFFF;
    const int target = what & 127;
    const int star = chosen >> 26;
    switch (chosen & 7) {
    case kEnter:
      if (star) joker[seat] = 0; else pay(static_cast<int>(what >> 8), 1);
      settle(seat, cell);
      break;
    case kMove:
      if (star) joker[seat] = 0; else pay(static_cast<int>(what >> 8), 1);
      take_off(seat, cell);
      settle(seat, target);
      break;
    case kDemolish: {
      const unsigned tower = on[target];
      const int high = height_of(tower);
      pay(tower, star);
      lift(target);
      take_off(seat, cell);
      settle(seat, target);
      --standing[high];
      points[seat] += high;
      for (int c = 0; c < kColours; ++c) blocks[seat][c] += of(tower, c);
      break;
    }
    case kStrike: {
      const int cards = what >> 8;
      pay(kBoard.colour[target], cards - (star != 0));
      if (star) joker[seat] = 0;
      const int owner = on[target] >> 16;
      if (owner == kNeutral) lift(target); else take_off(owner - 1, target);
      take_off(seat, cell);
      settle(seat, target);
      points[seat] += cards;
      break;
    }
    case kBuild:
      pay(what, star);
      take_off(seat, cell);
      put(cell, what);
      ++standing[phase + 1];
      points[seat] += phase + 1;
      for (int c = 0; c < kColours; ++c) blocks[seat][c] -= of(what, c);
      break;
    default:
      pay(what, 0);
      joker[seat] = 1;
    }
    while (!last_round && standing[phase] <= 1) {
      if (phase == 4) last_round = 1; else ++phase;
    }
    if (to_draw) stage = kDraw; else next_turn(seats);
  }

  void next_turn(int seats) {
    stage = kPlay;
    if (++seat < seats) return;
    seat = 0;
    if (last_round || round >= kRoundLimit) stage = kEnd; else ++round;
  }

  static int taken(std::uint8_t *pile, int all, Random &random) {
    int left = random.below(all), c = 0;
    while ((left -= pile[c]) >= 0) ++c;
    --pile[c];
    return c;
  }

  // Lets chance bring one block or one card.
  void happen(int seats, Random &random) {
    if (stage == kTowers) {
      const int cell = reading(cursor);
      put(cell, on[cell] + (1u << 4 * taken(bag, to_draw, random)));
      if (height_of(on[cell]) == height(seats, cell)) {
        ++standing[height_of(on[cell])];
        cursor = next_site(seats, cursor);
      }
      if (--to_draw == 0) {
        cursor = 0;
        stage = kHands;
        to_draw = kHand;
      }
      return;
    }
    int all = total(deck);
    if (all == 0) {
      std::memcpy(deck, discard, sizeof deck);
      std::memset(discard, 0, sizeof discard);
      all = total(deck);
    }
    ++hand[seat][taken(deck, all, random)];
    if (--to_draw) return;
    if (stage == kDraw) {
      next_turn(seats);
    } else if (seat + 1 < seats) {
      ++seat;
      to_draw = kHand;
    } else {
      seat = 0;
      stage = kPlay;
    }
  }

  int worth(int s) const { return points[s] * 64 + total(blocks[s]); }

  bool over() const { return stage == kEnd; }
  bool deciding() const { return stage == kPlay; }
  int figure(int s) const { return points[s]; }
  bool won(int seats, int s) const {
    for (int other = 0; other < seats; ++other)
      if (worth(other) > worth(s)) return false;
    return true;
  }
};

} // namespace

int main(int argc, char **argv) {
  if (argc >= 5 && std::string(argv[3]) == "base") {
    const int status = harness::answer<Blox>(argc, argv);
    if (status >= 0) return status;
  }
  return harness::usage("blox", "base");
}
