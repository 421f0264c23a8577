// Random games of Block Ness in C++ with bit boards: the strong baseline for Empile's compiled rules.
//
// One bit board for each height holds the holes that rings of this height cannot pass. All places of a
// ring are found at once: shifted boards are intersected along its span, in four lanes for the two axes
// and the two ends. The near feet are then compressed to four bits a lane, so that the moves of two rings
// are one word. Optimized by hand: fixed sets of rings, the smallest board for the number of seats; the
// moves that show that a seat can play are kept for its turn.
//
//   g++ -O3 -march=native -std=c++20 -pthread block_ness_bits.cpp -o block_ness_bits

#include "harness.hpp"

#include <bit>
#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace {

using Word = std::uint64_t;
using DoubleWord = unsigned __int128;

constexpr int kMaxSeats = 4;
constexpr int kRings = 9; // of a set, without the start ring
constexpr int kHeights = 7;
constexpr int kMaxDistance = 5;

struct Ring {
  int distance, height;
};

constexpr Ring kStarts[kMaxSeats] = {{2, 1}, {3, 1}, {4, 1}, {5, 1}};
constexpr Ring kSets[kMaxSeats][kRings] = {
    {{2, 2}, {4, 2}, {2, 3}, {5, 3}, {2, 4}, {3, 4}, {3, 5}, {4, 5}, {3, 6}},
    {{2, 2}, {4, 2}, {3, 3}, {4, 3}, {2, 4}, {3, 4}, {2, 5}, {5, 5}, {3, 6}},
    {{3, 2}, {4, 2}, {2, 3}, {3, 3}, {2, 4}, {4, 4}, {2, 5}, {5, 5}, {3, 6}},
    {{2, 2}, {3, 2}, {3, 3}, {5, 3}, {2, 4}, {4, 4}, {2, 5}, {3, 5}, {4, 6}},
};

// 192 bits, for the whole lake.
struct TripleWord {
  Word w[3];

  friend TripleWord operator&(TripleWord a, TripleWord b) {
    return {{a.w[0] & b.w[0], a.w[1] & b.w[1], a.w[2] & b.w[2]}};
  }
  friend TripleWord operator|(TripleWord a, TripleWord b) {
    return {{a.w[0] | b.w[0], a.w[1] | b.w[1], a.w[2] | b.w[2]}};
  }
  friend TripleWord operator^(TripleWord a, TripleWord b) {
    return {{a.w[0] ^ b.w[0], a.w[1] ^ b.w[1], a.w[2] ^ b.w[2]}};
  }
  TripleWord operator~() const { return {{~w[0], ~w[1], ~w[2]}}; }
  TripleWord operator>>(int n) const {
    if (n == 0) return *this;
    if (n >= 64) return TripleWord{{w[1], w[2], 0}} >> (n - 64);
    return {{w[0] >> n | w[1] << (64 - n), w[1] >> n | w[2] << (64 - n), w[2] >> n}};
  }
  TripleWord operator<<(int n) const {
    if (n == 0) return *this;
    if (n >= 64) return TripleWord{{0, w[0], w[1]}} << (n - 64);
    return {{w[0] << n, w[1] << n | w[0] >> (64 - n), w[2] << n | w[1] >> (64 - n)}};
  }
};

inline bool any(Word b) { return b != 0; }
inline bool any(DoubleWord b) { return b != 0; }
inline bool any(const TripleWord &b) { return (b.w[0] | b.w[1] | b.w[2]) != 0; }

inline int count(Word b) { return std::popcount(b); }
inline int count(DoubleWord b) { return count(static_cast<Word>(b)) + count(static_cast<Word>(b >> 64)); }
inline int count(const TripleWord &b) { return count(b.w[0]) + count(b.w[1]) + count(b.w[2]); }

inline int take(Word &b) {
  const int hole = std::countr_zero(b);
  b &= b - 1;
  return hole;
}
inline int take(DoubleWord &b) {
  const Word low = static_cast<Word>(b);
  const int hole = low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<Word>(b >> 64));
  b &= b - 1;
  return hole;
}
inline int take(TripleWord &b) {
  const int k = b.w[0] ? 0 : b.w[1] ? 1 : 2;
  return 64 * k + take(b.w[k]);
}

