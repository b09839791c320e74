import * as z from 'zod';
import { DOCUMENT_KINDS } from '../documents/kind.js';
import { EDIT_ANSWERS } from '../policy/edit-rule.js';
import { PATH_CLASSES } from '../presets/path-class.js';
import type { CheckName } from '../workflow/model.js';
import { CHECK_PARAMETERS } from './checks.js';
import { IdSchema, ListSchema, TextSchema } from './words.js';

/* What people write of workflows. Strict, so that a misspelt key is an error that names it; the types stay in `model.ts`. */

export const ConditionSchema = z
  .strictObject({
    dial: z.record(IdSchema, ListSchema(IdSchema).min(1)).exactOptional().describe('The dial has one of these values.'),
    chosen: z
      .record(IdSchema, ListSchema(TextSchema).min(1))
      .exactOptional()
      .describe('A person chose one of these options in an earlier phase.'),
    flag: ListSchema(IdSchema)
      .min(1)
      .exactOptional()
      .describe('The item has one of these flags; outside `each`, any item has one.'),
  })
  .describe('Depends on dials and on what earlier phases have decided; all parts must hold.');

export const ContentSchema = z
  .string()
  .regex(
    /^(?:[a-z]+|doc:[a-z][a-z0-9-]{0,39}(?:@[a-z][a-z0-9-]{0,39})?\??)$/,
    'expected a file class, `diff`, `item`, `doc:<name>`, `doc:<name>@<citing>`, or one of these with `?`',
  );
export const ContentsSchema = z
  .union([ContentSchema, ListSchema(ContentSchema).min(1)])
  .describe(
    'The content a proof depends on: nothing, relevant, source, test, diff, tree, tests, item, doc:<name>, doc:<name>? for a document that may be missing, and doc:<name>@<citing> for what another document cites of it.',
  );

export const EndsSchema = z
  .enum(['escalate', 'block', 'proceed'])
  .describe('What happens after that: wait for a person, block this item, or proceed with a debt.');
export const MaxSchema = z.int().min(1).max(100).describe('How many times it may block.');
export const LoopSchema = z.strictObject({ max: MaxSchema, onExhausted: EndsSchema });
export const AttemptsSchema = z
  .strictObject({ max: MaxSchema.describe('How many times all checks may block together.'), onExhausted: EndsSchema })
  .describe('One budget of attempts over all checks of the run, the phase or, in `each`, of one item.');
export const SeveritySchema = z.enum(['block', 'warn']).describe('warn is reported and blocks nothing. Default block.');
export const SentSchema = z.string().regex(/^[a-z][a-z0-9-]*(?:\/[a-z][a-z0-9-]*)*$/, 'expected the id of a phase');

/** What every check may have. */
const COMMON = {
  id: IdSchema.exactOptional().describe('Unique within its phase. Default: the name of the check.'),
  on: ContentsSchema.exactOptional(),
  severity: SeveritySchema.exactOptional(),
  when: ConditionSchema.exactOptional(),
  to: SentSchema.exactOptional().describe('The phase that answers its findings. Default: its own.'),
  answeredBy: ContentsSchema.exactOptional().describe('A change to this content answers its findings. Default: `on`.'),
  loop: LoopSchema.exactOptional(),
  remedy: TextSchema.exactOptional().describe("What to do, instead of the check's own message."),
};

const check = <const Name extends string, Own extends z.ZodRawShape>(name: Name, own: Own) =>
  z.strictObject({ check: z.literal(name), ...own, ...COMMON });

/** A check of one name. */
type CheckObject<Name extends CheckName> = ReturnType<typeof check<Name, (typeof CHECK_PARAMETERS)[Name]>>;
type CheckObjects = { [Name in CheckName]: CheckObject<Name> }[CheckName];

export const CheckSchema = z.discriminatedUnion(
  'check',
  Object.entries(CHECK_PARAMETERS).map(([name, own]) => check(name, own)) as unknown as [
    CheckObjects,
    ...CheckObjects[],
  ],
);

