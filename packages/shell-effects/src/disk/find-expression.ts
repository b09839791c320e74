import { matchGlob } from '../bash/words/glob.js';
import type { Session, Shell } from '../state.js';
import type { Found } from './disk.js';
import { emptyTest, factTest } from './find-facts.js';

/** Whether a test holds for what was found; undefined where nobody looks it up here: owners, rights, expressions. */
type Answer = boolean | undefined;

/** A part of the expression of `find`; an action is known by the place of its word. */
type Node =
  | { readonly kind: 'test'; readonly word: string; readonly value: string; readonly holds: (found: Found) => Answer }
  | { readonly kind: 'action'; readonly at: number }
  | { readonly kind: 'prune' }
  | { readonly kind: 'not'; readonly of: Node }
  | { readonly kind: 'and' | 'or' | 'list'; readonly parts: readonly Node[] };

/** A test by which an action is reached, and which has to hold. */
export interface NameTest {
  readonly word: string;
  readonly value: string;
}

/** An expression tells what `find` is asked for, as far as it is followed. */
export interface Expression {
  readonly roots: readonly string[];
  readonly maxDepth: number;
  readonly minDepth: number;
  /** Whether it also asks for what nobody looks up here. */
  readonly isNarrower: boolean;
  /** Places of the words that do something with what is found, and of those that print it. */
  readonly actions: readonly number[];
  /** Picks from what lies at and beneath a root, folders before what is in them, what an action gets; what is printed by default where none is named. */
  reach(found: readonly Found[], action?: number): readonly string[];
  /** Tests of names that have to hold where an action is reached. */
  leadingTo(action: number | undefined): readonly NameTest[];
}

const VALUED_TESTS =
  /^-(?:newer\w*|[acm]time|[acm]min|size|perm|user|group|links|inum|regex|iregex|lname|ilname|fstype|samefile|used|uid|gid|context|xtype)$/;
const PLAIN_TESTS = /^-(?:executable|readable|writable|nouser|nogroup)$/;
/** Words that hold for all, and say how the search goes. */
const OPTIONS =
  /^-(?:depth|d|daystart|follow|mount|xdev|ignore_readdir_race|noignore_readdir_race|noleaf|warn|nowarn)$/;
const COMMANDS = /^-(?:exec|execdir|ok|okdir)$/;
const PRINTS = /^-(?:print0?|ls)$/;
const INTO_FILES = /^-f(?:print0?|printf|ls)$/;

/** Reads the words of `find`, without its own name. */
export function readExpression(words: readonly string[], session: Session, shell: Shell): Expression {
  const roots: string[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] as string;
    if (/^(?:-[HLP]|-O\d|-D)$/.test(word)) continue;
    if (word.startsWith('-') || /^[(!]$/.test(word)) break;
    roots.push(word);
  }
  let [maxDepth, minDepth] = [99, 0];
  let isNarrower = false;
  const actions: number[] = [];

  /** `,` binds least, then `-o`, then what stands beside one another. */
  const list = (): Node => joined('list', /^,$/, either);
  const either = (): Node => joined('or', /^-(?:o|or)$/, both);
  function joined(kind: 'or' | 'list', between: RegExp, inner: () => Node): Node {
    const parts = [inner()];
    while (between.test(words[at] ?? '')) {
      at++;
      parts.push(inner());
    }
    return parts.length === 1 ? (parts[0] as Node) : { kind, parts };
  }
  function both(): Node {
    const parts: Node[] = [];
    while (at < words.length && !/^(?:\)|,|-o|-or)$/.test(words[at] as string)) {
      const one = primary();
      if (one) parts.push(one);
    }
    return { kind: 'and', parts };
  }
  function primary(): Node | undefined {
    const place = at;
    const word = words[at++] as string;
    if (/^(?:-a|-and)$/.test(word) || OPTIONS.test(word)) return undefined;
    if (word === '(') {
      const inner = list();
      at++;
      return inner;
    }
    if (/^(?:!|-not)$/.test(word)) {
      const of = at < words.length ? primary() : undefined;
      return of && { kind: 'not', of };
    }
    if (word === '-maxdepth') maxDepth = Number(words[at++]);
    else if (word === '-mindepth') minDepth = Number(words[at++]);
    else if (word === '-prune') return { kind: 'prune' };
    else if (word === '-delete' || PRINTS.test(word)) return action(place);
    else if (INTO_FILES.test(word)) {
      at += word === '-fprintf' ? 2 : 1;
      return action(place);
    } else if (word === '-printf') {
      at++;
      return action(place);
    } else if (COMMANDS.test(word)) {
      const end = words.findIndex((one, index) => index > place && (one === ';' || one === '+'));
      at = end < 0 ? words.length : end + 1;
      return action(place);
    } else return test(word);
    return undefined;
  }
  function action(place: number): Node {
    actions.push(place);
    return { kind: 'action', at: place };
  }
  function test(word: string): Node | undefined {
    if (word === '-true') return undefined;
    if (word === '-false') return { kind: 'test', word, value: '', holds: () => false };
    if (word === '-empty') return { kind: 'test', word, value: '', holds: emptyTest(session, shell) };
    const value = words[at] ?? '';
    const holds = nameTest(word, value) ?? factTest(word, value, session, shell);
    if (holds !== undefined) at++;
    else if (VALUED_TESTS.test(word)) at++;
    else if (word === '-regextype') {
      at++;
      return undefined;
    } else if (!PLAIN_TESTS.test(word)) return undefined;
    isNarrower ||= holds === undefined;
    return { kind: 'test', word, value, holds: holds ?? (() => undefined) };
  }

  const whole = list();
  // What stands in a file is printed nowhere, and what `-prune` alone does is no action.
  const depthFirst = words.some((word) => word === '-depth' || word === '-d' || word === '-delete');
  return {
    roots: roots.length === 0 ? ['.'] : roots,
    maxDepth,
    minDepth,
    isNarrower,
    actions,
    reach: (found, wanted) => reached(whole, found, wanted, minDepth, depthFirst),
    leadingTo: (wanted) => (wanted === undefined ? namesIn(whole) : (leading(whole, wanted) ?? [])),
  };
}