inline Word compress(Word b, Word mask) {
#ifdef __BMI2__
  return _pext_u64(b, mask);
#else
  Word found = 0;
  for (int k = 0; mask; ++k, mask &= mask - 1) found |= (b >> std::countr_zero(mask) & 1) << k;
  return found;
#endif
}
inline Word compress(DoubleWord b, DoubleWord mask) {
  const Word low = static_cast<Word>(mask);
  return compress(static_cast<Word>(b), low) |
         compress(static_cast<Word>(b >> 64), static_cast<Word>(mask >> 64)) << count(low);
}
inline Word compress(const TripleWord &b, const TripleWord &mask) {
  const int first = count(mask.w[0]), second = first + count(mask.w[1]);
  return compress(b.w[0], mask.w[0]) | compress(b.w[1], mask.w[1]) << first |
         compress(b.w[2], mask.w[2]) << second;
}

inline int nth(Word b, int n) {
#ifdef __BMI2__
  return std::countr_zero(_pdep_u64(Word{1} << n, b));
#else
  while (n--) b &= b - 1;
  return std::countr_zero(b);
#endif
}
inline int nth(DoubleWord b, int n) {
  const Word low = static_cast<Word>(b);
  const int below = count(low);
  return n < below ? nth(low, n) : 64 + nth(static_cast<Word>(b >> 64), n - below);
}
inline int nth(const TripleWord &b, int n) {
  int k = 0;
  for (int here; n >= (here = count(b.w[k])); ++k) n -= here;
  return 64 * k + nth(b.w[k], n);
}

template <class Board> Board one(int hole) { return static_cast<Board>(1) << hole; }
template <> TripleWord one<TripleWord>(int hole) { return TripleWord{{1, 0, 0}} << hole; }

// Four boards: along rows and columns, from the head and from the tail.
template <class Board> struct Lanes {
  Board of[4];

  friend Lanes operator&(const Lanes &a, const Lanes &b) {
    return {{a.of[0] & b.of[0], a.of[1] & b.of[1], a.of[2] & b.of[2], a.of[3] & b.of[3]}};
  }
  Lanes forward(int across, int up) const {
    return {{of[0] >> across, of[1] >> up, of[2] >> across, of[3] >> up}};
  }
  Lanes back(int across, int up) const {
    return {{of[0] << across, of[1] << up, of[2] << across, of[3] << up}};
  }
  Board operator[](int k) const { return of[k]; }
  static Lanes make(Board a, Board b, Board c, Board d) { return {{a, b, c, d}}; }
};

// One register of 256 bits with AVX2, two of 128 without.
template <> struct Lanes<Word> {
  typedef Word Vector __attribute__((vector_size(32)));
  Vector of;

  friend Lanes operator&(const Lanes &a, const Lanes &b) { return {a.of & b.of}; }
  Lanes forward(int across, int up) const {
    return {of >> make(across, up, across, up).of};
  }
  Lanes back(int across, int up) const { return {of << make(across, up, across, up).of}; }
  Word operator[](int k) const { return of[k]; }
  static Lanes make(Word a, Word b, Word c, Word d) { return {Vector{a, b, c, d}}; }
};

// Of a start ring: near hole * 4 + way. Of a play, from the lowest bit: index of the near hole (2), back
// (1: to the west or south), axis (1: up the column), end (1: the tail), height (3), distance (3).
using Choice = std::uint16_t;