export const EditsSchema = ListSchema(
  z.strictObject({
    class: z.enum(PATH_CLASSES),
    role: IdSchema.exactOptional().describe('Only for agents with this role; `main` is the session itself.'),
    answer: z.enum(EDIT_ANSWERS),
    marker: z.string().min(3).exactOptional().describe('An edit is allowed if the text it adds contains this.'),
    when: z
      .strictObject({ dial: ConditionSchema.shape.dial })
      .exactOptional()
      .describe('The rule applies only if the dials have these values.'),
  }),
).describe('Edit rules by file class; the first matching rule decides, and a class without a rule is free.');

export const InstructionSchema = z
  .union([TextSchema, z.record(z.union([IdSchema, z.string().regex(/^[A-Z][A-Z0-9_]*$/)]), TextSchema)])
  .describe(
    'What to do now: one text, or texts by the code of the blocking finding or the name of its check, with `default`.',
  );

export const KeepsSchema = ListSchema(
  z.string().regex(/^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)?$/, 'expected `phase` or `phase.check`'),
).describe('Checks of earlier phases that are fixed here once this phase has been reached.');

export const AdvanceSchema = z
  .enum(['auto', 'command', 'person'])
  .describe('Who ends the phase once its checks hold. Default auto.');

export const MarksSchema = z
  .strictObject({
    flag: IdSchema.describe('The flag, as used in `when`.'),
    every: z.int().min(1).max(100).exactOptional().describe('Every nth item gets it, in the order items were added.'),
    last: z.literal(true).exactOptional().describe('The last item gets it.'),
    boundary: z.literal(true).exactOptional().describe('The last item below each heading gets it.'),
  })
  .describe('A flag that items get by their position in the list. An item keeps it.');

export const FixesSchema = z
  .strictObject({ max: z.int().min(0).max(100), depth: z.int().min(0).max(20) })
  .describe('How many fixes one item may get, and how deep fixes of fixes may be nested.');

export const AtOnceSchema = z
  .int()
  .min(1)
  .max(100)
  .describe('How many items may be started at once, each with its fixes.');

export const IsolatedSchema = z
  .boolean()
  .describe('Each item begins only in a worktree of its own, and checks of the whole may be asked of it.');

export const PhaseSchema = z.strictObject({
  id: IdSchema,
  title: TextSchema,
  instruction: InstructionSchema,
  command: TextSchema.exactOptional().describe('A command that helps to continue.'),
  roles: ListSchema(IdSchema).exactOptional().describe('Roles that work in this phase.'),
  when: ConditionSchema.exactOptional(),
  optional: z.boolean().exactOptional().describe('A project may remove this phase.'),
  edits: EditsSchema.exactOptional(),
  produces: ListSchema(IdSchema).exactOptional().describe('Documents written in this phase.'),
  exit: ListSchema(CheckSchema),
  keeps: KeepsSchema.exactOptional(),
  attempts: AttemptsSchema.exactOptional(),
  advance: AdvanceSchema.exactOptional(),
  get each() {
    return z
      .strictObject({
        kind: IdSchema,
        phases: ListSchema(PhaseSchema).min(1),
        fixes: FixesSchema.exactOptional(),
        atOnce: AtOnceSchema.exactOptional(),
        isolated: IsolatedSchema.exactOptional(),
        attempts: AttemptsSchema.exactOptional(),
        marks: MarksSchema.exactOptional(),
      })
      .exactOptional()
      .describe('Repeats the inner phases for every item of a kind.');
  },
});

const PathSchema = z
  .string()
  .min(1)
  .max(300)
  .regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\:]+$/, 'expected a path within the repository, with `/`');

export const DocumentSchema = z.strictObject({
  title: TextSchema,
  path: PathSchema.describe('Relative to the repository root; `{branch}` is the branch name.'),
  kind: z
    .enum(DOCUMENT_KINDS)
    .exactOptional()
    .describe(
      'What is read in it: claims, planned tests, a plan, proof of claims. Default: the kind called like the document, else text.',
    ),
  parts: PathSchema.exactOptional().describe(
    'Folder of the parts that others write and that are merged into it, one for each topic; {branch} as in the path.',
  ),
  template: IdSchema.exactOptional().describe('Template to start from, by name. Default: the one with its name.'),
});

