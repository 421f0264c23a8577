/** The textures of a scene. */
import { Mesh, MirroredRepeatWrapping, type Object3D, Texture } from "three";

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

/** Repeats a texture along both axes, mirrored so that there are no seams. */
export function mirrored(texture: Texture, times: number): Texture {
  texture.wrapS = texture.wrapT = MirroredRepeatWrapping;
  texture.repeat.set(times, times);
  return texture;
}
