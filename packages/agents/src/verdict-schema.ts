import { FINDING_SEVERITIES } from '@flow/core/workflow';
import * as z from 'zod';

const Text = (max: number) => z.string().trim().min(1).max(max);
const Maybe = (max: number) => Text(max).nullish();

const WHOLE_FINDING = ['reasoning', 'disproof', 'instanceFix', 'classFix'] as const;

/** One thing that a reviewer found. What blocks says how it is mended, this once and as a kind (feature C58). */
export const FindingSchema = z
  .strictObject({
    severity: z.enum(FINDING_SEVERITIES).describe('must-fix blocks; should-fix and note are told.'),
    title: Text(300).describe('What is wrong, in one sentence.'),
    claim: Maybe(40).describe('The claim of the specification that it breaks, by id.'),
    rule: Maybe(200).describe('The rule of the reviewer or the project that it breaks, where it is no claim.'),
    file: Maybe(500).describe('Path from the root of the repository; the name of a document is enough.'),
    line: z.int().min(1).max(10_000_000).nullish().describe('Where the quote begins.'),
    quote: Maybe(2000).describe(
      'The text of the file that it is about, word for word. A must-fix without one is a note.',
    ),
    reasoning: Maybe(4000).describe('Why it is wrong: what happens, with which input.'),
    disproof: Maybe(2000).describe('What would show that the finding is mistaken.'),
    instanceFix: Maybe(2000).describe('How this one is mended.'),
    classFix: Maybe(2000).describe('How its kind is kept from coming back: a type, a test, a check.'),
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

/** The answer of a reviewer (design, rule 5): nothing else that it says counts. */
export const VerdictSchema = z
  .strictObject({
    flow: z.literal('verdict').describe('Says that this is a verdict.'),
    judge: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected the name of the reviewer, such as `security`')
      .describe('Who judges: the name of the reviewer.'),
    item: Maybe(60).describe('The item of the work that was judged, where each is judged by itself.'),
    pass: z.boolean().describe('True when there is no must-fix, else false.'),
    score: z.number().min(0).max(5).describe('0 is unfit to go on, 5 is without fault.'),
    findings: z.array(FindingSchema).max(50).describe('All that was found; empty when nothing was.'),
  })
  .check(({ value, issues }) => {
    const blocking = value.findings.filter(({ severity }) => severity === 'must-fix').length;
    if (value.pass === (blocking === 0)) return;
    const message = value.pass
      ? `\`pass\` is true, but there ${blocking === 1 ? 'is one must-fix' : `are ${blocking} must-fix`}`
      : '`pass` is false, but there is no must-fix that says why';
    issues.push({ code: 'custom', input: value.pass, path: ['pass'], message });
  });

type Given = z.output<typeof FindingSchema>;

/** A finding as it was read: what was not given is not there. */
export type VerdictFinding = Pick<Given, 'severity' | 'title'> & {
  [Key in Exclude<keyof Given, 'severity' | 'title'>]?: NonNullable<Given[Key]>;
};

/** A verdict as it was read. */
export type Verdict = Omit<z.output<typeof VerdictSchema>, 'findings' | 'flow' | 'item'> & {
  item?: string;
  findings: VerdictFinding[];
};

/** The JSON Schema (draft 7) of a verdict, for clients and editors; the build writes it into the package. */
export function verdictJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(VerdictSchema, { target: 'draft-7', io: 'input' }) as Record<string, unknown>;
}
