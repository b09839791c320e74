import { duplicateKey } from './duplicate-keys.js';
import { type Fence, fencesIn } from './fences.js';

/* The one block of a message that a program reads: a verdict of a reviewer, or the status of a worker. */

/** Words of what may be in a block: the language of its fence is `flow-<kind>`. */
export type BlockKind = 'verdict' | 'status';

/** Larger messages are not looked into. Characters. */
const MAX_MESSAGE = 256 * 1024;
const MAX_COMPLAINT = 300;

const PLURAL: Readonly<Record<BlockKind, string>> = { verdict: 'verdicts', status: 'statuses' };

/** Finds the only block of a kind in a message; in words, why there is none that counts. */
export function blockOf(message: string, kind: BlockKind): { text: string } | { complaint: string } {
  if (message.length > MAX_MESSAGE)
    return {
      complaint: `Your answer has ${message.length} characters; at most ${MAX_MESSAGE} are read. Shorten it.`,
    };
  // One that is indented may be a quotation in a list, and what is quoted ends nothing.
  const blocks = fencesIn(message).filter((fence) => fence.isAtMargin && isBlock(fence, kind));
  const [block, ...others] = blocks;
  if (!block)
    return {
      complaint: `Your answer contains no ${kind}. Free text does not count, and neither does an indented, quoted or commented block.`,
    };
  if (others.length > 0)
    return {
      complaint: `Your answer contains ${blocks.length} ${PLURAL[kind]}, but must contain exactly one. Quote others inside a code block.`,
    };
  if (!block.isClosed) return { complaint: `The ${kind} block is not closed: end it with \`\`\`.` };
  return { text: block.text };
}

function isBlock({ language, text }: Fence, kind: BlockKind): boolean {
  if (language === `flow-${kind}`) return true;
  if (language !== 'json') return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && (value as { flow?: unknown }).flow === kind;
  } catch {
    // One that cannot be read was meant as one when it says so.
    return new RegExp(`"flow"\\s*:\\s*"${kind}"`).test(text);
  }
}

/** Reads the JSON of a block, each key once; in words, why it cannot be read. */
export function dataOf(text: string, kind: BlockKind): { value: unknown } | { complaint: string } {
  let value: unknown;
  let twice: string | null;
  try {
    value = JSON.parse(text);
    twice = duplicateKey(text);
  } catch (error) {
    const why = error instanceof RangeError ? 'it is nested too deeply' : (error as Error).message;
    return { complaint: `The ${kind} is not valid JSON: ${tidy(why)}` };
  }
  if (twice !== null) return { complaint: `The ${kind} has the key \`${tidy(twice)}\` twice in one object.` };
  return { value };
}

/** Says what is wrong, and what the block has to look like. */
export const complaintOf = (what: string, shape: string): { complaint: string } => ({ complaint: `${what}\n${shape}` });

/** Makes one bounded line of what a model wrote. */
export function tidy(text: string): string {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
  return line.length > MAX_COMPLAINT ? `${line.slice(0, MAX_COMPLAINT)}…` : line;
}
