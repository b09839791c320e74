import { schemaFindings } from '@flow/core/schemas';
import { duplicateKey } from './duplicate-keys.js';
import { type Fence, fencesIn } from './fences.js';
import { type Verdict, type VerdictFinding, VerdictSchema } from './verdict-schema.js';

/** What was read, or in words what is wrong with it, for the model that wrote it. */
export type ReadVerdict = { verdict: Verdict } | { complaint: string };

/** Larger messages are not looked into. Characters. */
const MAX_MESSAGE = 256 * 1024;
const MAX_COMPLAINTS = 8;
const MAX_COMPLAINT = 300;

const SHAPE = [
  'End your answer with exactly one block like this:',
  '```flow-verdict',
  '{"flow": "verdict", "judge": "<your name>", "pass": true, "score": 5, "findings": []}',
  '```',
  'Each finding has severity (must-fix, should-fix, note) and title, and where possible claim or rule, file, line, quote (verbatim). A must-fix also has reasoning, disproof, instanceFix and classFix, and makes pass false.',
].join('\n');

/**
 * Reads the verdict that a reviewer's message ends with: one fenced block `flow-verdict`, or one of `json` that says of
 * itself that it is a verdict. Words around it count for nothing, whatever they say (features D70, D71, D101): only the
 * block does, and only if all of it holds.
 */
export function readVerdict(message: string): ReadVerdict {
  if (message.length > MAX_MESSAGE)
    return complaint(`Your answer has ${message.length} characters; at most ${MAX_MESSAGE} are read. Shorten it.`);
  // One that is indented may be a quotation in a list, and what is quoted ends nothing.
  const blocks = fencesIn(message).filter((fence) => fence.isAtMargin && isVerdict(fence));
  const [block, ...others] = blocks;
  if (!block)
    return complaint(
      'Your answer contains no verdict. Free text does not count, and neither does an indented, quoted or commented block.',
    );
  if (others.length > 0)
    return complaint(
      `Your answer contains ${blocks.length} verdicts, but must contain exactly one. Quote others inside a code block.`,
    );
  if (!block.isClosed) return complaint('The verdict block is not closed: end it with ```.');
  return readBlock(block.text);
}

function isVerdict({ language, text }: Fence): boolean {
  if (language === 'flow-verdict') return true;
  if (language !== 'json') return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && (value as { flow?: unknown }).flow === 'verdict';
  } catch {
    // One that cannot be read was meant as a verdict when it says so.
    return /"flow"\s*:\s*"verdict"/.test(text);
  }
}

function readBlock(text: string): ReadVerdict {
  let data: unknown;
  let twice: string | null;
  try {
    data = JSON.parse(text);
    twice = duplicateKey(text);
  } catch (error) {
    const why = error instanceof RangeError ? 'it is nested too deeply' : (error as Error).message;
    return complaint(`The verdict is not valid JSON: ${tidy(why)}`);
  }
  if (twice !== null) return complaint(`The verdict has the key \`${tidy(twice)}\` twice in one object.`);
  const parsed = VerdictSchema.safeParse(data);
  if (parsed.success) {
    const { judge, item, pass, score, findings } = parsed.data;
    return { verdict: { judge, ...(item ? { item } : {}), pass, score, findings: findings.map(given) } };
  }
  const found = schemaFindings(parsed.error.issues, VerdictSchema, data);
  const lines = found.slice(0, MAX_COMPLAINTS).map(({ code, args = {} }) => {
    const why = code === 'SCHEMA_KEY_UNKNOWN' ? `unknown key \`${args.key}\`` : (args.message ?? '');
    return `- ${tidy(`${args.at}: ${why}. ${args.remedy ?? ''}`)}`;
  });
  if (found.length > lines.length) lines.push(`- and ${found.length - lines.length} more`);
  return complaint(['The verdict is invalid:', ...lines].join('\n'));
}

/** Strips a finding of fields that were left out or said to be nothing. */
function given(finding: object): VerdictFinding {
  const fields = Object.entries(finding).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(fields) as unknown as VerdictFinding;
}

const complaint = (what: string): ReadVerdict => ({ complaint: `${what}\n${SHAPE}` });

/** Makes one bounded line of what a model wrote. */
function tidy(text: string): string {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
  return line.length > MAX_COMPLAINT ? `${line.slice(0, MAX_COMPLAINT)}…` : line;
}
