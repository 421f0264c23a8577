/** The script of the worker that holds the tables of a page. */
import { EngineWorker } from "../engine/index.ts";
import { reading } from "./files.ts";
import { Host } from "./host.ts";
import { TableStore } from "./keep/index.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { RulesShelf } from "./rules.ts";

/** The most memory of searches, in MB. */
const PHONE = 128;
const OTHERS = 512;
/** That of the rules of tables, which search nothing. */
const TABLES = 64;

const isPhone = /Android|iPhone|iPad|Mobile/.test(navigator.userAgent);
const start = () => new Worker(new URL("./bot-worker.ts", import.meta.url), { type: "module" });

const host = new Host({
  open: () => TableStore.open(),
  shelf: new RulesShelf(reading(() => TableStore.open()), TABLES),
  engine: (module) => new EngineWorker(start, module, { megabytes: isPhone ? PHONE : OTHERS }),
  now: () => Date.now(),
  random: () => crypto.getRandomValues(new Uint32Array(1))[0]!,
  post: (message: FromWorker) => postMessage(message),
});

onmessage = ({ data }: MessageEvent<ToWorker>) => host.receive(data);
