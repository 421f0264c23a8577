// The standard board and tiles of On Top for both baselines: cells, circles (intersections) and places by
// number, in Empile's order.

#pragma once

#include <cstdint>
#include <cstring>

namespace on_top {

constexpr int kMaxSeats = 4;
constexpr int kColours = 4;
constexpr int kCells = 66, kCircles = 44, kPlaces = 89, kKinds = 12;
constexpr int kTriangles = 10, kPawns = 21, kTiles = 34;
constexpr char kLetters[] = "BYRW";
constexpr const char *kNames[kKinds] = {"BRWY", "BRYW", "BWRY", "BWYR", "BYRW", "BYWR",
                                        "RBWY", "RBYW", "RWYB", "RYWB", "WBYR", "WRYB"};
constexpr std::uint8_t kSupply[kKinds] = {3, 2, 3, 3, 3, 3, 2, 3, 3, 3, 3, 3};

// The colour of a tile's corner, acute first, as the seat that plays it.
inline int colour_of(int tile, int corner) { return std::strchr(kLetters, kNames[tile][corner]) - kLetters; }

struct Board {
  std::uint8_t corners[kCells][3]{};               // the circles of a cell
  std::uint8_t beside[kCells][3]{}, count[kCells]{}; // its neighbours, and their number
  std::uint8_t cover[kPlaces][2]{};                // the cells of a place, the one with its point up first
  std::uint8_t corner[kPlaces][4]{};               // its circles, as a tile's colours are read
  std::uint8_t round[kCircles]{};                  // the number of cells of a circle; fewer than six: golden
  std::uint8_t start[2]{};                         // the cells of the black triangles

  static bool on_board(int x, int y) { return x >= 0 && x <= 7 && y >= 0 && y <= 6 && x + y >= 3 && x + y <= 10; }

  Board() {
    int circle[9][8], cell[2][9][8], circles = 0, cells = 0, places = 0;
    std::memset(circle, -1, sizeof circle);
    std::memset(cell, -1, sizeof cell);
    for (int y = 6; y >= 0; --y)
      for (int x = 0; x <= 7; ++x)
        if (on_board(x, y)) circle[x][y] = circles++;
    const int corner_x[2][3] = {{1, 1, 0}, {0, 1, 0}}, corner_y[2][3] = {{0, 1, 1}, {0, 0, 1}};
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
          ++places;
        }
      }
    start[0] = cell[1][1][3], start[1] = cell[0][5][2];
  }
};

} // namespace on_top
