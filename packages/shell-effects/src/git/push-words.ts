import type { PushFlags } from '../effects.js';

const PUSH_VALUED = new Set([
  '-o',
  '--push-option',
  '--receive-pack',
  '--exec',
  '--repo',
  '--recurse-submodules',
  '--signed',
]);

/** Push words tell what the words behind `git push` ask for. */
export interface PushWords {
  /** The remote, if it is told, and refspecs. */
  readonly operands: readonly string[];
  /** What `--repo` names. */
  readonly repository: string | undefined;
  readonly flags: PushFlags;
}

/** Reads the words behind `git push` (git-push(1)); null where git then prints something and pushes nothing. */
export function readPush(words: readonly string[]): PushWords | null {
  const flags: { -readonly [K in keyof PushFlags]: boolean } = {
    all: false,
    tags: false,
    mirror: false,
    prune: false,
    delete: false,
    dryRun: false,
    force: false,
    noVerify: false,
  };
  // Alone it prints the options, for the shell's completion.
  if (words.length === 1 && /^--git-completion-helper(?:-all)?$/.test(words[0] as string)) return null;
  const operands: string[] = [];
  let repository: string | undefined;
  let isOver = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (isOver || !word.startsWith('-') || word === '-') operands.push(word);
    else if (word === '--') isOver = true;
    // Git prints its manual or usage, and pushes nothing.
    else if (word === '--help' || word === '-h') return null;
    else if (word.startsWith('--repo=')) repository = word.slice(7);
    else if (word === '--repo') repository = words[++at];
    else if (PUSH_VALUED.has(word)) at++;
    else if (word.startsWith('--')) setLong(word, flags);
    else {
      for (const letter of word.slice(1)) {
        if (letter === 'o') break;
        if (letter === 'n') flags.dryRun = true;
        if (letter === 'f') flags.force = true;
        if (letter === 'd') flags.delete = true;
      }
    }
  }
  return { operands, repository, flags };
}

/** Long options may be cut short as long as they are unambiguous; the last one wins. */
function setLong(word: string, flags: { -readonly [K in keyof PushFlags]: boolean }): void {
  const isOff = word.startsWith('--no-') && !'--no-verify'.startsWith(word);
  const name = isOff ? `--${word.slice(5)}` : word;
  const is = (full: string, least: number) => name.length >= least && full.startsWith(name);
  if (is('--dry-run', 4)) flags.dryRun = !isOff;
  else if (is('--all', 4) || is('--branches', 4)) flags.all = !isOff;
  else if (is('--tags', 4)) flags.tags = !isOff;
  else if (is('--mirror', 4)) flags.mirror = !isOff;
  else if (is('--prune', 5)) flags.prune = !isOff;
  else if (is('--delete', 4)) flags.delete = !isOff;
  else if (is('--force', 4) || name.startsWith('--force-with-lease')) flags.force = !isOff;
  else if (is('--no-verify', 7)) flags.noVerify = true;
}
