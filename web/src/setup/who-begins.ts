/**
 * Who begins the first game, drawn when the form opens or chosen, and which colour each place has then. Fires `pick`
 * (detail: the place).
 */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { has, t, translator } from "../i18n/i18n.ts";
import { api } from "../net/api.ts";
import type { PlaceRequest } from "../net/protocol.ts";
import type { SeatMark } from "../stage/scene.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";

@customElement("who-begins")
export class WhoBegins extends LightElement {
  @property() game = "";
  @property({ attribute: false }) options: Record<string, unknown> = {};
  @property({ attribute: false }) places: readonly PlaceRequest[] = [];
  /** Whether the server draws who begins, as for all rated games. */
  @property({ attribute: false }) rated = false;
  /** The seat whose turn it is in the position from which the game begins. */
  @property({ type: Number }) first = 0;
  /** The place that begins. */
  @property({ type: Number }) begins = 0;
  @state() private marks: readonly SeatMark[] = [];
  @state() private told = "";
  private wanted = "";

  protected override willUpdate(): void {
    const wanted = JSON.stringify([this.game, this.options]);
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    void this.load(wanted);
  }

  /** Who plays, by place: computers and friends by their number if there are several. */
  private get names(): string[] {
    return this.places.map(({ kind, name }, place) => {
      if (name) return name;
      const alike = this.places.flatMap((other, at) => (other.kind === kind ? [at] : []));
      const what = t(kind === "bot" ? "bot" : "make.friend");
      return alike.length > 1 ? `${what} ${alike.indexOf(place) + 1}` : what;
    });
  }

  private async load(wanted: string): Promise<void> {
    const { game, options } = this;
    let marks: readonly SeatMark[] = [];
    try {
      const { loadBoard, modelOf } = await import("../board/load-game.ts");
      const [{ board_setup: setup }] = await Promise.all([api.checkOptions(game, options), loadBoard(game)]);
      marks = (setup && modelOf(game)?.(translator(game), setup).seatMarks({ names: this.names })) ?? [];
    } catch {
      // The form works without colours; faults of options are reported when the table is created.
    }
    if (wanted === this.wanted) this.marks = marks;
  }

  protected override render(): TemplateResult {
    if (this.rated) return html`<p class="hint">${t("terms.begins")}</p>`;
    const { names } = this;
    return html`<fieldset class="choice"><legend>${t("begins.title")}</legend>
      <div class="segments">${names.map((name, place) => html`<label class="segment">
        <input type="radio" name="begins" .value=${String(place)} .checked=${place === this.begins}
          @change=${() => this.pick(place)} />
        <span class="segment-face">${this.look(name, place)}</span></label>`)}
      </div>
      <div class="row"><button type="button" class="quiet" data-action="draw-begins" @click=${() => this.draw()}>
        ${icon("dice")} ${t("begins.draw")}</button></div>
      ${has(this.game, "begins") ? html`<small>${translator(this.game)("begins")}</small>` : nothing}
      <p class="unseen" role="status">${this.told}</p>
    </fieldset>`;
  }

  private look(name: string, place: number): TemplateResult {
    const count = this.places.length;
    const mark = this.marks[(place - this.begins + this.first + count) % count];
    // Colours come later; the form must not move then.
    const seen = mark ? `--seat: ${mark.colour}` : "visibility: hidden";
    return html`<span class="chip small" style=${seen} aria-hidden="true"><span>${mark?.mark ?? "\u00a0"}</span></span>
      <span>${name}</span><small data-colour>${mark?.name ?? "\u00a0"}</small>`;
  }

  private draw(): void {
    const place = Math.floor(Math.random() * this.places.length);
    this.told = this.names[place] ?? "";
    this.pick(place);
  }

  private pick(place: number): void {
    this.dispatchEvent(new CustomEvent("pick", { detail: place }));
  }
}
