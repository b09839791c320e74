import { isKnown, resolvePath, type Session, type Shell } from '../state.js';
import { choosePackages, type Manifest } from './workspaces.js';

const VALUED =
  /^(?:-w|--workspace|--prefix|-C|--dir|--cwd|--filter|-F|--loglevel|--registry|--reporter|--cache|--userconfig|--workspace-concurrency|--test-pattern)$/;

/** A package call tells what the words of a call come to. */
export interface PackageCall {
  readonly words: readonly string[];
  /** Directory whose package.json counts; undefined when it cannot be known. */
  readonly directory: string | undefined;
  /** Directory in which a tool is started: npm looks for it at `--prefix`, and starts it where the command stands. */
  readonly toolDirectory?: string | undefined;
  /** `yarn run -T`: the scripts are those of the workspace's root, tools start where the command stands. */
  readonly fromTop?: boolean;
}

/** Verbs behind which the options are still the package manager's. */
const verbsBefore = (program: string) =>
  program === 'npm' || program === 'cnpm' ? /^(?:run|run-script|test|t)$/ : /^(?:run|run-script)$/;

/** Returns a call without the package manager's own options, and where these lead. */
export function takeOptions(program: string, words: readonly string[], session: Session, shell: Shell): PackageCall {
  let directory = shell.cwd;
  let toolDirectory = shell.cwd;
  let fromTop = false;
  // A second choice makes several packages of one.
  let chosen = 0;
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    // Behind the name of a script, all but npm hand everything on to it.
    const isBefore = rest.length === 0 || (rest.length === 1 && verbsBefore(program).test(rest[0] as string));
    // npm takes its own options wherever they stand before `--`.
    const isOwn = program === 'npm' && !rest.includes('--') && /^(?:--prefix|-C|--workspaces?|-ws?)(?:=|$)/.test(word);
    if (!(isBefore || isOwn) || !word.startsWith('-') || word === '--') {
      rest.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const name = equals > 0 ? word.slice(0, equals) : word;
    const isDirectory = name === '--prefix' || name === '-C' || name === '--dir' || name === '--cwd';
    const value = VALUED.test(name) ? (equals > 0 ? word.slice(equals + 1) : words[++at]) : undefined;
    if (isDirectory) {
      directory = value === undefined ? undefined : resolvePath(value, shell, session);
      if (program !== 'npm') toolDirectory = directory;
    } else if (/^(?:--filter|-F|-w|--workspace)$/.test(name) && !(program === 'pnpm' && name === '-w'))
      directory = toolDirectory = chosen++ > 0 ? undefined : onlyOf(choosePackages(value, directory, session));
    else if (name === '-w') at--;
    else if (program === 'yarn' && (name === '-T' || name === '--top-level')) fromTop = true;
    else if (/^(?:-r|--recursive|--workspaces|-ws|-A|--all)$/.test(name)) directory = toolDirectory = undefined;
  }
  const told = (place: string | undefined) => (isKnown(place) ? place : undefined);
  return { words: rest, directory: told(directory), toolDirectory: told(toolDirectory), fromTop };
}

/** A filter that chooses several is nothing to follow one by one. */
export function onlyOf(found: readonly Manifest[]): string | undefined {
  return found.length === 1 ? found[0]?.directory : undefined;
}

/** npm hands on only what follows `--`; the others hand on all. */
export function scriptArguments(program: string, words: readonly string[]): string[] {
  const dashes = words.indexOf('--');
  if (program === 'npm' || program === 'cnpm')
    return dashes < 0
      ? words.filter((word) => !word.startsWith('-'))
      : [...words.slice(0, dashes).filter((word) => !word.startsWith('-')), ...words.slice(dashes + 1)];
  return words.filter((word, at) => !(word === '--' && at === dashes));
}
