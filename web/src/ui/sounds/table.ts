/** Where the sounds are in `sounds.flac`: the beginning and the length of each variation, in seconds.
 * Written by `scripts/sounds.py`. */
export const TABLE = {
  "put block": [[0.0200, 0.1604], [0.2004, 0.1118], [0.3322, 0.1602]],
  "pick block": [[0.5124, 0.1162], [0.6486, 0.1165]],
  "put arch": [[0.7851, 0.1438], [0.9489, 0.1475], [1.1164, 0.1466]],
  "pick arch": [[1.2830, 0.1152], [1.4182, 0.1164]],
  "put slab": [[1.5546, 0.0963], [1.6709, 0.1117], [1.8026, 0.1604]],
  "pick slab": [[1.9830, 0.1166], [2.1195, 0.0947]],
  "put card": [[2.2342, 0.1613], [2.4156, 0.1614], [2.5969, 0.1613]],
  "pick card": [[2.7782, 0.0649], [2.8630, 0.1174]],
  "undo": [[3.0005, 0.2042]],
  "tick": [[3.2247, 0.0505]],
  "low": [[3.2952, 0.5578]],
  "turn": [[3.8730, 0.5402]],
  "end": [[4.4332, 1.1326]],
} as const satisfies Record<string, readonly (readonly [number, number])[]>;
