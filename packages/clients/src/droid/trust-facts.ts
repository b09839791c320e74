import path from 'node:path';
import type { HookPlace, TrustFact } from '../client.js';
import { folderOf } from '../person-folder.js';
import { switchedOff } from '../switches.js';

const SETTINGS = ['settings.json', 'settings.local.json', 'hooks.json'];

/** Finds whether Droid runs hooks at all; it asks nobody to trust them. The switch stands among the hooks (measured). */
export function trustFacts({ root, environment }: HookPlace): TrustFact[] {
  const folders = [path.join(root, '.factory'), folderOf(environment, 'FACTORY_HOME', '.factory')];
  const named = (names: readonly string[]) => folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  const among = switchedOff('Droid', named(SETTINGS), ['hooks', 'hooksDisabled']);
  // A file of hooks may hold them without a name around.
  return [...among, ...switchedOff('Droid', named(['hooks.json']), ['hooksDisabled'])].slice(0, 1);
}
