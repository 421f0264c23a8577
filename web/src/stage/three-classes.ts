/**
 * The classes of three.js for scenes of packages, so that they need not bundle it.
 *
 * Only what the stage or a scene of the build imports, too: everything else would grow what all tables load. Lights,
 * the renderer and the cameras belong to the stage. The lists in `web/three-parts.ts` say which materials work.
 */
import {
  BackSide, Box3, BoxGeometry, BufferAttribute, BufferGeometry, CanvasTexture, CapsuleGeometry, CircleGeometry, Color,
  ConeGeometry, CylinderGeometry, DoubleSide, DynamicDrawUsage, Euler, ExtrudeGeometry, Float32BufferAttribute, FrontSide,
  Group, IcosahedronGeometry, InstancedMesh, LatheGeometry, LineBasicMaterial, LineSegments, Material, Matrix4, Mesh,
  MeshBasicMaterial, MeshLambertMaterial, MeshPhongMaterial, Object3D, Path, PlaneGeometry, Quaternion, RepeatWrapping,
  RingGeometry, Shape, ShapeGeometry, SphereGeometry, Sprite, SpriteMaterial, SRGBColorSpace, Texture, TorusGeometry,
  Vector2, Vector3,
} from "three";

export const three = Object.freeze({
  BackSide, Box3, BoxGeometry, BufferAttribute, BufferGeometry, CanvasTexture, CapsuleGeometry, CircleGeometry, Color,
  ConeGeometry, CylinderGeometry, DoubleSide, DynamicDrawUsage, Euler, ExtrudeGeometry, Float32BufferAttribute, FrontSide,
  Group, IcosahedronGeometry, InstancedMesh, LatheGeometry, LineBasicMaterial, LineSegments, Material, Matrix4, Mesh,
  MeshBasicMaterial, MeshLambertMaterial, MeshPhongMaterial, Object3D, Path, PlaneGeometry, Quaternion, RepeatWrapping,
  RingGeometry, Shape, ShapeGeometry, SphereGeometry, Sprite, SpriteMaterial, SRGBColorSpace, Texture, TorusGeometry,
  Vector2, Vector3,
});

export type Three = typeof three;
