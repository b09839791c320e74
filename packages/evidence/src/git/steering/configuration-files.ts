import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readFileBounded } from '../../disk/read-bounded.js';
import { homeFolder, userFolder } from '../configuration.js';
import { findProgram } from '../program.js';
import type { Repository } from '../repository.js';
import { type Setting, settingsIn } from './config-text.js';
import { takesIn } from './steering-keys.js';

/** A setting, and the file that it stands in. */
export interface PlacedSetting extends Setting {
  file: string;
}

/** What files of configuration hold; `unread` are those that are there and cannot be read. */
export interface Configuration {
  settings: PlacedSetting[];
  unread: string[];
}

const MAX_BYTES = 256 * 1024;
/** git itself follows no more (config.c, MAX_INCLUDE_DEPTH). */
const MAX_DEPTH = 10;
const MAX_FILES = 200;

/** Lists the files in which git finds the configuration of the machine and of the user. */
export function sharedFiles(): string[] {
  const program = findProgram('git', process.env.PATH ?? '', undefined);
  const own = program ? [join(dirname(dirname(program)), 'etc')] : [];
  return [
    ...['/etc', '/usr/local/etc', '/usr/etc', '/opt/homebrew/etc', ...own].map((folder) => join(folder, 'gitconfig')),
    join(userFolder(), 'config'),
    join(homeFolder(), '.config', 'git', 'config'),
    join(homeFolder(), '.gitconfig'),
  ];
}

/** Lists the files that hold the configuration of one repository. */
export const ownFiles = ({ commonDir, gitDir }: Pick<Repository, 'commonDir' | 'gitDir'>): string[] => [
  join(commonDir, 'config'),
  join(gitDir, 'config.worktree'),
  join(commonDir, 'config.worktree'),
];

/** Reads files of configuration with all that they take in, whatever the conditions for it. */
export function readConfiguration(files: readonly string[]): Configuration {
  const found: Configuration = { settings: [], unread: [] };
  const seen = new Set<string>();
  const read = (file: string, depth: number) => {
    if (seen.has(file)) return;
    seen.add(file);
    const state = readFileBounded(file, MAX_BYTES, { follow: true });
    if (state.kind === 'missing') return;
    if (state.kind !== 'ok' || depth > MAX_DEPTH || seen.size > MAX_FILES) {
      found.unread.push(file);
      return;
    }
    for (const setting of settingsIn(state.bytes.toString('utf8'))) {
      found.settings.push({ ...setting, file });
      if (takesIn(setting) && setting.value && !isElsewhere(setting))
        read(includedFile(setting.value, file), depth + 1);
    }
  };
  for (const file of new Set(files)) read(file, 0);
  return found;
}

/** Tells whether a setting takes in a file of which only git knows where it lies (`~name/…`, `%(prefix)/…`). */
export const isElsewhere = (setting: Setting): boolean => takesIn(setting) && /^(?:~[^/]|%)/.test(setting.value ?? '');

/** Returns the file that an `include` names: below the home, or beside the file that names it. */
function includedFile(value: string, file: string): string {
  if (value.startsWith('~/')) return join(homeFolder(), value.slice(2));
  return isAbsolute(value) ? value : resolve(dirname(file), value);
}
