import assert from "node:assert/strict";
import { test } from "node:test";
import { included, plainProgram } from "../three-parts.ts";

test("a program keeps its directives on lines of their own and loses what only people read", () => {
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
  assert.equal(plainProgram(source), [
    "#include <common>",
    "#define CLAMP( x ) clamp( x, 0.0, 1.0 )",
    "void main(){",
    "float a=b*(c + d);",
    "if(a>=- 1.0&&b<c)a=a - - b;",
    "}",
  ].join("\n"));
});

test("loops that the renderer unrolls are still found", () => {
  const loop = plainProgram(`
	#pragma unroll_loop_start
	for ( int i = 0; i < 2; i ++ ) {

		sum += lights[ i ].color;

	}
	#pragma unroll_loop_end
`);
  // The renderer's own pattern.
  assert.match(loop, /#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/);
  assert.match(loop, /lights\[i\]\.color/);
});

test("includes are found wherever they stand", () => {
  assert.deepEqual(included("#include <common>\n\tvoid main() {\n\t#include <fog_vertex>\n}"), [
    "common", "fog_vertex",
  ]);
});
