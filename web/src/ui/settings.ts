/** Settings that apply everywhere, kept in this browser. `onSettings` reports changes. */
import { readPreference, savePreference } from "./preferences.ts";

export const SOUND_KINDS = ["moves", "turn", "end"] as const;
export type SoundKind = (typeof SOUND_KINDS)[number];

const CHOICES = {
  theme: ["system", "light", "dark"],
  motion: ["system", "full", "reduced"],
  /** Colours of seats: for all eyes, or without red, green or blue cones. */
  colours: ["standard", "protan", "deutan", "tritan"],
  /** Names of columns and rows beside boards. */
  coordinates: ["on", "off"],
  /** Whether a chosen move is shown before it is played. */
  confirm: ["on", "off"],
  /** Shortcuts of single keys. */
  keys: ["on", "off"],
} as const;

type Choices = typeof CHOICES;
export type Choice = keyof Choices;
export type Value<Name extends Choice> = Choices[Name][number];

const watchers = new Set<() => void>();

/** Returns the values of a choice; the first is the default. */
export function valuesOf<Name extends Choice>(name: Name): Choices[Name] {
  return CHOICES[name];
}

export function setting<Name extends Choice>(name: Name): Value<Name> {
  const values: readonly Value<Name>[] = CHOICES[name];
  return values.find((value) => value === readPreference(name)) ?? (values[0] as Value<Name>);
}

export function changeSetting<Name extends Choice>(name: Name, value: Value<Name>): void {
  savePreference(name, value);
  changed();
}

/** Loudness of sounds from 0 to 1. */
export function volume(): number {
  const kept = Number(readPreference("volume") ?? 1);
  return kept >= 0 && kept <= 1 ? kept : 1;
}

export function changeVolume(loud: number): void {
  savePreference("volume", String(loud));
  changed();
}

export function hears(kind: SoundKind): boolean {
  return readPreference(`sound.${kind}`) !== "off";
}

export function changeSound(kind: SoundKind, on: boolean): void {
  savePreference(`sound.${kind}`, on ? "on" : "off");
  changed();
}

/** Calls `watcher` after each change; returns a function that stops that. */
export function onSettings(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function changed(): void {
  for (const watcher of watchers) watcher();
}
