import { MADE_BEGIN as BEGIN, MADE_END as END, sealLine } from '@flow/core/documents';
import { CLAIM_WORDS } from './labels.js';
import { evidenceOf } from './markdown.js';
import { codeOf, tableOf, textOf } from './markdown-text.js';
import type { ReportClaim, ReportFinding, ReportModel } from './model.js';

/** Marks of which there is more or less than one pair, in their order: nothing can be replaced without taking words away. */
export class MarksBroken extends Error {
  override readonly name = 'MarksBroken';
}

/**
 * Returns the document that the gate of the report shows: a matrix of claims with what shows each (features C64, D84).
 * A claim that is not proven on this content, or that an open finding names, has no evidence, so that the check of
 * coverage still asks for it. It names no times: made again of the same evidence, it is the same.
 * @param before the document as it is; null where there is none
 * @param sealOf the seal of the part that is made
 * @throws MarksBroken
 */
export function documentOf(model: ReportModel, before: string | null, sealOf: (part: string) => string): string {
  const part = `\n\n${sectionsOf(model).join('\n\n')}\n\n`;
  const made = `${BEGIN}${part}${sealLine(sealOf(part))}\n${END}`;
  if (before === null) return `# Report: ${textOf(model.title)}\n\n${made}\n\n${ownPart(model)}`;
  const [begin, end] = [before.indexOf(BEGIN), before.indexOf(END)];
  if (begin < 0 && end < 0) return `${made}\n\n${before}`;
  const isBroken = begin < 0 || end < begin || before.lastIndexOf(BEGIN) !== begin || before.lastIndexOf(END) !== end;
  if (isBroken) throw new MarksBroken();
  return before.slice(0, begin) + made + before.slice(end + END.length);
}

function sectionsOf({ claims, findings, schema, suites }: ReportModel): string[] {
  const open = findings.filter(
    ({ fate, severity }) => severity === 'must-fix' && fate !== 'closed' && fate !== 'noted',
  );
  const rows = claims.map((claim) =>
    rowOf(
      claim,
      open.filter((one) => one.claim === claim.id),
    ),
  );
  const changed = schema.filter(({ state }) => state !== 'told');
  const told = changed.map(({ kind, name, state }) => `- ${kind} ${codeOf(name)}: ${STATES[state]}`);
  const found = open.map(({ id, judge, title, fate }) => `- ${id} (${textOf(judge)}, ${fate}): ${textOf(title)}`);
  const ran = suites.map(
    ({ id, state, proof }) => `- ${codeOf(id)}: ${state}${proof ? `, ${codeOf(proof.command)}` : ''}`,
  );
  return [
    `## Rule Coverage\n\n${tableOf(['Claim', 'Status', 'Evidence'], rows)}`,
    ...(ran.length > 0 ? [`## Suites\n\n${ran.join('\n')}`] : []),
    `## Open Findings\n\n${found.length > 0 ? found.join('\n') : 'None.'}`,
    `## Schema Changes\n\n${told.length > 0 ? told.join('\n') : 'None.'}`,
  ];
}

const STATES = {
  there: 'as declared',
  missing: 'declared, but missing',
  undeclared: 'not declared',
  told: 'changed',
} as const;

function rowOf(claim: ReportClaim, open: readonly ReportFinding[]): string[] {
  const { name, state } = claim;
  if (open.length > 0) return [name, `FINDING OPEN: ${open.map((one) => one.id).join(', ')}`, ''];
  const isShown = state === 'passed' || state === 'suite';
  return [name, CLAIM_WORDS[state], isShown ? evidenceOf(claim) : ''];
}

/** Leaves room for what only whoever did the work can say. */
function ownPart({ concerns, expectations }: ReportModel): string {
  const asked = (title: string, what: string, items: readonly string[]) =>
    `## ${title}\n\n<!-- ${what} -->\n${items.map((one) => `\n- ${textOf(one)}`).join('')}\n`;
  return [
    asked('User Concerns', 'Each concern in the plan, and the evidence that it is addressed.', concerns),
    asked('What a User Sees', 'Each expectation in the plan, and the screenshot that shows it.', expectations),
  ].join('\n');
}
