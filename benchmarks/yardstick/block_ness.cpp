// Random games of Block Ness in plain C++, to measure Empile's compiled rules against.
//
// The same rules and the same plain algorithm: arrays, a walk along the four lines from each near
// hole, all legal moves listed, one of them chosen uniformly. It is meant to be honestly quick, so
// it does what a good C++ programmer would do by hand (fixed sizes for the house lake and rings,
// the smallest state, everything inlined) and knows no other lake or rings than the house's.
//
//   g++ -O3 -march=native -std=c++20 -pthread block_ness.cpp -o block_ness
//   block_ness random SEATS base|expert GAMES SEED THREADS  -> one line of JSON
//   block_ness perft SEATS base|expert DEPTH                -> the number of leaves
//   block_ness clone SEATS base|expert COPIES               -> bytes of a state, nanoseconds to copy one

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int kSize = 12;                     // columns and rows of the lake
constexpr int kStride = kSize + 2;            // two holes of shore between rows
constexpr int kHoles = (kSize + 4) * kStride; // and two rows of it on either side
constexpr int kMaxSeats = 4;
constexpr int kRings = 9;       // of a set, beside the start ring
constexpr int kMaxDistance = 5; // of a house ring
constexpr std::uint8_t kEnd = 64;
constexpr std::uint8_t kShore = 255;
constexpr int kStep[4] = {1, kStride, -1, -kStride};
constexpr int kMaxMoves = 64 * 4; // start rings: at most 4 ways from each of 8 x 8 holes

struct Ring {
  std::uint8_t distance, height;
};

constexpr Ring kSets[kMaxSeats][kRings + 1] = {
    {{2, 1}, {2, 2}, {4, 2}, {2, 3}, {5, 3}, {2, 4}, {3, 4}, {3, 5}, {4, 5}, {3, 6}},
    {{3, 1}, {2, 2}, {4, 2}, {3, 3}, {4, 3}, {2, 4}, {3, 4}, {2, 5}, {5, 5}, {3, 6}},
    {{4, 1}, {3, 2}, {4, 2}, {2, 3}, {3, 3}, {2, 4}, {4, 4}, {2, 5}, {5, 5}, {3, 6}},
    {{5, 1}, {2, 2}, {3, 2}, {3, 3}, {5, 3}, {2, 4}, {4, 4}, {2, 5}, {3, 5}, {4, 6}},
};

struct Random { // SplitMix64
  std::uint64_t state;
  std::uint64_t next() {
    state += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  int below(int bound) { return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(bound)) >> 32); }
};

struct Move {
  std::uint8_t end;    // 0 head, 1 tail
  std::uint8_t near;   // hole of the near foot
  std::uint8_t way;    // direction to the far foot
  std::uint8_t distance, height;
};

struct Game {
  std::uint8_t top[kHoles]; // 0 free, else the greatest height there (+ kEnd), or kShore
  std::int8_t seat;         // to act, -1 when the game is over
  std::uint8_t laid;
  std::uint8_t end[kMaxSeats][2];
  std::uint8_t head_height[kMaxSeats];
  std::uint8_t score[kMaxSeats];
  std::uint8_t heights[kMaxSeats][kMaxDistance + 1]; // bit h: a ring distance.h is in reserve
  std::uint8_t tallest[kMaxSeats][kMaxDistance + 2]; // of rings at least so long

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

