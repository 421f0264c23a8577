// Shared code of the baselines: random streams, parallel random games, perft, copies, and the command
// line. A baseline is a struct Rules, the state of a game, with
//
//   kMostSeats                   the maximum number of seats
//   Move, kMaxMoves              a move, and the maximum number of legal moves
//   reset(seats)                 set up the initial state
//   over(), deciding()           whether the game is over; whether a seat is to act
//   legal(seats, moves)          writes the legal moves, returns their number
//   apply(seats, move)           makes a move
//   happen(seats, random)        draws one chance outcome; only if there is chance
//   won(seats, seat)             at the end, whether the seat is ranked first
//   random_move(seats, random)   a uniformly random legal move; optional, faster than a list
//   figure(seat), kFigure        a statistic summed by seat, and its name in the output
//
// Streams are those of empile.engine.random and assigned as in random_games: if moves are listed in the same
// order, a baseline plays the same games.
//
//   PROGRAM random SEATS VARIANT GAMES SEED THREADS  -> one line of JSON
//   PROGRAM listing SEATS VARIANT GAMES SEED THREADS -> the same; lists the legal moves at each turn
//   PROGRAM perft SEATS VARIANT DEPTH SEED           -> the number of leaves
//   PROGRAM clone SEATS VARIANT COPIES               -> bytes of a state, nanoseconds to copy one

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

namespace harness {

constexpr int kSeatsOfAnyGame = 6;
constexpr std::int64_t kChunk = 2000; // games per stream, independent of the number of threads

struct Random { // SplitMix64
  std::uint64_t state;

  static std::uint64_t mix(std::uint64_t z) {
    z += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  std::uint64_t next() {
    const std::uint64_t bits = mix(state);
    state += 0x9E3779B97F4A7C15u;
    return bits;
  }
  int below(int bound) {
    return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
  }
  Random split(std::uint64_t index) const { return {mix(state ^ mix(index + 1))}; }
};

struct Totals {
  std::int64_t games = 0, moves = 0, wins[kSeatsOfAnyGame] = {}, figures[kSeatsOfAnyGame] = {};

  void add(const Totals &other) {
    games += other.games;
    moves += other.moves;
    for (int s = 0; s < kSeatsOfAnyGame; ++s) wins[s] += other.wins[s], figures[s] += other.figures[s];
  }
};

template <class Rules, bool kListing>
Totals play(int seats, std::int64_t games, Random random) {
  Rules start;
  start.reset(seats);
  typename Rules::Move moves[Rules::kMaxMoves];
  Totals sum;
  for (std::int64_t g = 0; g < games; ++g) {
    Rules game = start;
    while (!game.over()) {
      if (!game.deciding()) {
        game.happen(seats, random);
      } else if constexpr (!kListing && requires { game.random_move(seats, random); }) {
        game.apply(seats, game.random_move(seats, random));
      } else {
        game.apply(seats, moves[random.below(game.legal(seats, moves))]);
      }
      ++sum.moves;
    }
    for (int s = 0; s < seats; ++s) {
      sum.wins[s] += game.won(seats, s);
      sum.figures[s] += game.figure(s);
    }
  }
  sum.games = games;
  return sum;
}

template <class Rules, bool kListing>
void random_games(int seats, std::int64_t games, std::uint64_t seed, int threads) {
  std::vector<Totals> totals(threads);
  std::vector<std::thread> running;
  std::atomic<std::int64_t> next_chunk{0};
  const std::clock_t cpu_begun = std::clock(); // of all threads
  const auto begun = std::chrono::steady_clock::now();
  for (int t = 0; t < threads; ++t)
    running.emplace_back([&, t] {
      Totals sum;
      for (std::int64_t chunk; (chunk = next_chunk++) * kChunk < games;) {
        const std::int64_t share = std::min(kChunk, games - chunk * kChunk);
        sum.add(play<Rules, kListing>(seats, share, Random{seed}.split(static_cast<std::uint64_t>(chunk))));
      }
      totals[t] = sum;
    });
  for (auto &thread : running) thread.join();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  const double cpu = static_cast<double>(std::clock() - cpu_begun) / CLOCKS_PER_SEC;
  Totals sum;
  for (const Totals &part : totals) sum.add(part);
  const auto list = [&](const std::int64_t *of_seats) {
    std::string text;
    for (int s = 0; s < seats; ++s) text += (s ? ", " : "") + std::to_string(of_seats[s]);
    return text;
  };
  std::printf("{\"games\": %lld, \"moves\": %lld, \"seconds\": %.9f, \"cpu_seconds\": %.9f, "
              "\"wins\": [%s], \"%s\": [%s]}\n",
              static_cast<long long>(sum.games), static_cast<long long>(sum.moves), took.count(), cpu,
              list(sum.wins).c_str(), Rules::kFigure, list(sum.figures).c_str());
}

// The d-th chance outcome of a line is drawn from the d-th stream split from the seed.
template <class Rules>
std::int64_t perft(Rules game, int seats, int depth, Random seeds, int drawn) {
  while (!game.over() && !game.deciding()) {
    Random random = seeds.split(static_cast<std::uint64_t>(drawn++));
    game.happen(seats, random);
  }
  if (game.over()) return 0;
  std::vector<typename Rules::Move> moves(Rules::kMaxMoves);
  const int count = game.legal(seats, moves.data());
  if (depth == 1) return count;
  std::int64_t leaves = 0;
  for (int m = 0; m < count; ++m) {
    Rules after = game;
    after.apply(seats, moves[m]);
    leaves += perft(after, seats, depth - 1, seeds, drawn);
  }
  return leaves;
}

template <class Rules>
void clone(int seats, std::int64_t copies) {
  std::vector<Rules> states(64);
  for (Rules &state : states) state.reset(seats);
  const auto begun = std::chrono::steady_clock::now();
  for (std::int64_t k = 0; k < copies; ++k) {
    states[(k + 1) & 63] = states[k & 63];
    asm volatile("" : : "r"(states.data()) : "memory"); // prevents elimination of copies
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  std::printf("{\"bytes\": %zu, \"nanoseconds\": %.3f}\n", sizeof(Rules), 1e9 * took.count() / copies);
}

// Runs a command line for the Rules of a variant; returns the exit status.
template <class Rules>
int answer(int argc, char **argv) {
  const std::string verb = argv[1];
  const int seats = std::atoi(argv[2]);
  if (seats >= 2 && seats <= Rules::kMostSeats && verb == "clone" && argc == 5) {
    clone<Rules>(seats, std::atoll(argv[4]));
    return 0;
  }
  if (seats >= 2 && seats <= Rules::kMostSeats && verb == "perft" && argc == 6) {
    Rules game;
    game.reset(seats);
    const Random seeds{std::strtoull(argv[5], nullptr, 10)};
    std::printf("%lld\n", static_cast<long long>(perft(game, seats, std::atoi(argv[4]), seeds, 0)));
    return 0;
  }
  if (seats >= 2 && seats <= Rules::kMostSeats && (verb == "random" || verb == "listing") && argc == 7) {
    const auto run = verb == "listing" ? random_games<Rules, true> : random_games<Rules, false>;
    run(seats, std::atoll(argv[4]), std::strtoull(argv[5], nullptr, 10), std::atoi(argv[6]));
    return 0;
  }
  return -1;
}

inline int usage(const char *program, const char *variants) {
  std::fprintf(stderr, "%s random|listing SEATS %s GAMES SEED THREADS\n%s perft SEATS %s DEPTH SEED\n%s clone SEATS %s COPIES\n",
               program, variants, program, variants, program, variants);
  return 2;
}

} // namespace harness
