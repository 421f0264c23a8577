/** The model of games without one of their own. */
import type { ModelFactory } from "../../stage/scene.ts";
import "./generic.css";
import { GenericModel } from "./model.ts";

const create: ModelFactory = (t) => new GenericModel(t);
export default create;
