/** The base of all elements here: drawn in the page's own tree, anew when the language changes. */
import { LitElement } from "lit";
import { Speaking } from "../words/words.ts";

export class Plain extends LitElement {
  constructor() {
    super();
    new Speaking(this);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
