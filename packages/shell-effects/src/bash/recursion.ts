import { type ActiveCall, type Call, type Frame, HOLE, type Result, type Session, UNKNOWN } from '../state.js';
import { LimitError } from './parse.js';
import { forgetChanges, isSameState } from './ways.js';

/** Calls of a function within itself that are followed with what they are handed; later ones with unknown words. */
const FOLLOWED = 4;

/** Effects after which a function that calls itself is no longer followed call by call: it walks a whole tree. */
const MANY = 300;

/**
 * Enters a function, which may call itself. After a few calls only what stays the same from one to the next is taken as
 * known, until a call begins as the two before it did: its body would show nothing that theirs have not, so it has a result
 * at once. Otherwise the body is to be walked, with the words and the frame that this gives.
 */
export function enterCall({
  argv,
  session,
  shell,
  frame,
}: Call): { readonly argv: readonly string[]; readonly frame: Frame } | Result {
  const [name = ''] = argv;
  const calls = frame.calls ?? [];
  const own = calls.filter((call) => call.argv[0] === name);
  const [outermost] = own;
  let words = argv;
  if (outermost !== undefined && (own.length >= FOLLOWED || session.effects.length > MANY)) {
    forgetChanges(shell, outermost.before);
    if (!isEqual(argv, outermost.argv)) words = [name, HOLE];
  }
  const call: ActiveCall = { argv: words, before: shell.clone(), made: madeSoFar(session) };
  const before = own.slice(-2);
  if (before.length === 2 && before.every((one) => isRepeated(one, call))) {
    if (frame.certain) throw new LimitError(`the function \`${name}\` calls itself without end`);
    return UNKNOWN;
  }
  return { argv: words, frame: { ...frame, calls: [...calls, call] } };
}

function isRepeated(one: ActiveCall, other: ActiveCall): boolean {
  return one.made === other.made && isEqual(one.argv, other.argv) && isSameState(one.before, other.before);
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}

/** Tells what the line has made beside its shells, of which a later call could make use. */
function madeSoFar({ files, links, gitSettings }: Session): string {
  return JSON.stringify([[...files], [...links], [...gitSettings]]);
}
