import * as z from 'zod';
import {
  AdvanceSchema,
  AtOnceSchema,
  CheckSchema,
  ConditionSchema,
  ContentsSchema,
  CoverageSchema,
  DocumentSchema,
  EditsSchema,
  EndsSchema,
  FixesSchema,
  IdSchema,
  InstructionSchema,
  KeepsSchema,
  MarksSchema,
  MaxSchema,
  PhaseSchema,
  ReviewersSchema,
  RoundsSchema,
  RulesSchema,
  SentSchema,
  SeveritySchema,
  TextSchema,
} from './workflow.js';

/** What a project changes of a workflow. */

const GONE = {
  off: z.literal(true).exactOptional().describe('It is left out.'),
  required: z
    .literal(false)
    .exactOptional()
    .describe('A gate, or a phase that is not optional, is meant to be lost or weakened here.'),
};

const PLACE = { before: SentSchema.exactOptional(), after: SentSchema.exactOptional() };

const CheckOverlaySchema = z.strictObject({
  ...GONE,
  replace: CheckSchema.exactOptional().describe('In place of the whole check.'),
  severity: SeveritySchema.exactOptional(),
  loop: z
    .strictObject({ max: MaxSchema.exactOptional(), onExhausted: EndsSchema.exactOptional() })
    .exactOptional()
    .describe('What is left out stays as it is.'),
  remedy: TextSchema.exactOptional(),
  to: SentSchema.exactOptional(),
  when: ConditionSchema.exactOptional(),
  on: ContentsSchema.exactOptional(),
  min: CoverageSchema.exactOptional(),
  reviewers: ReviewersSchema.exactOptional().describe('Of `panel`.'),
  rounds: RoundsSchema.exactOptional(),
  judge: IdSchema.exactOptional().describe('Of `verdict`.'),
});

const OffSchema = z.literal('off');

const EachOverlaySchema = z.strictObject({
  fixes: z
    .strictObject({ max: FixesSchema.shape.max.exactOptional(), depth: FixesSchema.shape.depth.exactOptional() })
    .exactOptional(),
  atOnce: z.union([OffSchema, AtOnceSchema]).exactOptional().describe('`off`: as many as there are.'),
  marks: z.union([OffSchema, MarksSchema]).exactOptional(),
});

const PhaseOverlaySchema = z.strictObject({
  ...GONE,
  replace: PhaseSchema.exactOptional().describe('In place of the whole phase.'),
  title: TextSchema.exactOptional(),
  instruction: InstructionSchema.exactOptional(),
  command: TextSchema.exactOptional(),
  roles: z.array(IdSchema).max(100).exactOptional(),
  when: ConditionSchema.exactOptional(),
  edits: EditsSchema.exactOptional(),
  produces: z.array(IdSchema).max(100).exactOptional(),
  keeps: KeepsSchema.exactOptional(),
  advance: AdvanceSchema.exactOptional(),
  each: EachOverlaySchema.exactOptional().describe('How its items are walked. What is left out stays as it is.'),
  checks: z
    .record(IdSchema, z.union([z.literal('off'), CheckOverlaySchema]))
    .exactOptional()
    .describe('Changes of its checks by id; `off` leaves one out.'),
  insert: z
    .array(z.strictObject({ ...PLACE, check: CheckSchema }))
    .max(100)
    .exactOptional()
    .describe('Further checks, before or after another; without a place they come last.'),
});

export const OverlaySchema = z.strictObject({
  title: TextSchema.exactOptional(),
  dials: z.record(IdSchema, IdSchema).exactOptional().describe('Other values to start with.'),
  rules: RulesSchema.exactOptional().describe("Said every turn besides the workflow's own."),
  documents: z
    .record(IdSchema, DocumentSchema)
    .exactOptional()
    .describe('Further documents, or other places for those that are there.'),
  agents: z.record(IdSchema, z.literal('off')).exactOptional().describe('Judges and reviewers that are not asked.'),
  phases: z
    .record(SentSchema, z.union([z.literal('off'), PhaseOverlaySchema]))
    .exactOptional()
    .describe('Changes of phases by path; `off` leaves one out.'),
  insert: z
    .array(z.strictObject({ ...PLACE, phase: PhaseSchema }))
    .max(100)
    .exactOptional()
    .describe('Further phases, before or after another.'),
});
