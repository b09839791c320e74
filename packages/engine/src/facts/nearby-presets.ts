import { existsSync } from 'node:fs';
import path from 'node:path';
import { detectFolder, isCalled, isEnding, type Preset } from '@flow/core';
import { namesIn } from '@flow/evidence/disk/names-in';
import { readSmall } from '@flow/evidence/disk/read-small';
import { markerText } from '../places/marker-text.js';

/**
 * Finds the presets that may say what a file is: those that match one of the folders around it, the innermost first
 * (longest prefix). Where none does, all of them: a new project may have no marker yet.
 */
export class NearbyPresets {
  private readonly known = new Map<string, readonly Preset[]>();
  private readonly root: string;
  private readonly presets: readonly Preset[];

  constructor(root: string, presets: readonly Preset[]) {
    this.root = root;
    this.presets = presets;
  }

  /** @param place relative to the root, with `/` */
  of(place: string): readonly Preset[] {
    const found = this.around(path.posix.dirname(place));
    return found.length > 0 ? found : this.presets;
  }

  private around(folder: string): readonly Preset[] {
    const known = this.known.get(folder);
    if (known) return known;
    const outer = folder === '.' ? [] : this.around(path.posix.dirname(folder));
    const here = path.join(this.root, folder);
    // Most markers name a file; the folder is read once, for the first that asks for an ending.
    let names: readonly string[] | undefined;
    const named = () => (names ??= namesIn(here));
    const view = {
      has: (file: string) =>
        isEnding(file) ? named().some((name) => isCalled(name, file)) : existsSync(path.join(here, file)),
      read: (file: string) => markerText(here, file, readSmall, named),
      hasAbove: (file: string) => this.hasAbove(file, folder),
    };
    const match = detectFolder(folder, view, this.presets);
    const inner = match ? [match, ...match.others].map(({ preset }) => preset) : [];
    const found = [...new Set([...inner, ...outer])];
    this.known.set(folder, found);
    return found;
  }

  /** Tells whether a folder above one, within the repository, has a file. */
  private hasAbove(file: string, folder: string): boolean {
    for (let at = folder; at !== '.'; ) {
      at = path.posix.dirname(at);
      if (existsSync(path.join(this.root, at, file))) return true;
    }
    return false;
  }
}
