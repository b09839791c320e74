import path from 'node:path';
import { fieldOf, isRecord } from '@flow/core/record';
import type { HookPlace, TrustFact } from '../client.js';
import { folderOf } from '../person-folder.js';
import { settingsIn, switchedOff } from '../switches.js';

/** Finds whether Qwen Code runs the hooks of this folder: any hook at all, and a folder's where trust is switched on. */
export function trustFacts({ root, file, environment }: HookPlace): TrustFact[] {
  const home = folderOf(environment, 'QWEN_HOME', '.qwen');
  const own = path.join(home, 'settings.json');
  const off = switchedOff('Qwen Code', [file, own], ['disableAllHooks']);
  const trust = fieldOf(fieldOf(settingsIn(own), 'security'), 'folderTrust');
  const folders = settingsIn(path.join(home, 'trustedFolders.json'));
  const said = isRecord(folders) ? folders[root] : undefined;
  if (fieldOf(trust, 'enabled') !== true || said === 'TRUST_FOLDER') return off;
  const detail =
    'trust in folders is switched on and nobody has trusted this one, so its hooks do not run. Start `qwen` here and accept.';
  return [...off, { id: 'trust', status: 'failure', title: 'Trust in this folder', detail, fix: 'qwen' }];
}
