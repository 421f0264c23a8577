// Random games of Block Out! in C++: a baseline for Empile's compiled rules.
//
// The same algorithm: hands and piles are counts by kind of card. Bit sets hold the kinds in a hand, the
// playable kinds for the free blocks, and the blocks of a card. A card is drawn by cumulative counts. All
// legal moves are listed and one is chosen uniformly. Optimized by hand: constants for the standard cards
// and odds, the smallest state, everything inlined. Advanced rules are not supported.
//
//   g++ -O3 -march=native -std=c++20 -pthread block_out.cpp -o block_out

#include "harness.hpp"

#include <bit>
#include <cstring>

namespace {

using harness::Random;

constexpr int kMaxSeats = 6;
constexpr int kBlocks = 9, kKinds = 18, kBlockKinds = 16, kCards = 55;
constexpr int kHand = 7, kPenalty = 3, kTurnLimit = 500;
constexpr int kPass = kBlockKinds * kBlocks, kReverse = kPass + 1; // moves: kind * 9 + block, then these
constexpr unsigned kAllBlocks = (1 << kBlocks) - 1, kBlockCards = (1 << kBlockKinds) - 1;
constexpr std::uint8_t kSupply[kKinds] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 7, 6, 6};
constexpr std::int16_t kFalls[kBlocks] = {0, 18, 54, 108, 180, 270, 360, 450, 540}; // thousandths
constexpr std::int16_t kFallsLater[kBlocks] = {0, 2, 6, 12, 20, 30, 40, 50, 60};

struct Params {
  std::uint16_t blocks_of[kBlockKinds]{};
  std::uint32_t playable[kAllBlocks + 1]{}; // by the set of free blocks

  constexpr Params() {
    for (int colour = 0; colour < 3; ++colour)
      for (int size = 0; size < 3; ++size) {
        const int block = colour * 3 + size;
        for (const int kind : {block, 9 + colour, 12 + size, 15}) blocks_of[kind] |= 1 << block;
      }
    for (unsigned free = 0; free <= kAllBlocks; ++free) {
      playable[free] = ((1u << kKinds) - 1) & ~kBlockCards;
      for (int kind = 0; kind < kBlockKinds; ++kind)
        if (blocks_of[kind] & free) playable[free] |= 1u << kind;
    }
  }
};

constexpr Params kParams;

enum Due : std::uint8_t { kDealing, kChoosing, kDrawing, kPenaltyDraw, kTower };
enum Stage : std::uint8_t { kPlay, kRebuild, kEnd };

struct BlockOut {
  using Move = std::int16_t;
  static constexpr int kMostSeats = kMaxSeats;
  static constexpr int kMaxMoves = 4 * kBlocks + 2;
  static constexpr const char *kFigure = "cards";

  std::uint32_t holds[kMaxSeats];
  std::int32_t turn;
  std::uint16_t free;
  Due due;
  Stage stage;
  std::int8_t seat, direction, winner; // -1: none
  std::uint8_t to_draw, drawn, height; // drawn: kind + 1
  std::uint8_t in_stock, in_discard, in_hand[kMaxSeats];
  std::uint8_t tower[kBlocks];
  std::uint8_t hand[kMaxSeats][kKinds], stock[kKinds], discard[kKinds];

  void reset(int) {
    std::memset(static_cast<void *>(this), 0, sizeof *this);
    free = kAllBlocks;
    direction = 1;
    winner = -1;
    turn = 1;
    to_draw = kHand;
    in_stock = kCards;
    std::memcpy(stock, kSupply, sizeof stock);
  }

  bool over() const { return stage == kEnd; }
  bool deciding() const { return due == kChoosing; }
  int figure(int s) const { return in_hand[s]; }

  bool won(int seats, int s) const {
    if (winner >= 0) return s == winner;
    for (int other = 0; other < seats; ++other)
      if (in_hand[other] < in_hand[s]) return false;
    return true;
  }

