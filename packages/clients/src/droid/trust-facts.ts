import path from 'node:path';
import type { HookPlace, TrustFact } from '../client.js';
import { folderOf } from '../person-folder.js';
import { switchedOff } from '../switches.js';

const FILES = ['settings.json', 'settings.local.json', 'hooks.json'];

/** Finds whether Droid runs hooks at all; it asks nobody to trust them. */
export function trustFacts({ root, environment }: HookPlace): TrustFact[] {
  const folders = [path.join(root, '.factory'), folderOf(environment, 'FACTORY_HOME', '.factory')];
  const files = folders.flatMap((folder) => FILES.map((name) => path.join(folder, name)));
  const off = [['hooksDisabled'], ['hooks', 'hooksDisabled']].flatMap((names) => switchedOff('Droid', files, names));
  return off.slice(0, 1);
}
