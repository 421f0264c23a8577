/** Builds the worker that compares the rules in browsers, as the page is built. */
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  build: {
    lib: { entry: "worker.ts", formats: ["es"], fileName: () => "worker.js" },
    target: "es2022",
    reportCompressedSize: false,
  },
});
