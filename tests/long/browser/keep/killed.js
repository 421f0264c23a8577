// Continues a table for as long as the page lives, in a worker; tells the server of each step.
import { call, created, move } from "/store.js";

const TABLE = "~table";
const tell = (what, number) => fetch(`/told/${what}/${number}`, { method: "POST" });

await call("create", created(TABLE));
const { entries, code } = await call("read", TABLE);
if (entries === undefined) throw new Error(code);
await tell(`texts/${entries.map(({ text }) => text).join("-")}`, entries.length);
// The page that was killed had the table.
await call("takeOver", TABLE);
for (let number = entries.length; ; number += 1) {
  void tell("begun", number + 1);
  const saved = await call("append", TABLE, number, [move(`${number}`)]);
  if (saved.kept !== true) throw new Error(JSON.stringify(saved));
  await tell("kept", number + 1);
}
