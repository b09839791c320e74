import { type Call, isKnown, type Session, type Shell, spell } from '../state.js';
import { readInjected } from './config.js';
import { readPush } from './push-words.js';

/** Reports a push with what is pushed where (git-push(1)). `words` are those after the verb, `argv` the whole command. */
export function emitPush(words: readonly string[], { argv, session, shell, frame }: Call): void {
  const read = readPush(words);
  if (read === null) return;
  const { operands, repository, flags } = read;
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
