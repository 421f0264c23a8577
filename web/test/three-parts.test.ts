import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { includedChunks, minifyGlsl, threeParts } from "../three-parts.ts";

test("minifyGlsl keeps directives on lines of their own and removes comments", () => {
  const source = `
/* all
   of it */
#include <common>

	#define CLAMP( x )  clamp( x, 0.0, 1.0 ) // between

	void main() {

		float a = b * ( c + d ); // sum
		if ( a >= - 1.0 && b < c ) a = a - - b;

	}
`;
  assert.equal(minifyGlsl(source), [
    "#include <common>",
    "#define CLAMP( x ) clamp( x, 0.0, 1.0 )",
    "void main(){",
    "float a=b*(c + d);",
    "if(a>=- 1.0&&b<c)a=a - - b;",
    "}",
  ].join("\n"));
});

test("minifyGlsl keeps loops that the renderer unrolls", () => {
  const loop = minifyGlsl(`
	#pragma unroll_loop_start
	for ( int i = 0; i < 2; i ++ ) {

		sum += lights[ i ].color;

	}
	#pragma unroll_loop_end
`);
  // The renderer's pattern.
  assert.match(loop, /#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/);
  assert.match(loop, /lights\[i\]\.color/);
});

test("includedChunks finds indented includes", () => {
  assert.deepEqual(includedChunks("#include <common>\n\tvoid main() {\n\t#include <fog_vertex>\n}"), [
    "common", "fog_vertex",
  ]);
});

const SOURCES = join(import.meta.dirname, "../node_modules/three/src");

/** Starts the plugin on `sources`; returns its `load` and what it reported. */
function start(sources: string, ci: boolean) {
  const before = process.env.CI;
  process.env.CI = String(ci);
  const reported: string[] = [];
  const plugin = threeParts(sources) as unknown as {
    buildStart(): void;
    load(id: string): { code: string } | null;
  };
  try {
    plugin.buildStart.call({
      warn: (text: string) => reported.push(text),
      error: (text: string) => {
        throw new Error(text);
      },
    });
  } finally {
    if (before === undefined) delete process.env.CI;
    else process.env.CI = before;
  }
  return { load: (path: string) => plugin.load(join(sources, path)), reported };
}

test("threeParts patches the installed three.js", () => {
  const { load, reported } = start(SOURCES, true);
  assert.deepEqual(reported, []);
  const shader = (name: string) => join("renderers/shaders/ShaderLib", `${name}.glsl.js`);
  const size = (path: string) => readFileSync(join(SOURCES, path)).length;
  assert.ok(load(shader("meshphong"))!.code.length < size(shader("meshphong")));
  assert.match(load(shader("meshphysical"))!.code, /#error/);
  assert.match(load("renderers/webxr/WebXRManager.js")!.code, /class WebXRManager/);
  assert.equal(load("core/Object3D.js"), null);
});

test("threeParts leaves an unknown version of three.js unpatched, and fails in CI", () => {
  const folder = mkdtempSync(join(tmpdir(), "three-"));
  try {
    mkdirSync(join(folder, "renderers"));
    const { load, reported } = start(folder, false);
    assert.match(reported.join(), /built unpatched.*WebXRManager/);
    assert.equal(load("renderers/webxr/WebXRManager.js"), null);
    assert.throws(() => start(folder, true), /must be adapted/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
