import { baseOf } from '../paths.js';
import type { Marker, ScriptCall } from './preset.js';

/** A folder view tells what lies in one folder, by base names. */
export interface FolderView {
  has(file: string): boolean;
  /** Text of a file, undefined when it cannot be had; of all that end so, where a marker asks for an ending. */
  read(file: string): string | undefined;
  /** Tells whether a folder further up, within the repository, has a file. */
  hasAbove(file: string): boolean;
}

/** Tells whether a marker asks for any file that ends so (`*.sln`), and not for one of a name. */
export const isEnding = (file: string): boolean => file.startsWith('*.');

/** Tells whether a base name is what a marker asks for. */
export const isCalled = (base: string, file: string): boolean =>
  isEnding(file) ? base.endsWith(file.slice(1)) : base === file;

/** Files that a folder has to hold: one of them, or all. */
export interface MarkerRules {
  markers: readonly Marker[];
  /** @default 'any' */
  match?: 'any' | 'all' | undefined;
}

/** Tells whether a marker lies in a folder, with the text that it asks for, and what denies it does not. */
export function fits(marker: Marker, here: FolderView): boolean {
  if (!here.has(marker.file) || (marker.unless && fits(marker.unless, here))) return false;
  if (marker.unlessAbove?.some((file) => here.hasAbove(file))) return false;
  if (!marker.contains && !marker.lacks && !marker.script) return true;
  const text = here.read(marker.file);
  if (marker.script && scriptCalling(text ?? '', marker.script) === undefined) return false;
  if (marker.contains && !marker.contains.some((part) => text?.includes(part))) return false;
  return !marker.lacks?.some((part) => text?.includes(part));
}

/** Returns the markers by which a folder matches (features M6, M7); none when it does not. */
export function markersIn({ markers, match }: MarkerRules, here: FolderView): Marker[] {
  const found = markers.filter((marker) => fits(marker, here));
  return match === 'all' && found.length < markers.length ? [] : found;
}

/**
 * Returns the script of a `package.json` that makes a call: `test` before any other one.
 * @returns undefined where none does, or the text is no manifest
 */
export function scriptCalling(manifest: string, call: ScriptCall): { name: string; text: string } | undefined {
  // Most manifests need not be read.
  if (!manifest.includes(call.option)) return undefined;
  const calling = scriptsOf(manifest).filter(({ text }) => callsIn(text, call));
  return calling.find(({ name }) => name === 'test') ?? calling[0];
}

/** Lists the scripts of a manifest. */
export function scriptsOf(manifest: string): { name: string; text: string }[] {
  try {
    const { scripts } = JSON.parse(manifest) as { scripts?: Record<string, unknown> };
    return Object.entries(scripts ?? {}).flatMap(([name, text]) => (typeof text === 'string' ? [{ name, text }] : []));
  } catch {
    // No JSON, or not an object: it has no scripts.
    return [];
  }
}

/**
 * Tells whether a script calls a program with an option: only options stand between the two, as what follows a file's
 * name is that file's.
 */
function callsIn(script: string, { programs, option, valued }: ScriptCall): boolean {
  const words = script.split(/[\s;&|()'"]+/);
  return words.some((word, from) => {
    if (!programs.includes(baseOf(word))) return false;
    let at = from + 1;
    while (words[at]?.startsWith('-') && words[at] !== option) at += valued.includes(words[at]!) ? 2 : 1;
    return words[at] === option;
  });
}
