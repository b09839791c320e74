import { type CriterionEvidence, FINDING_SEVERITIES } from '@flow/core/workflow';
import * as z from 'zod';

const Text = (max: number) => z.string().trim().min(1).max(max);
const Maybe = (max: number) => Text(max).nullish();

const WHOLE_FINDING = ['reasoning', 'disproof', 'instanceFix', 'classFix'] as const;

/**
 * A finding is one thing that a reviewer found. A finding that blocks says how it is mended, this once and as a kind (feature
 * C58).
 */
export const FindingSchema = z
  .strictObject({
    severity: z.enum(FINDING_SEVERITIES).describe('must-fix blocks; should-fix and note are only reported.'),
    title: Text(300).describe('What is wrong, in one sentence.'),
    item: Maybe(60).describe('The item whose work causes it, where several are judged together.'),
    to: Maybe(60).describe(
      'The phase whose document is at fault, where no work on the code can mend it; the brief lists them.',
    ),
    claim: Maybe(40).describe('The id of the claim in the specification that it breaks.'),
    rule: Maybe(200).describe('The rule of the reviewer or project that it breaks, if it is not a claim.'),
    file: Maybe(500).describe('Path from the repository root; for a document, its name is enough.'),
    line: z.int().min(1).max(10_000_000).nullish().describe('The line where the quote starts.'),
    quote: Maybe(2000).describe(
      'The text of the file it is about, verbatim. A must-fix without a quote becomes a note.',
    ),
    reasoning: Maybe(4000).describe('Why it is wrong: what happens, with which input.'),
    disproof: Maybe(2000).describe('What would prove the finding wrong.'),
    instanceFix: Maybe(2000).describe('How to fix this instance.'),
    classFix: Maybe(2000).describe('How to prevent its class: a type, a test, a check.'),
  })
  .check(({ value, issues }) => {
    if (value.severity !== 'must-fix') return;
    for (const name of WHOLE_FINDING.filter((one) => value[one] == null))
      issues.push({
        code: 'invalid_type',
        expected: 'string',
        input: undefined,
        path: [name],
        message: `a must-fix needs \`${name}\``,
      });
  });

/** What shows one criterion: a recorded run, a line of a file, or a file that is there (feature V22). */
const EvidenceSchema = z
  .strictObject({
    id: Text(120).describe('The id of the criterion, as the brief has it.'),
    receipt: Maybe(120).describe('The receipt of a recorded run that shows it.'),
    file: Maybe(500).describe('Path from the repository root of the file that shows it.'),
    line: z.int().min(1).max(10_000_000).nullish().describe('The line where the quote starts.'),
    quote: Maybe(2000).describe('The text of the file that shows it, verbatim.'),
  })
  .check(({ value, issues }) => {
    if (value.receipt != null || value.file != null) return;
    issues.push({
      code: 'custom',
      input: value,
      path: [],
      message: 'evidence is a `receipt`, or a `file` with its `quote`',
    });
  });

/** The answer of a reviewer is all that counts of what it says. */
export const VerdictSchema = z
  .strictObject({
    flow: z.literal('verdict').describe('Marks this as a verdict.'),
    judge: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected the name of the reviewer, such as `security`')
      .describe('The name of the reviewer.'),
    item: Maybe(60).describe('The judged item, if items are judged separately.'),
    pass: z.boolean().describe('True if there is no must-fix, otherwise false.'),
    score: z.number().min(0).max(5).describe('From 0 (unacceptable) to 5 (no problems).'),
    findings: z.array(FindingSchema).max(50).describe('Everything found; empty if nothing was.'),
    criteria: z
      .array(EvidenceSchema)
      .max(300)
      .nullish()
      .describe('What shows each criterion; asked of a pass where tests are off.'),
  })
  .check(({ value, issues }) => {
    const blocking = value.findings.filter(({ severity }) => severity === 'must-fix').length;
    if (value.pass === (blocking === 0)) return;
    const message = value.pass
      ? `\`pass\` is true, but there ${blocking === 1 ? 'is one must-fix' : `are ${blocking} must-fix`}`
      : '`pass` is false, but there is no must-fix that explains why';
    issues.push({ code: 'custom', input: value.pass, path: ['pass'], message });
  });

type Given = z.output<typeof FindingSchema>;

/** A finding as it was read: what was not given is not there. */
export type VerdictFinding = Pick<Given, 'severity' | 'title'> & {
  [Key in Exclude<keyof Given, 'severity' | 'title'>]?: NonNullable<Given[Key]>;
};

/** A verdict as it was read. */
export type Verdict = Omit<z.output<typeof VerdictSchema>, 'criteria' | 'findings' | 'flow' | 'item'> & {
  item?: string;
  findings: VerdictFinding[];
  criteria?: CriterionEvidence[];
};

/** Returns the JSON Schema (draft 7) of a verdict, for clients and editors; the build writes it into the package. */
export function verdictJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(VerdictSchema, { target: 'draft-7', io: 'input' }) as Record<string, unknown>;
}
