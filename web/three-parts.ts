/**
 * Vite plugin that builds three.js without the parts that no scene uses: shader programs of other
 * materials, environment maps, point lights, WebXR and morphing. The remaining shaders lose comments and
 * whitespace. The first load is 251 kB gzipped without the plugin, 240 kB with the shaders minified
 * alone, and 217 kB with it.
 *
 * It depends on internals of three.js: the paths in `REPLACED`, the shader files of `MATERIALS`, and the
 * `glsl` tag before shader sources. If a new version of three.js lacks any of them, the build falls back to the
 * unpatched sources with a warning; in CI (`CI=true`) it fails. Code that uses a part that is left out fails
 * the build, or throws an error that names this file if only the running page can detect it.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const SOURCES = fileURLToPath(new URL("./node_modules/three/src", import.meta.url));
const SHADERS = "renderers/shaders/";

/** The available materials and their shader programs; null for custom shaders. */
const MATERIALS: Record<string, string | null> = {
  MeshBasicMaterial: "meshbasic",
  LineBasicMaterial: "meshbasic",
  MeshLambertMaterial: "meshlambert",
  MeshPhongMaterial: "meshphong",
  SpriteMaterial: "sprite",
  ShadowMaterial: "shadow",
  MeshDepthMaterial: "depth", // for shadows
  ShaderMaterial: null,
};
const LIGHTS = ["AmbientLight", "DirectionalLight", "HemisphereLight"];
/** Created by the renderer itself, but never compiled unless used. */
const INTERNAL = ["Material", "MeshDistanceMaterial", "Light", "LightShadow", "DirectionalLightShadow"];
/** Included by the renderer in every program. */
const ALWAYS = ["colorspace_pars_fragment"];

const missing = (what: string) =>
  `throw new Error(${JSON.stringify(`the page is built without ${what}: see web/three-parts.ts`)});`;

/** Replacements of modules that are not used. */
const REPLACED: Record<string, string> = {
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
  // Requested with every light, but used only by physical materials.
  "renderers/shaders/DFGLUTData.js": "export function getDFGLUT() { return null; }",
};

/** Removes comments and unnecessary whitespace from GLSL; directives stay on lines of their own. */
export function minifyGlsl(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => line.startsWith("#")
      ? line.replace(/\s+/g, " ")
      // Keep spaces around operators that could merge (a - -b).
      : line.replace(/\s*([(){}[\],;=*?:<>&|])\s*/g, "$1").replace(/\s+/g, " "))
    .join("\n");
}

/** Returns the names of the chunks that a GLSL source includes. */
export function includedChunks(source: string): string[] {
  return [...source.matchAll(/^[ \t]*#include +<([\w./]+)>/gm)].map(([, name]) => name!);
}

/** Returns the shader files that are kept, with all chunks that they include; relative to `sources`. */
function keptShaders(sources: string): Set<string> {
  const kept = new Set<string>();
  const waiting = [
    ...Object.values(MATERIALS).filter((name) => name !== null).map((name) => `ShaderLib/${name}`),
    ...ALWAYS.map((name) => `ShaderChunk/${name}`),
  ];
  while (waiting.length > 0) {
    const path = `${SHADERS}${waiting.pop()}.glsl.js`;
    if (kept.has(path)) continue;
    kept.add(path);
    const source = readFileSync(`${sources}/${path}`, "utf-8");
    if (source.search(GLSL) < 0) throw new Error(`no GLSL is found in ${path}`);
    waiting.push(...includedChunks(source).map((name) => `ShaderChunk/${name}`));
  }
  return kept;
}

const GLSL = /\/\* glsl \*\/\s*`([^`]*)`/g;
const LEFT_OUT = "#error the page is built without this program: see web/three-parts.ts";

/** Returns the plugin for the sources of three.js in the folder `sources`. */
export function threeParts(sources = SOURCES): Plugin {
  const root = `${realpathSync(sources)}/`.replaceAll("\\", "/");
  let kept: Set<string> | null = null;
  return {
    name: "three-parts",
    enforce: "pre",
    buildStart() {
      try {
        const unknown = Object.keys(REPLACED).filter((path) => !existsSync(root + path));
        if (unknown.length > 0) throw new Error(`there is no ${unknown.join(", ")}`);
        kept = keptShaders(root);
      } catch (error) {
        const message = `three.js is built unpatched, web/three-parts.ts must be adapted: ${String(error)}`;
        if (process.env.CI === "true") this.error(message);
        this.warn(message);
      }
    },
    load(id) {
      const file = id.replaceAll("\\", "/");
      if (kept === null || !file.startsWith(root)) return null;
      const path = file.slice(root.length);
      if (path in REPLACED) return { code: REPLACED[path]!, moduleType: "js" };
      if (!path.endsWith(".glsl.js")) return null;
      const code = readFileSync(id, "utf-8").replace(GLSL, (_, source: string) =>
        `\`${kept?.has(path) ? minifyGlsl(source) : LEFT_OUT}\``);
      return { code, moduleType: "js" };
    },
    generateBundle(_options, bundle) {
      if (kept === null) return;
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          if (renderedLength === 0 || !/\/three\/src\/(materials|lights)\//.test(id)) continue;
          const name = basename(id, ".js");
          if (name in MATERIALS || LIGHTS.includes(name) || INTERNAL.includes(name)) continue;
          this.error(`${name} is used but left out: add it to the lists in web/three-parts.ts`);
        }
      }
    },
  };
}
