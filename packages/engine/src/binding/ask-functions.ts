import { createHash } from 'node:crypto';
import type { Repository } from '@flow/evidence';
import { askLooker, findLooker, whyNotStarted } from '../facts/weakened-program.js';

/** A wrong implementation, as one replacement in the text of its file. */
export interface StandIn {
  says: string;
  from: number;
  to: number;
  text: string;
  /** It gives a value that no function means; an older package of grammars does not tell. */
  isOdd?: boolean;
}

/** A function with the wrong implementations that can be put in its place. */
export interface AskedFunction {
  name: string;
  file: string;
  line: number;
  /** Its last line; an older package of grammars does not tell. */
  end?: number;
  /** Digest of its text in one layout. */
  hash: string;
  standIns: StandIn[];
  /** Its text cannot be read to its end. */
  isBroken: boolean;
}

/** The functions of a content that changed, or why nobody looked. */
export type Functions =
  | { functions: AskedFunction[]; unread: string[] }
  | { code: 'NO_GRAMMARS' | 'SEALED' | 'OTHER_PROGRAM' | 'NOT_READ'; why: string };

/** Contents of files before and now, by path; `whole` are the files whose functions are all meant. */
export interface Request {
  before: Readonly<Record<string, string>>;
  after: Readonly<Record<string, string>>;
  whole: readonly string[];
}

/** Lines of a function, at most: more are an error. */
const MAX_LINES = 20_000;

/** Asks the optional package, which has the grammars, for functions and for what may stand in their place. */
export function askFunctions(repository: Repository, request: Request): Functions {
  const looker = findLooker(repository);
  if (looker === null) return { code: 'NO_GRAMMARS', why: '@flow/weakened is not installed' };
  const not = whyNotStarted(repository, looker);
  if (not) return { code: not.way === 'sealed' ? 'SEALED' : 'OTHER_PROGRAM', why: not.why };
  const printed = askLooker(repository, looker, ['functions'], request);
  if (!printed.ok) return { code: 'NOT_READ', why: printed.why };
  return functionsIn(printed.text) ?? { code: 'NOT_READ', why: 'its answer cannot be read' };
}

function functionsIn(text: string): Functions | null {
  try {
    const { version, functions, unread } = JSON.parse(text) as Record<string, unknown>;
    if (version !== 1 || !Array.isArray(functions) || !Array.isArray(unread)) return null;
    const read = functions.map(readFunction);
    return read.includes(null) || !unread.every((one) => typeof one === 'string')
      ? null
      : { functions: read as AskedFunction[], unread: unread as string[] };
  } catch {
    return null;
  }
}

function readFunction(given: Record<string, unknown>): AskedFunction | null {
  const { name, path: file, line, end, plain, standIns, isBroken } = given;
  if (typeof name !== 'string' || typeof file !== 'string' || typeof line !== 'number' || typeof plain !== 'string')
    return null;
  if (!Array.isArray(standIns) || !standIns.every(isStandIn)) return null;
  const hash = createHash('sha256').update(plain).digest('hex');
  const last = Number.isSafeInteger(end) && (end as number) >= line ? (end as number) : undefined;
  return {
    ...{ name, file, line, hash, standIns, isBroken: isBroken === true },
    ...(last !== undefined && last - line < MAX_LINES && { end: last }),
  };
}

const isStandIn = (one: Partial<StandIn> | null): one is StandIn =>
  typeof one?.says === 'string' &&
  typeof one.text === 'string' &&
  Number.isInteger(one.from) &&
  Number.isInteger(one.to) &&
  one.from! >= 0 &&
  one.to! >= one.from!;
