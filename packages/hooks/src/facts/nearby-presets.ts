import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Preset } from '@flow/core';

/**
 * The presets that may say what a file is: those of which a marker lies in one of the folders around it, up to the root.
 * Where none does, all of them: a new project may have no marker yet.
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
    const found = this.presets.filter(
      (preset) => outer.includes(preset) || preset.markers.some(({ file }) => existsSync(path.join(here, file))),
    );
    this.known.set(folder, found);
    return found;
  }
}
