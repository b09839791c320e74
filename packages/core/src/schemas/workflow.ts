import * as z from 'zod';
import { TEMPLATES } from '../documents/templates.js';
import { EDIT_ANSWERS } from '../guard.js';
import { PATH_CLASSES, QUESTIONS } from '../preset.js';
import { ITEM_FIELDS } from '../workflow/model.js';

/** What people write of workflows. Strict, so that a misspelt key is an error that names it; the types stay in `model.ts`. */

const ID = /^[a-z][a-z0-9-]{0,39}$/;

export const IdSchema = z.string().regex(ID, 'expected small letters, digits and dashes, such as `diff-review`');
export const TextSchema = z.string().min(1).max(2000);
const ListSchema = <T extends z.ZodType>(entry: T) => z.array(entry).max(100);

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
      .describe('The item has one of these flags; outside of `each`, any item has.'),
  })
  .describe('Holds by dials and by what earlier phases have settled; all parts must hold.');

export const ContentSchema = z
  .string()
  .regex(/^(?:[a-z]+|doc:[a-z][a-z0-9-]{0,39})$/, 'expected a class of files, `diff`, `item` or `doc:<name>`');
export const ContentsSchema = z
  .union([ContentSchema, ListSchema(ContentSchema).min(1)])
  .describe('What a proof depends on: nothing, relevant, source, test, diff, tree, tests, item, doc:<name>.');

export const EndsSchema = z.enum(['escalate', 'block', 'proceed']).describe('What happens when it is over.');
export const MaxSchema = z.int().min(1).max(100).describe('Blocks after which it is over.');
export const LoopSchema = z.strictObject({ max: MaxSchema, onExhausted: EndsSchema });

export const SeveritySchema = z.enum(['block', 'warn']).describe('warn is told and holds nothing up. Default block.');
export const RoundSchema = z.union([z.enum(['all', 'open']), ListSchema(IdSchema).min(1)]);
export const RoundsSchema = z.array(RoundSchema).min(1).max(20).describe('Who judges in each round of a panel.');
export const ReviewersSchema = ListSchema(IdSchema).min(1);
const PercentSchema = z.number().min(0).max(100);
export const CoverageSchema = z
  .union([PercentSchema, z.record(z.string().max(40), PercentSchema)])
  .describe("A least percentage, or one by an item's size, with '' for all others.");
export const SentSchema = z.string().regex(/^[a-z][a-z0-9-]*(?:\/[a-z][a-z0-9-]*)*$/, 'expected the id of a phase');

/** What every check may have. */
const COMMON = {
  id: IdSchema.exactOptional().describe('Unique within its phase; the name of the check when left out.'),
  on: ContentsSchema.exactOptional(),
  severity: SeveritySchema.exactOptional(),
  when: ConditionSchema.exactOptional(),
  to: SentSchema.exactOptional().describe('The phase that answers its findings; its own when left out.'),
  answeredBy: ContentsSchema.exactOptional().describe('A change of this answers its findings; `on` when left out.'),
  loop: LoopSchema.exactOptional(),
  remedy: TextSchema.exactOptional().describe('What to do about it, in place of the own words of the check.'),
};

const check = <const Name extends string, Own extends z.ZodRawShape>(name: Name, own: Own) =>
  z.strictObject({ check: z.literal(name), ...own, ...COMMON });

const document = { document: IdSchema.describe('A document of the workflow.') };

export const CheckSchema = z.discriminatedUnion('check', [
  check('branch', {}),
  check('committed', {}),
  check('pushed', {}),
  check('pull-request', {}),
  check('ci', {}),
  check('document', document),
  check('valid', document),
  check('section', {
    ...document,
    section: IdSchema,
    min: z.int().min(1).max(100).exactOptional().describe('How many entries at least. Default 1.'),
    max: z.int().min(1).max(1000).exactOptional().describe('How many entries at most.'),
  }),
  check('listed', {
    kind: IdSchema.describe('Of items that a phase walks.'),
    with: ListSchema(z.enum(ITEM_FIELDS)).min(1).exactOptional().describe('What each of them says of itself.'),
  }),
  check('covered', { by: IdSchema.describe('The document that says which test or proof stands for which claim.') }),
  check('red', {}),
  check('stepwise', {}),
  check('inspected', { questions: ListSchema(z.enum(QUESTIONS).exclude(['test'])).min(1) }),
  check('passing', {}),
  check('green', { question: z.enum(QUESTIONS).exactOptional(), blame: z.literal('items').exactOptional() }),
  check('coverage', { min: CoverageSchema }),
  check('command', { command: TextSchema }),
  check('reproduced', { command: TextSchema }),
  check('approved', { gate: IdSchema }),
  check('chosen', { question: IdSchema, options: ListSchema(TextSchema).min(1) }),
  check('submitted', { name: IdSchema }),
  check('verdict', { judge: IdSchema }),
  check('panel', {
    panel: IdSchema,
    reviewers: ReviewersSchema,
    rounds: RoundsSchema,
    tiers: z
      .array(ReviewersSchema)
      .min(1)
      .max(20)
      .exactOptional()
      .describe('In a round of `all`, who speaks before whom; `probe` stands for all probes.'),
    languages: z
      .literal(true)
      .exactOptional()
      .describe('Reviewers that the presets of the changed stacks name sit in it, too.'),
    probes: z
      .strictObject({ document: IdSchema, section: IdSchema })
      .exactOptional()
      .describe('A section of a document whose entries are questions, each for a reviewer of its own.'),
  }),
  check('analysed', { of: z.string().min(1).describe('The check whose findings are analysed: `phase.check`.') }),
]);