// kSide: holes in a row of the zone. kGap: unused bits between rows; 0 needs masks instead.
template <class Board, int kSide, int kGap, int kReach> struct BlockNess {
  using Move = Choice;
  using Four = Lanes<Board>;
  static constexpr int kMostSeats = kMaxSeats;
  static constexpr int kMaxMoves = 64 * 4;
  static constexpr const char *kFigure = "laid";
  static constexpr int kStride = kSide + kGap;
  static constexpr int kMargin = (kSide - 8) / 2; // from the zone to the deep water

  Board blocked[kHeights]; // [h]: top is h or more; [1] is taken
  Board ends, zone;
  std::int8_t seat; // to act, -1 when the game is over
  std::uint8_t laid;
  std::uint8_t words; // of moves
  std::uint8_t heights[kMaxSeats][kMaxDistance + 1]; // bit h: a ring distance.h is in reserve
  std::uint8_t end[kMaxSeats][2];
  std::uint8_t head_height[kMaxSeats];
  std::uint8_t score[kMaxSeats];
  Word moves[(kRings + 1) / 2]; // of the seat to act, for two rings each
  std::uint8_t shape[kRings + 1]; // of each half of moves: distance * 8 + height

  static Board rectangle(int first, int last_column, int first_row, int last_row) {
    Board all{};
    for (int row = first_row; row <= last_row; ++row)
      for (int column = first; column <= last_column; ++column)
        all = all | one<Board>(row * kStride + column);
    return all;
  }
  // Holes with `distance` further holes in their row: without gaps, shifts run into the next row.
  static Board west_of(int distance) { return rectangle(0, kSide - 1 - distance, 0, kSide - 1); }
  static Board east_of(int distance) { return rectangle(distance, kSide - 1, 0, kSide - 1); }

  struct Masks {
    Board zone, deep, west[kMaxDistance + 1], east[kMaxDistance + 1];
    Masks() {
      zone = rectangle(0, kSide - 1, 0, kSide - 1);
      deep = rectangle(kMargin, kMargin + 7, kMargin, kMargin + 7);
      for (int d = 0; d <= kMaxDistance; ++d) west[d] = west_of(d), east[d] = east_of(d);
    }
  };
  static inline const Masks kMasks{};

  void reset(int seats) {
    *this = {};
    zone = kMasks.zone;
    for (int s = 0; s < seats; ++s)
      for (const Ring &ring : kSets[s]) heights[s][ring.distance] |= 1 << ring.height;
  }

  // The western or southern feet of all places of a start ring in the deep water.
  void start_places(Board &across, Board &up) const {
    const Ring ring = kStarts[static_cast<int>(seat)];
    const Board free = kMasks.deep & ~blocked[1];
    across = free & free >> ring.distance & kMasks.west[ring.distance];
    up = free & free >> ring.distance * kStride;
    for (int k = 1; k < ring.distance; ++k) { // nothing is lower than height 1
      across = across & free >> k;
      up = up & free >> k * kStride;
    }
  }

  int legal_starts(Choice *out) const {
    const int distance = kStarts[static_cast<int>(seat)].distance;
    Board across, up;
    start_places(across, up);
    int n = 0;
    while (any(across)) {
      const int hole = take(across);
      out[n++] = static_cast<Choice>(hole * 4);
      out[n++] = static_cast<Choice>((hole + distance) * 4 + 2);
    }
    while (any(up)) {
      const int hole = take(up);
      out[n++] = static_cast<Choice>(hole * 4 + 1);
      out[n++] = static_cast<Choice>((hole + distance * kStride) * 4 + 3);
    }
    return n;
  }

  Choice random_start(harness::Random &random) const {
    const int distance = kStarts[static_cast<int>(seat)].distance;
    Board across, up;
    start_places(across, up);
    const int level = count(across), all = level + count(up);
    int n = random.below(2 * all);
    const int back = n >= all;
    n -= back * all;
    const int upright = n >= level;
    const int hole = upright ? nth(up, n - level) : nth(across, n);
    return static_cast<Choice>((hole + back * distance * (upright ? kStride : 1)) * 4 + upright + 2 * back);
  }

  Board near_holes(int hole) const {
    const Board here = one<Board>(hole);
    Board east = here << kReach, west = here >> kReach;
    if constexpr (kGap < kReach) east = east & kMasks.east[kReach], west = west & kMasks.west[kReach];
    return (east | west | here << kReach * kStride | here >> kReach * kStride) & zone & ~blocked[1];
  }

  struct Feet {
    Board head, tail; // near holes
    Four near;
    Board low_head, low_tail; // holes that may lie under a ring, but for blocked ones
    Board free;
  };

  // Moves of the rings of one distance.
  template <int kDistance> void find(const Feet &feet, int s, int &n) {
    unsigned left = heights[s][kDistance];
    if (!left) return;
    const Four free = Four::make(feet.free, feet.free, feet.free, feet.free);
    Four open = free & free.forward(kDistance, kDistance * kStride);
    if constexpr (kGap == 0) {
      const Board west = kMasks.west[kDistance], all = ~Board{};
      open = open & Four::make(west, all, west, all);
    }
    for (; left; left &= left - 1) {
      const int height = std::countr_zero(left);
      const Board head = feet.low_head & ~blocked[height], tail = feet.low_tail & ~blocked[height];
      const Four span = Four::make(head, head, tail, tail);
      Four found = open;
      if constexpr (kDistance > 1) found = found & span.forward(1, kStride);
      if constexpr (kDistance > 2) found = found & span.forward(2, 2 * kStride);
      if constexpr (kDistance > 3) found = found & span.forward(3, 3 * kStride);
      if constexpr (kDistance > 4) found = found & span.forward(4, 4 * kStride);
      const Four ahead = found & feet.near;
      const Four behind = found.back(kDistance, kDistance * kStride) & feet.near;
      Word all = compress(ahead[0], feet.head) | compress(behind[0], feet.head) << 4;
      all |= compress(ahead[1], feet.head) << 8 | compress(behind[1], feet.head) << 12;
      all |= compress(ahead[2], feet.tail) << 16 | compress(behind[2], feet.tail) << 20;
      all |= compress(ahead[3], feet.tail) << 24 | compress(behind[3], feet.tail) << 28;
      moves[n / 2] |= all << n % 2 * 32;
      shape[n] = static_cast<std::uint8_t>(kDistance * 8 + height);
      ++n;
    }
  }

  // Finds the moves of a seat; returns whether there are any.
  bool can_play(int s) {
    Feet feet;
    feet.head = near_holes(end[s][0]), feet.tail = near_holes(end[s][1]);
    feet.near = Four::make(feet.head, feet.head, feet.tail, feet.tail);
    feet.low_head = zone & (~ends | one<Board>(end[s][0]));
    feet.low_tail = zone & (~ends | one<Board>(end[s][1]));
    feet.free = zone & ~blocked[1];
    for (Word &word : moves) word = 0;
    int n = 0;
    find<2>(feet, s, n);
    find<3>(feet, s, n);
    find<4>(feet, s, n);
    find<5>(feet, s, n);
    words = static_cast<std::uint8_t>((n + 1) / 2);
    Word some = 0;
    for (const Word word : moves) some |= word;
    return some != 0;
  }

  // Shape and place: see Choice.
  Choice choice(int word, int bit) const {
    return static_cast<Choice>(shape[2 * word + bit / 32] * 32 + bit % 32);
  }

  int legal(int seats, Choice *out) const {
    if (laid < seats) return legal_starts(out);
    int n = 0;
    for (int word = 0; word < words; ++word)
      for (Word left = moves[word]; left; left &= left - 1)
        out[n++] = choice(word, std::countr_zero(left));
    return n;
  }

  // A uniformly random move, without a list.
  Choice random_move(int seats, harness::Random &random) const {
    if (laid < seats) return random_start(random);
    int all = 0;
    for (const Word word : moves) all += count(word);
    int n = random.below(all), word = 0;
    for (int here; n >= (here = count(moves[word])); ++word) n -= here;
    return choice(word, nth(moves[word], n));
  }

  int put(int s, int near, int way, Ring ring) {
    const int step = way & 1 ? kStride : 1;
    const int far = near + (way < 2 ? ring.distance : -ring.distance) * step;
    const int first = way < 2 ? near : far;
    Board holes = one<Board>(first);
    for (int k = 1; k <= ring.distance; ++k) holes = holes | one<Board>(first + k * step);
    for (int h = 1; h <= ring.height; ++h) blocked[h] = blocked[h] | holes;
    ends = ends | one<Board>(far);
    ++laid;
    ++score[s];
    return far;
  }

  void apply(int seats, Choice move) {
    const int s = seat;
    if (laid < seats) {
      const int near = move / 4;
      end[s][0] = static_cast<std::uint8_t>(put(s, near, move % 4, kStarts[s]));
      end[s][1] = static_cast<std::uint8_t>(near);
      ends = ends | one<Board>(near);
      head_height[s] = 1;
      if (s + 1 < seats) {
        ++seat;
        return;
      }
    } else {
      const int e = move >> 4 & 1, way = (move >> 3 & 1) | (move >> 1 & 2);
      const Ring ring{move >> 8, move >> 5 & 7};
      const int near = nth(near_holes(end[s][e]), move & 3);
      ends = ends ^ one<Board>(end[s][e]);
      end[s][e] = static_cast<std::uint8_t>(put(s, near, way, ring));
      if (e == 0) head_height[s] = static_cast<std::uint8_t>(ring.height);
      // No standard set has a ring twice.
      heights[s][ring.distance] &= static_cast<std::uint8_t>(~(1 << ring.height));
    }
    for (int k = 1; k <= seats; ++k) {
      const int other = (s + k) % seats;
      if (can_play(other)) {
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

template <int kReach> int answer(int argc, char **argv) {
  switch (std::atoi(argv[2])) {
  case 2: return harness::answer<BlockNess<Word, 8, 0, kReach>>(argc, argv);
  case 3: return harness::answer<BlockNess<DoubleWord, 10, 1, kReach>>(argc, argv);
  case 4: return harness::answer<BlockNess<TripleWord, 12, 1, kReach>>(argc, argv);
  default: return -1;
  }
}

} // namespace

int main(int argc, char **argv) {
  const std::string variant = argc >= 5 ? argv[3] : "";
  int status = -1;
  if (variant == "base") status = answer<1>(argc, argv);
  if (variant == "expert") status = answer<2>(argc, argv);
  return status < 0 ? harness::usage("block_ness_bits", "base|expert") : status;
}
