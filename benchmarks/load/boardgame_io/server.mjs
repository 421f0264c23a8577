// A boardgame.io server with its default storage and transport, for scripted matches.
//
//     node server.mjs GAMES.json
//
// GAMES.json: {"game": name, "hidden": bool, "games": [[{"seat": 0, "text": "", "position": {}}, ...], ...]}, from
// load/matches.py. A move replaces the position with the next of its game; after the last, the next
// game follows in the same match. No rule is checked and no chance event is drawn.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");

const { game: name, hidden, games } = JSON.parse(readFileSync(process.argv[2], "utf-8"));

const stepOf = (G) => games[G.game % games.length][G.at];
const following = ({ game, at }) =>
    at + 1 < games[game % games.length].length ? { game, at: at + 1 } : { game: game + 1, at: 0 };
const started = (place) => ({ ...place, ...stepOf(place) });
const count = (cards) =>
    Array.isArray(cards) ? cards.map(() => "?") : "?".repeat(cards.length);
const total = (cards) => Object.values(cards).reduce((sum, number) => sum + number, 0);

// What a player may not see: the other hands, and which cards are left.
function playerView({ G, playerID }) {
    if (!hidden) {
        return G;
    }
    const position = { ...G.position };
    position.hands = position.hands.map((hand, seat) => (String(seat) === playerID ? hand : count(hand)));
    for (const pile of ["deck", "stock"]) {
        if (position[pile]) {
            position[pile] = total(position[pile]);
        }
    }
    return { ...G, position };
}

let made = 0;

const scripted = {
    name,
    minPlayers: 2,
    maxPlayers: 2,
    setup: () => started({ game: made++, at: 0 }),
    moves: { play: ({ G }) => started(following(G)) },
    turn: {
        minMoves: 1,
        maxMoves: 1,
        order: { first: ({ G }) => G.seat, next: ({ G }) => G.seat },
    },
    playerView,
};

const server = Server({ games: [scripted], origins: ["http://127.0.0.1"] });
// With this version of Koa, the lobby works only on its own port. "0" is a port to the server, 0 is not.
const { apiServer, appServer } = await server.run({ port: 0, lobbyConfig: { apiPort: "0" } });
console.log(`http://127.0.0.1:${apiServer.address().port} ${appServer.address().port}`);
process.on("SIGINT", () => process.exit(0));
