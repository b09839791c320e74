import * as z from 'zod';
import { CoverageSchema, ReviewersSchema, RoundsSchema } from './checks.js';
import { IdSchema, TextSchema } from './words.js';
import {
  AdvanceSchema,
  AtOnceSchema,
  CheckSchema,
  ConditionSchema,
  ContentsSchema,
  DocumentSchema,
  EditsSchema,
  EndsSchema,
  FixesSchema,
  InstructionSchema,
  IsolatedSchema,
  KeepsSchema,
  MarksSchema,
  MaxSchema,
  PhaseSchema,
  RulesSchema,
  SentSchema,
  SeveritySchema,
} from './workflow.js';

/* What a project changes of a workflow. */

const GONE = {
  off: z.literal(true).exactOptional().describe('Leaves it out.'),
  required: z
    .literal(false)
    .exactOptional()
    .describe('Confirms that a gate, or a phase that is not optional, is removed or weakened on purpose.'),
};

const PLACE = { before: SentSchema.exactOptional(), after: SentSchema.exactOptional() };

const CheckOverlaySchema = z.strictObject({
  ...GONE,
  replace: CheckSchema.exactOptional().describe('Replaces the whole check.'),
  severity: SeveritySchema.exactOptional(),
  loop: z
    .strictObject({ max: MaxSchema.exactOptional(), onExhausted: EndsSchema.exactOptional() })
    .exactOptional()
    .describe('Omitted keys stay as they are.'),
  remedy: TextSchema.exactOptional(),
  to: SentSchema.exactOptional(),
  when: ConditionSchema.exactOptional(),
  on: ContentsSchema.exactOptional(),
  min: CoverageSchema.exactOptional(),
  reviewers: ReviewersSchema.exactOptional().describe('Only for `panel`.'),
  rounds: RoundsSchema.exactOptional(),
  judge: IdSchema.exactOptional().describe('Only for `verdict`.'),
});

const OffSchema = z.literal('off');

const AttemptsOverlaySchema = z
  .union([OffSchema, z.strictObject({ max: MaxSchema.exactOptional(), onExhausted: EndsSchema.exactOptional() })])
  .describe('The budget of attempts over several checks; `off`: none. Omitted keys stay as they are.');

const EachOverlaySchema = z.strictObject({
  attempts: AttemptsOverlaySchema.exactOptional(),
  fixes: z
    .strictObject({ max: FixesSchema.shape.max.exactOptional(), depth: FixesSchema.shape.depth.exactOptional() })
    .exactOptional(),
  atOnce: z
    .union([OffSchema, AtOnceSchema])
    .exactOptional()
    .describe('How many items may be started at once; `off`: no limit.'),
  isolated: IsolatedSchema.exactOptional(),
  marks: z.union([OffSchema, MarksSchema]).exactOptional(),
});

const PhaseOverlaySchema = z.strictObject({
  ...GONE,
  replace: PhaseSchema.exactOptional().describe('Replaces the whole phase.'),
  title: TextSchema.exactOptional(),
  instruction: InstructionSchema.exactOptional(),
  command: TextSchema.exactOptional(),
  roles: z.array(IdSchema).max(100).exactOptional(),
  when: ConditionSchema.exactOptional(),
  edits: EditsSchema.exactOptional(),
  produces: z.array(IdSchema).max(100).exactOptional(),
  keeps: KeepsSchema.exactOptional(),
  advance: AdvanceSchema.exactOptional(),
  attempts: AttemptsOverlaySchema.exactOptional(),
  each: EachOverlaySchema.exactOptional().describe('How its items are processed. Omitted keys stay as they are.'),
  checks: z
    .record(IdSchema, z.union([z.literal('off'), CheckOverlaySchema]))
    .exactOptional()
    .describe('Changes to its checks, by id; `off` removes one.'),
  insert: z
    .array(z.strictObject({ ...PLACE, check: CheckSchema }))
    .max(100)
    .exactOptional()
    .describe('Additional checks, before or after another one, or last.'),
});

export const OverlaySchema = z.strictObject({
  title: TextSchema.exactOptional(),
  dials: z.record(IdSchema, IdSchema).exactOptional().describe('Different default values.'),
  rules: RulesSchema.exactOptional().describe("Rules repeated at every turn, in addition to the workflow's own."),
  documents: z
    .record(IdSchema, DocumentSchema)
    .exactOptional()
    .describe('Additional documents, or different paths for existing ones.'),
  agents: z.record(IdSchema, z.literal('off')).exactOptional().describe('Judges and reviewers to leave out.'),
  phases: z
    .record(SentSchema, z.union([z.literal('off'), PhaseOverlaySchema]))
    .exactOptional()
    .describe('Changes to phases, by path; `off` removes one.'),
  attempts: AttemptsOverlaySchema.exactOptional(),
  insert: z
    .array(z.strictObject({ ...PLACE, phase: PhaseSchema }))
    .max(100)
    .exactOptional()
    .describe('Additional phases, before or after another one.'),
});
