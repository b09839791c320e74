import type { PushFlags } from '../effects.js';
import { type Call, isKnown, type Session, type Shell, spell } from '../state.js';
import { readInjected } from './config.js';

const PUSH_VALUED = new Set([
  '-o',
  '--push-option',
  '--receive-pack',
  '--exec',
  '--repo',
  '--recurse-submodules',
  '--signed',
]);

/** Reports a push with what is pushed where (git-push(1)). `words` are those after the verb, `argv` the whole command. */
export function emitPush(words: readonly string[], { argv, session, shell, frame }: Call): void {
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
  if (words.length === 1 && /^--git-completion-helper(?:-all)?$/.test(words[0] as string)) return;
  const operands: string[] = [];
  let repository: string | undefined;
  let isOver = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (isOver || !word.startsWith('-') || word === '-') operands.push(word);
    else if (word === '--') isOver = true;
    // Git prints its manual or usage, and pushes nothing.
    else if (word === '--help' || word === '-h') return;
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
  const [first, ...refspecs] = operands;
  const remote = first ?? repository;
  session.effects.push({
    kind: 'push',
    front: 'git',
    directory: shell.cwd,
    ...(isKnown(remote) ? { remote } : {}),
    refspecs: refspecs.map(shownRefspec).filter(isKnown),
    refspecsKnown: operands.every(isKnown),
    settings: steering(session, shell),
    flags: {
      ...flags,
      force: flags.force || refspecs.some((one) => one.startsWith('+')),
    },
    spelled: spell(argv),
    via: frame.via,
    certain: frame.certain,
    ...(shell.strayed.length > 0 ? { strayed: shell.strayed } : {}),
  });
}

/** Tells what is known of a refspec: of one whose destination is not, its source, as that is what is judged. */
function shownRefspec(word: string): string {
  const source = word.slice(0, word.includes(':') ? word.lastIndexOf(':') : undefined);
  return source === '' ? word : isKnown(word) ? word : source;
}

/** Settings of git that say where a push goes (git-config(1)). */
const STEERS =
  /^(?:push\.default|remote\.pushdefault|remote\..+\.(?:push|mirror)|branch\..+\.(?:remote|merge|pushremote))$/i;

/** Tells what the line sets of them: for this command, or in the repository before it. */
function steering(session: Session, shell: Shell): string[] {
  const settings = [...session.gitSettings, ...readInjected([], shell, session).settings];
  return settings.filter(([name, value]) => STEERS.test(name) && isKnown(value)).map((one) => one.join('='));
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