export const EditsSchema = ListSchema(
  z.strictObject({
    class: z.enum(PATH_CLASSES),
    role: IdSchema.exactOptional().describe('Only for agents of this role; `main` is the session’s own.'),
    answer: z.enum(EDIT_ANSWERS),
    marker: z.string().min(3).exactOptional().describe('An edit whose added text holds this is allowed.'),
    when: z
      .strictObject({ dial: ConditionSchema.shape.dial })
      .exactOptional()
      .describe('The rule holds only where a dial has one of these values.'),
  }),
).describe('Edits by class of files; the first rule that fits decides, and a class without a rule is free.');

export const InstructionSchema = z
  .union([TextSchema, z.record(z.string().regex(/^(?:default|[A-Z][A-Z0-9_]*)$/), TextSchema)])
  .describe('What to do now: one text, or texts by the code of the finding that is in the way, with `default`.');

export const KeepsSchema = ListSchema(
  z.string().regex(/^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)?$/, 'expected `phase` or `phase.check`'),
).describe('Checks of earlier phases that are mended here once this phase was reached.');

export const AdvanceSchema = z.enum(['auto', 'command', 'person']).describe('Who says that it goes on. Default auto.');

export const MarksSchema = z
  .strictObject({
    flag: IdSchema.describe('The flag, as `when` asks for it.'),
    every: z.int().min(1).max(100).exactOptional().describe('Every so-manieth item has it, in the order of coming.'),
    last: z.literal(true).exactOptional().describe('The last item has it.'),
    boundary: z.literal(true).exactOptional().describe('The last item below each heading has it.'),
  })
  .describe('A flag that items have by their place in the list. What has it keeps it.');

export const FixesSchema = z
  .strictObject({ max: z.int().min(0).max(100), depth: z.int().min(0).max(20) })
  .describe('How many fixes may be added for one item, and how deep fixes of fixes may go.');

export const AtOnceSchema = z.int().min(1).max(100).describe('How many may be begun at once, each with its fixes.');

export const PhaseSchema = z.strictObject({
  id: IdSchema,
  title: TextSchema,
  instruction: InstructionSchema,
  command: TextSchema.exactOptional().describe('A command that helps to go on.'),
  roles: ListSchema(IdSchema).exactOptional().describe('Roles that work here.'),
  when: ConditionSchema.exactOptional(),
  optional: z.boolean().exactOptional().describe('A project may leave it out.'),
  edits: EditsSchema.exactOptional(),
  produces: ListSchema(IdSchema).exactOptional().describe('Documents that are written here.'),
  exit: ListSchema(CheckSchema),
  keeps: KeepsSchema.exactOptional(),
  advance: AdvanceSchema.exactOptional(),
  get each() {
    return z
      .strictObject({
        kind: IdSchema,
        phases: ListSchema(PhaseSchema).min(1),
        fixes: FixesSchema.exactOptional(),
        atOnce: AtOnceSchema.exactOptional(),
        marks: MarksSchema.exactOptional(),
      })
      .exactOptional()
      .describe('The inner phases are walked for every item of a kind.');
  },
});

export const DocumentSchema = z.strictObject({
  title: TextSchema,
  path: z
    .string()
    .min(1)
    .max(300)
    .regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\:]+$/, 'expected a path within the repository, with `/`')
    .describe("Relative to the repository's root; `{branch}` is the branch's name."),
  template: z.enum(TEMPLATES).exactOptional().describe('With what it begins, where not with the template of its name.'),
});

export const RulesSchema = ListSchema(TextSchema).describe('Said every turn, in every phase.');

export const WorkflowSchema = z.strictObject({
  id: IdSchema,
  title: TextSchema,
  version: z.int().min(1).describe('Raised when a run of an older one would be read otherwise.'),
  dials: z.record(
    IdSchema,
    z.strictObject({
      title: TextSchema,
      values: ListSchema(IdSchema).min(1).describe('From the least to the most demanding.'),
      default: IdSchema,
    }),
  ),
  documents: z.record(IdSchema, DocumentSchema),
  rules: RulesSchema,
  phases: ListSchema(PhaseSchema).min(1),
});
