/** Signs on pieces, painted on canvases. */
import type { Pen } from "../../../../../../web/src/stage/sheet.ts";
import { type Colour, LIGHTS, LIVERIES, isColour, markPath } from "../model/colours.ts";

const FONT = 'system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

/** Writes a short text around a centre; scaled up, since canvas renders text below a pixel badly. */
export function writeIn(pen: Pen, text: string, x: number, y: number, size: number, ink: string): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(0.01, 0.01);
  pen.font = `800 ${size * 100}px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.fillStyle = ink;
  pen.fillText(text, 0, size * 36);
  pen.restore();
}

/**
 * Paints a sign by its text: `top B 3` is the top of a tower of three, `mark B` a pawn's mark, `left 14` and
 * `left 14 neutral` the number of remaining pawns, `plus B 3` a score, `tie`, and lights (`open`, `closing`,
 * `chosen`, `last`, `ring B`).
 */
export function paintSign(pen: Pen, text: string): void {
  const [kind = "", first = "", second = ""] = text.split(" ");
  const colour = isColour(first) ? first : null;
  if (kind === "top" && colour) paintTop(pen, colour, second);
  else if (kind === "mark" && colour) paintMark(pen, colour, 0.36);
  else if (kind === "left") paintLeft(pen, first, second === "neutral");
  else if (kind === "plus" && colour) paintPlus(pen, colour, second);
  else if (kind === "tie") paintTie(pen);
  else if (kind === "ring") paintRing(pen, colour ? LIVERIES[colour].colour : "#d8d2c4");
  else paintLight(pen, kind);
}

function paintTop(pen: Pen, colour: Colour, height: string): void {
  paintMark(pen, colour, colour === "Y" ? 0.5 : colour === "W" ? 0.46 : 0.46);
  const { number } = LIVERIES[colour];
  writeIn(pen, height, 0.5, colour === "Y" ? 0.585 : 0.5, colour === "W" ? 0.46 : 0.52, number);
}

function paintMark(pen: Pen, colour: Colour, size: number): void {
  pen.fillStyle = LIVERIES[colour].ink;
  // The lozenge is wider on pawns, to hold a number.
  pen.save();
  pen.translate(0.5, 0.5);
  if (colour === "W") pen.scale(1.35, 0.92);
  pen.fill(new Path2D(markPath(colour, 0, 0, size)));
  pen.restore();
}

function paintLeft(pen: Pen, count: string, neutral: boolean): void {
  pen.beginPath();
  pen.roundRect(0.06, 0.2, 0.88, 0.6, 0.3);
  pen.fillStyle = neutral ? "#8d8577" : "#fffaf0";
  pen.fill();
  pen.lineWidth = 0.05;
  pen.strokeStyle = "#1d1712";
  if (neutral) pen.setLineDash([0.09, 0.07]);
  pen.stroke();
  pen.setLineDash([]);
  writeIn(pen, count, 0.5, 0.5, 0.46, neutral ? "#fffaf0" : "#1d1712");
}

/** Paints the points that a circle would score, on a plate in the colour. */
function paintPlus(pen: Pen, colour: Colour, points: string): void {
  const light = colour === "W" || colour === "Y";
  pen.beginPath();
  pen.roundRect(0.06, 0.2, 0.88, 0.6, 0.3);
  pen.fillStyle = "#1d1712";
  pen.fill();
  pen.beginPath();
  pen.roundRect(0.1, 0.24, 0.8, 0.52, 0.26);
  pen.fillStyle = LIVERIES[colour].colour;
  pen.fill();
  pen.lineWidth = 0.035;
  pen.strokeStyle = "#fffaf0";
  pen.stroke();
  writeIn(pen, `+${points}`, 0.49, 0.5, points.length > 1 ? 0.42 : 0.48, light ? "#1d1712" : "#fffdf6");
}

/** Paints the sign of a tie: no pawn is placed. */
function paintTie(pen: Pen): void {
  pen.beginPath();
  pen.arc(0.5, 0.5, 0.4, 0, 7);
  pen.fillStyle = "#3a352c";
  pen.fill();
  pen.lineWidth = 0.05;
  pen.strokeStyle = "#fffaf0";
  pen.stroke();
  pen.fillStyle = "#fffaf0";
  pen.fillRect(0.3, 0.37, 0.4, 0.09);
  pen.fillRect(0.3, 0.54, 0.4, 0.09);
}

function paintRing(pen: Pen, colour: string): void {
  for (const [width, ink] of [[0.1, "rgba(20,12,4,0.85)"], [0.07, "#fffaf0"], [0.042, colour]] as const) {
    pen.beginPath();
    pen.arc(0.5, 0.5, 0.42, 0, 7);
    pen.lineWidth = width;
    pen.strokeStyle = ink;
    pen.stroke();
  }
}

function paintLight(pen: Pen, kind: string): void {
  const colour = LIGHTS[kind as keyof typeof LIGHTS] ?? LIGHTS.open;
  const disc = (radius: number): void => {
    pen.beginPath();
    pen.arc(0.5, 0.5, radius, 0, 7);
  };
  disc(0.38);
  pen.fillStyle = "rgba(20,12,4,0.72)";
  pen.fill();
  disc(0.31);
  pen.fillStyle = colour;
  pen.fill();
  if (kind !== "closing") return;
  // A ring in the light marks a closing circle without colour.
  disc(0.17);
  pen.lineWidth = 0.09;
  pen.strokeStyle = "#3a2200";
  pen.stroke();
}
