/**
 * Builds three.js from its sources without what no picture here asks for: the programs of other
 * materials than those drawn with, environment maps, point lights, virtual reality, morphing. The
 * programs that stay lose their comments and blanks. What is used without being there ends the build
 * or, where only a running picture can tell, throws with a sentence that leads here.
 */
import { readFileSync, realpathSync } from "node:fs";
import { basename, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const THREE = `${realpathSync(fileURLToPath(new URL("./node_modules/three/src", import.meta.url)))}/`;
const SHADERS = `${THREE}renderers/shaders/`;

/** Materials that can be drawn with, and the program of each; none: it brings its own. */
const MATERIALS: Record<string, string | null> = {
  MeshBasicMaterial: "meshbasic",
  LineBasicMaterial: "meshbasic",
  MeshLambertMaterial: "meshlambert",
  MeshPhongMaterial: "meshphong",
  SpriteMaterial: "sprite",
  ShadowMaterial: "shadow",
  MeshDepthMaterial: "depth", // shadows of the lights below
  ShaderMaterial: null,
};
const LIGHTS = ["AmbientLight", "DirectionalLight", "HemisphereLight"];
/** What the renderer makes of others itself, and never compiles unless it is asked for. */
const ASIDE = ["Material", "MeshDistanceMaterial", "Light", "LightShadow", "DirectionalLightShadow"];
/** What the renderer puts into every program by itself. */
const ALWAYS = ["colorspace_pars_fragment"];

const missing = (what: string) =>
  `throw new Error(${JSON.stringify(`the page is built without ${what}: see web/three-parts.ts`)});`;

/** Modules that are there in name alone. */
const WITHOUT: Record<string, string> = {
  "renderers/webxr/WebXRManager.js": `
    import { EventDispatcher } from "../../core/EventDispatcher.js";
    export class WebXRManager extends EventDispatcher {
      enabled = false;
      isPresenting = false;
      getEnvironmentBlendMode() {}
      setAnimationLoop() {}
      dispose() {}
    }`,
  "renderers/webgl/WebGLEnvironments.js": `
    export function WebGLEnvironments() {
      return { get(texture) { if (!texture) return null; ${missing("environment maps")} }, dispose() {} };
    }`,
  "renderers/webgl/WebGLMorphtargets.js": `
    export function WebGLMorphtargets() { return { update() { ${missing("morphing")} } }; }`,
  "renderers/webgl/WebGLUniformsGroups.js": `
    const none = () => { ${missing("groups of uniforms")} };
    export function WebGLUniformsGroups() { return { bind: none, update: none, dispose() {} }; }`,
  "renderers/webgl/WebGLOutput.js": `
    export function WebGLOutput() { ${missing("effects on the whole picture")} }`,
  "renderers/WebGLCubeRenderTarget.js": `
    export class WebGLCubeRenderTarget { constructor() { ${missing("pictures all around")} } }`,
  // Asked for with every light, and read by physical materials alone.
  "renderers/shaders/DFGLUTData.js": "export function getDFGLUT() { return null; }",
};

/** A program's source without comments and needless blanks; directives keep lines of their own. */
export function plainProgram(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => line.startsWith("#")
      ? line.replace(/\s+/g, " ")
      // Of signs that could join to others (a - -b), the blanks stay.
      : line.replace(/\s*([(){}[\],;=*?:<>&|])\s*/g, "$1").replace(/\s+/g, " "))
    .join("\n");
}

/** What a program's source includes. */
export function included(source: string): string[] {
  return [...source.matchAll(/^[ \t]*#include +<([\w./]+)>/gm)].map(([, name]) => name!);
}

/** The files of the programs that stay, with all that they include. */
function keptPrograms(): Set<string> {
  const kept = new Set<string>();
  const waiting = [
    ...Object.values(MATERIALS).filter((name) => name !== null).map((name) => `ShaderLib/${name}`),
    ...ALWAYS.map((name) => `ShaderChunk/${name}`),
  ];
  while (waiting.length > 0) {
    const path = `${SHADERS}${waiting.pop()}.glsl.js`;
    if (kept.has(path)) continue;
    kept.add(path);
    waiting.push(...included(readFileSync(path, "utf-8")).map((name) => `ShaderChunk/${name}`));
  }
  return kept;
}

const PROGRAM = /\/\* glsl \*\/\s*`([^`]*)`/g;
const LEFT_OUT = "#error the page is built without this program: see web/three-parts.ts";

export function threeParts(): Plugin {
  const kept = keptPrograms();
  const replaced = new Set<string>();
  return {
    name: "three-parts",
    enforce: "pre",
    load(id) {
      if (!id.startsWith(THREE)) return null;
      const path = relative(THREE, id).replaceAll("\\", "/");
      if (path in WITHOUT) {
        replaced.add(path);
        return { code: WITHOUT[path]!, moduleType: "js" };
      }
      if (!path.endsWith(".glsl.js")) return null;
      const code = readFileSync(id, "utf-8").replace(PROGRAM, (_, source: string) =>
        `\`${kept.has(id) ? plainProgram(source) : LEFT_OUT}\``);
      return { code, moduleType: "js" };
    },
    generateBundle(_options, bundle) {
      const unknown = Object.keys(WITHOUT).filter((path) => !replaced.has(path));
      if (unknown.length > 0) this.error(`three has no ${unknown.join(", ")} any more`);
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          if (renderedLength === 0 || !/\/three\/src\/(materials|lights)\//.test(id)) continue;
          const name = basename(id, ".js");
          if (name in MATERIALS || LIGHTS.includes(name) || ASIDE.includes(name)) continue;
          this.error(`${name} is used, and left out by three-parts.ts`);
        }
      }
    },
  };
}