const TemplateSchema = z
  .string()
  .min(1)
  .max(20_000)
  .describe('Text of a new document; `{title}` stands for the title of the work.');

const GateSchema = z.strictObject({
  title: TextSchema.describe('Title shown to the person.'),
  subjects: ListSchema(z.string().min(1).max(300))
    .exactOptional()
    .describe('Globs of the files to approve; `{branch}` is the branch name.'),
  tree: z.boolean().exactOptional().describe('Approves the whole content: any change voids the approval.'),
  ships: z.boolean().exactOptional().describe('The gate lets code ship, so typing in the session never counts.'),
});

const GoalSchema = z
  .strictObject({
    dial: IdSchema.describe('The dial whose values are the kinds of work.'),
    otherwise: IdSchema.describe('The kind of a goal that has none of the words.'),
    advises: z.literal(true).exactOptional().describe('The kind is told as advice, and turns no dial.'),
    weak: ListSchema(z.string().min(1).max(60))
      .exactOptional()
      .describe('Words that decide nothing where as many speak for another kind.'),
    areas: ListSchema(TextSchema)
      .min(1)
      .exactOptional()
      .describe('Headings of an interview, where the kind has no fixed questions.'),
    kinds: z.record(
      IdSchema,
      z.strictObject({
        words: ListSchema(z.string().min(1).max(60)).describe('Words and phrases of a goal that indicate this kind.'),
        questions: z.strictObject({ min: z.int().min(0).max(100), max: z.int().min(1).max(100) }),
        asks: ListSchema(z.strictObject({ text: TextSchema, isCommand: z.literal(true).exactOptional() }))
          .min(1)
          .exactOptional()
          .describe('Questions that are always asked; the answer of one may be the command that shows the fault.'),
        without: ListSchema(TextSchema)
          .exactOptional()
          .describe('Titles of sections that an interview about such work does not have.'),
      }),
    ),
  })
  .describe('How the goal given to `flow start` is read.');

export const RulesSchema = ListSchema(TextSchema).describe('Repeated at every turn, in every phase.');

const PushSchema = z
  .strictObject({
    at: ListSchema(z.enum(['boundary', 'pull-request', 'waiting']))
      .exactOptional()
      .describe('Where a phase or group of items is over, before a pull request, or while somebody is waited for.'),
    commits: z.int().min(1).max(100).exactOptional().describe('This many commits that the remote does not have.'),
  })
  .describe('When `flow next` says to push.');

export const WorkflowSchema = z.strictObject({
  id: IdSchema,
  title: TextSchema,
  version: z.int().min(1).describe('Increase it if runs of an older version would be interpreted differently.'),
  dials: z.record(
    IdSchema,
    z.strictObject({
      title: TextSchema,
      values: ListSchema(IdSchema).min(1).describe('Ordered from least to most demanding.'),
      default: IdSchema,
    }),
  ),
  documents: z.record(IdSchema, DocumentSchema),
  templates: z.record(IdSchema, TemplateSchema).exactOptional().describe('Texts of new documents, by name.'),
  gates: z
    .record(IdSchema, GateSchema)
    .exactOptional()
    .describe('Gates that a person approves; `approvals.gates` in flow.config.yaml says how strictly.'),
  attempts: AttemptsSchema.exactOptional(),
  push: PushSchema.exactOptional(),
  goal: GoalSchema.exactOptional(),
  unattended: z
    .strictObject({ dial: ConditionSchema.shape.dial })
    .exactOptional()
    .describe('Where it holds, nobody is there to be asked: questions of the client are refused.'),
  untested: z
    .strictObject({ dial: ConditionSchema.shape.dial })
    .exactOptional()
    .describe('Where it holds, tests are off: `evidence` is asked of judges.'),
  rules: RulesSchema,
  phases: ListSchema(PhaseSchema).min(1),
});
