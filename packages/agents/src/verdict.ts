import { schemaFindings } from '@flow/core/schemas';
import type { CriterionEvidence } from '@flow/core/workflow';
import { blockOf, complaintOf, dataOf, tidy } from './blocks.js';
import { type Verdict, type VerdictFinding, VerdictSchema } from './verdict-schema.js';

/** A read verdict holds what was read, or in words what is wrong with it, for the model that wrote it. */
export type ReadVerdict = { verdict: Verdict } | { complaint: string };

const MAX_COMPLAINTS = 8;

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
  const block = blockOf(message, 'verdict');
  return 'complaint' in block ? complaint(block.complaint) : readBlock(block.text);
}

function readBlock(text: string): ReadVerdict {
  const read = dataOf(text, 'verdict');
  if ('complaint' in read) return complaint(read.complaint);
  const data = read.value;
  const parsed = VerdictSchema.safeParse(data);
  if (parsed.success) {
    const { judge, item, pass, score, findings, criteria } = parsed.data;
    const shown = criteria ? { criteria: criteria.map((one) => given<CriterionEvidence>(one)) } : {};
    return {
      verdict: {
        judge,
        ...(item ? { item } : {}),
        pass,
        score,
        findings: findings.map((one) => given<VerdictFinding>(one)),
        ...shown,
      },
    };
  }
  const found = schemaFindings(parsed.error.issues, VerdictSchema, data);
  const lines = found.slice(0, MAX_COMPLAINTS).map(({ code, args = {} }) => {
    const why = code === 'SCHEMA_KEY_UNKNOWN' ? `unknown key \`${args.key}\`` : (args.message ?? '');
    return `- ${tidy(`${args.at}: ${why}. ${args.remedy ?? ''}`)}`;
  });
  if (found.length > lines.length) lines.push(`- and ${found.length - lines.length} more`);
  return complaint(['The verdict is invalid:', ...lines].join('\n'));
}

/** Strips what was read of fields that were left out or said to be nothing. */
function given<Given>(read: object): Given {
  const fields = Object.entries(read).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(fields) as Given;
}

const complaint = (what: string): ReadVerdict => complaintOf(what, SHAPE);
