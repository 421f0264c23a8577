// Random games of Blox for both baselines: the rules with the standard board and options. All legal moves are
// listed and one is chosen uniformly; piles are counts by colour. The two programs differ in how they represent the
// board: lines, doors in the edge, exits.

#pragma once

#include "harness.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace blox {

using harness::Random;

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

constexpr const char *kColourRows[kSide] = {"BWMGBMGWB", "GMBWGWGBM", "MBWGMBWMG",
                                            "WGMBWMBGW", "MBWGBGWBM", "WGBMWBMGW",
                                            "GMWBMGWBM", "MBGWGWBMG", "BWGMBGMWB"};
constexpr const char *kSquareRows[kSide] = {"....1..1.", "1.1..2...", "...3...1.",
                                            ".2..4.3..", "1.......1", "..3.4..2.",
                                            ".1...3...", "...2..1.1", ".1..1...."};

constexpr int colour_number(char letter) {
  return letter == 'W' ? 0 : letter == 'G' ? 1 : letter == 'B' ? 2 : 3;
}

// The standard board: what is printed on its cells, and the number of cells
// between each and the edge.
struct Board {
  std::array<std::uint8_t, kCells> colour{};
  std::array<std::uint8_t, kCells> squares{};
  std::uint8_t room[kCells][4]{};
  bool edge[kCells]{};

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
        edge[cell] = row == 0 || row == kSide - 1 || column == 0 || column == kSide - 1;
      }
  }
};

inline const Board kBoard;

constexpr int height_of(unsigned tower) {
  return (tower & 15) + (tower >> 4 & 15) + (tower >> 8 & 15) + (tower >> 12 & 15);
}

constexpr int of(unsigned pile, int colour) { return pile >> (4 * colour) & 15; }

// A move: 3 bits of its kind, 7 of the figure's cell, 16 of its requirement, 3 of the joker (0 not
// used, else 1 + the colour that it stands for).
enum Kind : std::uint32_t { kEnter, kMove, kDemolish, kStrike, kBuild, kExchange };

constexpr std::uint32_t move(Kind kind, int cell, unsigned what, int joker) {
  return kind | static_cast<std::uint32_t>(cell) << 3 | what << 10 |
         static_cast<std::uint32_t>(joker) << 26;
}

enum Stage : std::uint8_t { kTowers, kHands, kPlay, kDraw, kEnd };

// Random games of Blox on a ``Ground``, which stores what is on the cells (``on``: bits 0-15 a tower, four bits a
// colour; bits 16-18 a figure; changed by ``put`` and ``lift``) and answers queries about the board.
template <class Ground> struct Blox : Ground {
  using Move = std::uint32_t;
  using Ground::lift, Ground::on, Ground::put;
  static constexpr int kMostSeats = kMaxSeats;
  static constexpr int kMaxMoves = 768;
  static constexpr const char *kFigure = "points";

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

  // The height of the tower on a cell at the start.
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
        const auto view = this->look(cell, way);
        for (int c = 0; c < kColours; ++c) {
          const unsigned reached = view.colours >> c & 1;
          const unsigned what = ((cell + view.steps(c) * kStep[way]) & 127) | c << 8;
          *end = move(kMove, cell, what, 0);
          end += reached & held >> c;
          *end = move(kMove, cell, what, 1 + c);
          end += reached & star;
        }
        if (view.clear < kBoard.room[cell][way]) end = hits(end, cell, way, view.clear, view.colours, owned);
      }
    }
    if (placed[seat] && owned > phase) end = builds(end);
    end = Ground::exchanges(end, hand[seat]);
    return static_cast<int>(end - out);
  }

  std::uint32_t *enters(std::uint32_t *end, unsigned held, unsigned star) const {
    this->each_door(star ? 15 : held, [&](int cell) {
      const int c = kBoard.colour[cell];
      *end = move(kEnter, cell, c << 8, 0);
      end += held >> c & 1;
      *end = move(kEnter, cell, c << 8, 1 + c);
      end += star;
    });
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
      if (!this->may_build_on(cell)) continue;
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

  // Draws one block or one card.
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

template <class Ground> int run(int argc, char **argv, const char *name) {
  if (argc >= 5 && std::string(argv[3]) == "base") {
    const int status = harness::answer<Blox<Ground>>(argc, argv);
    if (status >= 0) return status;
  }
  return harness::usage(name, "base");
}

} // namespace blox