function nameTest(word: string, value: string): ((found: Found) => boolean) | undefined {
  switch (word) {
    case '-name':
      return ({ name }) => matchGlob(value, name);
    case '-iname':
      return ({ name }) => matchGlob(value.toLowerCase(), name.toLowerCase());
    case '-path':
    case '-wholename':
      return ({ path }) => matchGlob(value, path);
    case '-ipath':
    case '-iwholename':
      return ({ path }) => matchGlob(value.toLowerCase(), path.toLowerCase());
    case '-type':
      return ({ isFolder }) =>
        value === 'd' ? isFolder : value.includes('f') || value.includes('l') ? !isFolder : true;
    default:
      return undefined;
  }
}

/** Paths for which an action is reached, or the whole holds where none is asked for; what may hold counts as if it did. */
function reached(
  whole: Node,
  found: readonly Found[],
  wanted: number | undefined,
  minDepth: number,
  depthFirst: boolean,
): string[] {
  const pruned: string[] = [];
  const paths: string[] = [];
  for (const one of found) {
    if (pruned.some((folder) => one.path.startsWith(`${folder}/`))) continue;
    if (one.depth < minDepth) continue;
    const seen = { isReached: false, isPruned: false };
    const answer = evaluate(whole, one, true, wanted, seen);
    if (seen.isPruned && !depthFirst) pruned.push(one.path.replace(/\/+$/, ''));
    if (wanted === undefined ? answer !== false : seen.isReached) paths.push(one.path);
  }
  return paths;
}

/** @param isSure nothing that nobody looks up here has led to this part */
function evaluate(
  node: Node,
  found: Found,
  isSure: boolean,
  wanted: number | undefined,
  seen: { isReached: boolean; isPruned: boolean },
): Answer {
  switch (node.kind) {
    case 'test':
      return node.holds(found);
    case 'action':
      seen.isReached ||= node.at === wanted;
      return true;
    case 'prune':
      seen.isPruned ||= isSure;
      return true;
    case 'not': {
      const answer = evaluate(node.of, found, isSure, wanted, seen);
      return answer === undefined ? undefined : !answer;
    }
    case 'list': {
      let last: Answer = true;
      for (const part of node.parts) last = evaluate(part, found, isSure, wanted, seen);
      return last;
    }
    default: {
      const ends = node.kind === 'or';
      let isOpen = false;
      for (const part of node.parts) {
        const answer = evaluate(part, found, isSure && !isOpen, wanted, seen);
        if (answer === ends) return isOpen && !ends ? false : ends;
        isOpen ||= answer === undefined;
      }
      return isOpen ? undefined : !ends;
    }
  }
}

const isName = ({ word }: NameTest) => /^-i?(?:name|path|wholename)$/.test(word);

/** Tests of names that stand beside one another, outside of any that is turned around. */
function namesIn(node: Node): NameTest[] {
  if (node.kind === 'test') return isName(node) ? [node] : [];
  return node.kind === 'and' ? node.parts.flatMap(namesIn) : [];
}

/** Finds the name tests that lead to an action; undefined where the action is not in this part. */
function leading(node: Node, wanted: number): NameTest[] | undefined {
  if (node.kind === 'action') return node.at === wanted ? [] : undefined;
  if (node.kind === 'not') return leading(node.of, wanted);
  if (node.kind === 'test' || node.kind === 'prune') return undefined;
  for (const [at, part] of node.parts.entries()) {
    const inner = leading(part, wanted);
    if (inner !== undefined)
      return [...(node.kind === 'and' ? node.parts.slice(0, at).flatMap(namesIn) : []), ...inner];
  }
  return undefined;
}
