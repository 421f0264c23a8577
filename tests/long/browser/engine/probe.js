// What the policy of the page lets its own scripts do; a script that a driver runs may do more.
const tried = (work) => work().then(() => "allowed", (error) => error.name);

window.probe = Promise.all([
  tried(() => WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))),
  tried(async () => new Function("return 1")()),
]);
