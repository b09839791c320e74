import path from 'node:path';
import type { Policy, PresetFile } from '@flow/core';
import { type Repository, sha256 } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';

/** The file by which a package is a preset, made by its build. It is data: nothing of the package is run. */
export const PRESET_FILE = 'preset.json';

/** Path of a package's preset in a work tree, relative to its root. */
export const presetPath = (name: string) => `node_modules/${name}/${PRESET_FILE}`;

/**
 * Finds presets of packages that are installed at the root of a work tree. What lies there, the agent can write: it counts
 * when a person looks at it (`apply`), or when the configuration names its digest.
 * @param trusted a person answers for it
 */
export function presetReader({ root }: Pick<Repository, 'root'>, trusted: boolean): (name: string) => PresetFile {
  return (name) => {
    const text = readSmall(path.join(root, presetPath(name)));
    if (text === undefined) return { fault: `${presetPath(name)} cannot be read; install the package` };
    return { text, sha256: sha256(text), trusted };
  };
}

/**
 * Returns the project's presets that are no longer what came into force. One that is not installed here stays as it
 * was.
 */
export function changedPresets({ root }: Pick<Repository, 'root'>, { ownPresets }: Policy): string[] {
  return ownPresets
    .filter((own) => {
      const text = readSmall(path.join(root, presetPath(own.package)));
      return text !== undefined && sha256(text) !== own.sha256;
    })
    .map((own) => own.package);
}
