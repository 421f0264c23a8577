/** The textures of a scene. */
import { Mesh, type Object3D, Texture } from "three";

/** Returns the textures of all meshes. */
export function texturesOf(world: Object3D): Set<Texture> {
  const found = new Set<Texture>();
  world.traverse((thing) => {
    if (!(thing instanceof Mesh)) return;
    for (const material of [thing.material].flat()) {
      for (const value of Object.values(material as object)) if (value instanceof Texture) found.add(value);
    }
  });
  return found;
}
