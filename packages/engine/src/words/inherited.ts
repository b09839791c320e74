import { shellWord } from '@flow/shell-effects/text/quoted';
import { clean } from '../text/clean.js';
import { behind } from './behind.js';
import { personsStep, type Reader } from './reader.js';

/* Words about a named command's surroundings: variables and folders of programs that it has from where it is started. */

/** Returns the inherited variables that a reason of a run names. */
export const inheritedIn = (reasons: readonly unknown[] | undefined): string[] =>
  reasons?.flatMap((reason) => /^inherited:(.+)$/s.exec(String(reason))?.[1]?.split(' ') ?? []) ?? [];

/** Returns the folder of PATH that a reason of a run names. */
export const folderIn = (reasons: readonly unknown[] | undefined): string | undefined =>
  reasons?.flatMap((reason) => /^path:(.+)$/s.exec(String(reason))?.[1] ?? [])[0];

/** Returns a command without some variables of its environment; `through` starts it. */
export const withoutInherited = (names: readonly string[], command: string, through = ''): string =>
  behind(`env ${names.map((name) => `-u ${clean(shellWord(name), 60)}`).join(' ')}${through}`, command);

/** Words for what to do about inherited variables that the tests need. */
export function neededInherited(names: readonly string[], reader: Reader): string {
  const many = names.length > 1;
  return `If the tests need ${many ? 'them' : 'it'}: ${personsStep(reader, `name ${many ? 'them' : 'it'} with the command in flow.config.yaml (\`${names.map((name) => `${clean(name, 60)}=…`).join(' ')} …\`), and run \`npx flow-hooks apply\``)}.`;
}

/** Words for what to do about a folder of PATH that replaces a program. */
export const withoutFolder = (folder: string, reader: Reader): string =>
  `${personsStep(reader, `take ${clean(folder, 200)} out of PATH where this session was started, and start it again`)}; programs of the repository that git does not ignore may stay there.`;
