/** The script of the worker that searches for tables in the page: see `EngineWorker`. */
import { type Answer, type Message, serving } from "../engine/serving.ts";
import { reading } from "./files.ts";
import { TableStore } from "./keep/index.ts";

const receive = serving(reading(() => TableStore.open()), (answer: Answer) => postMessage(answer));

onmessage = ({ data }: MessageEvent<Message>) => receive(data);