  int legal(int, Move *moves) const {
    std::uint32_t kinds = holds[seat] & kParams.playable[free];
    if (drawn)
      kinds = 1u << (drawn - 1);
    else if (stage == kRebuild && kinds & kBlockCards)
      kinds &= kBlockCards;
    int count = 0;
    for (std::uint32_t some = kinds & kBlockCards; some; some &= some - 1) {
      const int kind = std::countr_zero(some);
      for (unsigned blocks = kParams.blocks_of[kind] & free; blocks; blocks &= blocks - 1)
        moves[count++] = static_cast<Move>(kind * kBlocks + std::countr_zero(blocks));
    }
    if (kinds >> kBlockKinds & 1) moves[count++] = kPass;
    if (kinds >> (kBlockKinds + 1) & 1) moves[count++] = kReverse;
    return count;
  }

  void apply(int seats, Move move) {
    drawn = 0;
    if (move < kPass) {
      discard_card(move / kBlocks);
      const int block = move % kBlocks;
      tower[height++] = block + 1;
      free &= ~(1u << block);
      due = kTower;
      return;
    }
    discard_card(move - kPass + kBlockKinds);
    if (move == kReverse) direction = -direction;
    if (in_hand[seat])
      end_turn(seats);
    else
      win();
  }

  void discard_card(int kind) {
    if (!--hand[seat][kind]) holds[seat] &= ~(1u << kind);
    --in_hand[seat];
    ++discard[kind];
    ++in_discard;
  }

  void happen(int seats, Random &random) {
    if (due == kTower)
      answer(seats, random.below(1000));
    else
      draw(seats, random);
  }

  void answer(int seats, int left) {
    const int stands = 1000 - kFalls[height - 1] - kFallsLater[height - 1];
    if (left >= stands && left < stands + kFalls[height - 1]) {
      take_down();
      stage = kRebuild;
      to_draw = kPenalty;
      due = kPenaltyDraw;
      go_on_drawing();
    } else if (height == kBlocks || !in_hand[seat]) {
      win();
    } else {
      if (left >= stands && turn < kTurnLimit) take_down();
      end_turn(seats);
    }
  }

  void take_down() {
    std::memset(tower, 0, sizeof tower);
    height = 0;
    free = kAllBlocks;
  }

  void win() {
    winner = seat;
    stage = kEnd;
    due = kChoosing;
  }

  void end_turn(int seats) {
    stage = kPlay;
    do {
      if (turn == kTurnLimit) {
        stage = kEnd;
        due = kChoosing;
        return;
      }
      ++turn;
      seat += direction;
      seat = seat < 0 ? seats - 1 : seat == seats ? 0 : seat;
    } while (!begin_turn());
  }

  bool begin_turn() {
    due = holds[seat] & kParams.playable[free] ? kChoosing : kDrawing;
    return due == kChoosing || in_stock || in_discard;
  }

  void draw(int seats, Random &random) {
    if (!in_stock) {
      std::memcpy(stock, discard, sizeof stock);
      std::memset(discard, 0, sizeof discard);
      in_stock = in_discard;
      in_discard = 0;
    }
    const int left = random.below(in_stock);
    int kind = 0, reached = 0;
    for (int k = 0; k < kKinds - 1; ++k) {
      reached += stock[k];
      kind += left >= reached;
    }
    --stock[kind];
    --in_stock;
    ++hand[seat][kind];
    holds[seat] |= 1u << kind;
    ++in_hand[seat];
    if (due == kDrawing) {
      if (kParams.playable[free] >> kind & 1) {
        drawn = kind + 1;
        due = kChoosing;
      } else if (!in_stock && !in_discard) {
        end_turn(seats);
      }
    } else if (--to_draw, due == kPenaltyDraw) {
      go_on_drawing();
    } else if (!to_draw) {
      seat = seat + 1 < seats ? seat + 1 : 0;
      to_draw = seat ? kHand : 0;
      if (!seat) begin_turn();
    }
  }

  void go_on_drawing() {
    if (to_draw && (in_stock || in_discard)) return;
    to_draw = 0;
    due = kChoosing;
  }
};

} // namespace

int main(int argc, char **argv) {
  if (argc >= 5 && std::string(argv[3]) == "base") {
    const int status = harness::answer<BlockOut>(argc, argv);
    if (status >= 0) return status;
  }
  return harness::usage("block_out", "base");
}