  int legal_starts(Move *out) const {
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
  template <int kReach, bool kFirst>
  int legal_plays(int s, Move *out) const {
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

  template <int kReach>
  int legal(int seats, Move *out) const {
    return laid < seats ? legal_starts(out) : legal_plays<kReach, false>(seat, out);
  }

  int put(int s, const Move &move) {
    const int step = kStep[move.way];
    int hole = move.near;
    for (int k = 0; k < move.distance; ++k, hole += step) top[hole] = move.height;
    top[hole] = move.height + kEnd;
    ++laid;
    ++score[s];
    return hole;
  }

  template <int kReach>
  void apply(int seats, const Move &move) {
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
      // No house set holds a ring twice.
      heights[s][move.distance] &= static_cast<std::uint8_t>(~(1 << move.height));
      find_tallest(s);
    }
    for (int k = 1; k <= seats; ++k) {
      const int other = (s + k) % seats;
      if (legal_plays<kReach, true>(other, nullptr)) {
        seat = static_cast<std::int8_t>(other);
        return;
      }
    }
    seat = -1;
  }
};

struct Totals {
  std::int64_t games = 0, moves = 0, wins[kMaxSeats] = {}, laid[kMaxSeats] = {};
};

template <int kReach>
void random_games(int seats, std::int64_t games, std::uint64_t seed, Totals &totals) {
  Random random{seed};
  Game start;
  start.reset(seats);
  Move moves[kMaxMoves];
  Totals sum;
  for (std::int64_t g = 0; g < games; ++g) {
    Game game = start;
    while (game.seat >= 0) {
      const int count = game.legal<kReach>(seats, moves);
      game.apply<kReach>(seats, moves[random.below(count)]);
      ++sum.moves;
    }
    int best = 0;
    for (int s = 0; s < seats; ++s) {
      const int mine = game.score[s] * 16 + game.head_height[s];
      if (mine > best) best = mine;
      sum.laid[s] += game.score[s];
    }
    for (int s = 0; s < seats; ++s) sum.wins[s] += game.score[s] * 16 + game.head_height[s] == best;
  }
  sum.games = games;
  totals = sum;
}

template <int kReach>
std::int64_t perft(const Game &game, int seats, int depth) {
  if (game.seat < 0) return 0;
  std::vector<Move> moves(kMaxMoves);
  const int count = game.legal<kReach>(seats, moves.data());
  if (depth == 1) return count;
  std::int64_t leaves = 0;
  for (int m = 0; m < count; ++m) {
    Game after = game;
    after.apply<kReach>(seats, moves[m]);
    leaves += perft<kReach>(after, seats, depth - 1);
  }
  return leaves;
}

void clone(int seats, std::int64_t copies) {
  std::vector<Game> states(64);
  for (Game &state : states) state.reset(seats);
  const auto begun = std::chrono::steady_clock::now();
  for (std::int64_t k = 0; k < copies; ++k) {
    states[(k + 1) & 63] = states[k & 63];
    asm volatile("" : : "r"(states.data()) : "memory"); // each copy is made
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  std::printf("{\"bytes\": %zu, \"nanoseconds\": %.3f}\n", sizeof(Game), 1e9 * took.count() / copies);
}

int usage() {
  std::fprintf(stderr, "block_ness random SEATS base|expert GAMES SEED THREADS\n"
                       "block_ness perft SEATS base|expert DEPTH\n"
                       "block_ness clone SEATS base|expert COPIES\n");
  return 2;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 5) return usage();
  const std::string verb = argv[1];
  const int seats = std::atoi(argv[2]);
  const bool expert = std::string(argv[3]) == "expert";
  if (seats < 2 || seats > kMaxSeats) return usage();
  if (verb == "clone") {
    clone(seats, std::atoll(argv[4]));
    return 0;
  }
  if (verb == "perft") {
    Game game;
    game.reset(seats);
    const int depth = std::atoi(argv[4]);
    std::printf("%lld\n", static_cast<long long>(expert ? perft<2>(game, seats, depth)
                                                        : perft<1>(game, seats, depth)));
    return 0;
  }
  if (verb != "random" || argc != 7) return usage();
  const std::int64_t games = std::atoll(argv[4]);
  const std::uint64_t seed = std::strtoull(argv[5], nullptr, 10);
  const int threads = std::atoi(argv[6]);
  std::vector<Totals> totals(threads);
  std::vector<std::thread> running;
  const std::clock_t cpu_begun = std::clock(); // of all threads together
  const auto begun = std::chrono::steady_clock::now();
  for (int t = 0; t < threads; ++t)
    running.emplace_back([&, t] {
      const std::int64_t share = games / threads + (t < games % threads);
      const std::uint64_t own = seed + 0xD1B54A32D192ED03u * static_cast<std::uint64_t>(t);
      expert ? random_games<2>(seats, share, own, totals[t])
             : random_games<1>(seats, share, own, totals[t]);
    });
  for (auto &thread : running) thread.join();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  const double cpu = static_cast<double>(std::clock() - cpu_begun) / CLOCKS_PER_SEC;
  Totals sum;
  for (const Totals &part : totals) {
    sum.games += part.games;
    sum.moves += part.moves;
    for (int s = 0; s < seats; ++s) sum.wins[s] += part.wins[s], sum.laid[s] += part.laid[s];
  }
  std::printf("{\"games\": %lld, \"moves\": %lld, \"seconds\": %.9f, \"cpu_seconds\": %.9f, \"wins\": [",
              static_cast<long long>(sum.games), static_cast<long long>(sum.moves), took.count(), cpu);
  for (int s = 0; s < seats; ++s)
    std::printf("%s%lld", s ? ", " : "", static_cast<long long>(sum.wins[s]));
  std::printf("], \"laid\": [");
  for (int s = 0; s < seats; ++s)
    std::printf("%s%lld", s ? ", " : "", static_cast<long long>(sum.laid[s]));
  std::printf("]}\n");
  return 0;
}
