import * as z from 'zod';
import { TOPIC_AGENTS } from '../items/topic-agents.js';
import { QUESTIONS } from '../presets/preset.js';
import { IdSchema, ListSchema, TextSchema } from './words.js';

/*
 * What a workflow says of each check, by the check's name. The types of `workflow/model.ts` follow from these schemas, so a new
 * check is declared here and nowhere else.
 */

/** What an item may say of itself. */
const ITEM_FIELDS = ['files', 'size', 'claims', 'verify', 'commit', 'risk', 'criteria'] as const;

export const RoundSchema = z.union([z.enum(['all', 'open']), ListSchema(IdSchema).min(1)]);
export const RoundsSchema = z.array(RoundSchema).min(1).max(20).describe('Who reviews in each round of a panel.');
export const ReviewersSchema = ListSchema(IdSchema).min(1);
const PercentSchema = z.number().min(0).max(100);
export const CoverageSchema = z
  .union([PercentSchema, z.record(z.string().max(40), PercentSchema)])
  .describe("Minimum percentage, or one per item size, with '' for all others.");

const OfDocumentSchema = z
  .strictObject({ document: IdSchema })
  .describe('The command that a document names, such as the one in an interview that shows a fault.');
const CommandSchema = z
  .union([TextSchema, z.strictObject({ question: z.enum(QUESTIONS) }), OfDocumentSchema])
  .describe(
    "The command, `item` for the item's own, the question that the project's stacks answer, such as build, or the document that names it.",
  );

const document = { document: IdSchema.describe('A document of the workflow.') };

/** Parameters of each check, besides those that every check has. */
export const CHECK_PARAMETERS = {
  branch: {},
  committed: {},
  pushed: {},
  'pull-request': {},
  ci: {},
  /** The document is there. */
  document,
  /** Nothing in the document blocks; where asked for, its claims are normative: SHALL or MUST, and Given, When, Then. */
  valid: {
    ...document,
    claims: z.literal('normative').exactOptional().describe('Every claim says SHALL or MUST, as Given, When, Then.'),
  },
  /** A section of the document has entries. */
  section: {
    ...document,
    section: IdSchema,
    min: z.int().min(1).max(100).exactOptional().describe('Minimum number of entries. Default 1.'),
    max: z.int().min(1).max(1000).exactOptional().describe('Maximum number of entries.'),
  },
  /** Items of a kind are listed, each of which says these of itself. */
  listed: {
    kind: IdSchema.describe('Kind of the items a phase processes.'),
    with: ListSchema(z.enum(ITEM_FIELDS)).min(1).exactOptional().describe('Properties each item must have.'),
  },
  /** No more items of a kind are listed, and no more files named by them, than work of this size has; what is larger turns a dial. */
  bounded: {
    kind: IdSchema.describe('Kind of the items a phase processes.'),
    items: z.int().min(1).max(1000).exactOptional().describe('Maximum number of items.'),
    files: z.int().min(1).max(10_000).exactOptional().describe('Maximum number of files that the items name.'),
    grows: z
      .strictObject({ dial: IdSchema, value: IdSchema })
      .describe('The dial, and its value, for work that has grown past this size.'),
  },
  /** Every claim has a test, or a line in a report. */
  covered: { by: IdSchema.describe('The document that says which test or proof covers which claim.') },
  /** Every claim that expects red was seen failing with its present tests, for the right reason. */
  red: {},
  /** No two claims came from red to passing in one run; what did, is seen red again and passing by itself. */
  stepwise: {},
  /** Between one test that came to pass and the next, a check of one of these kinds was run, where there is one. */
  inspected: { questions: ListSchema(z.enum(QUESTIONS).exclude(['test'])).min(1) },
  /** Of every claim that expects red, a wrong implementation turned one of its tests red on this content (`flow prove-binding`). */
  binding: {},
  /** The tests of every claim (in an item: of the item) pass. */
  passing: {},
  /**
   * Every needed suite is tested on the present content; `blame` gives failures to the items that they name. With `spares`, work
   * that changed nothing but documents needs no tests, as no test can depend on it.
   */
  green: {
    question: z.enum(QUESTIONS).exactOptional(),
    blame: z.literal('items').exactOptional(),
    spares: z.literal('documents').exactOptional(),
  },
  coverage: { min: CoverageSchema },
  /**
   * A command passed: one of these words, `item` for the item's own, the one that a document names, or what answers a question of
   * the project's stacks. Of a question that nothing there answers, nothing is asked.
   */
  command: { command: CommandSchema },
  /** The command was seen to fail; that it passes later does not contradict it. */
  reproduced: { command: z.union([TextSchema, OfDocumentSchema]) },
  /** A person approved what the gate shows. */
  approved: { gate: IdSchema },
  chosen: { question: IdSchema, options: ListSchema(TextSchema).min(1) },
  /** Handed in: by the agent (`flow submit`), or by a program that did the work. */
  submitted: { name: IdSchema },
  /**
   * A person has tried what only a person can check, and it holds. Of each walk of items it is asked by itself, at its end; a
   * workflow that names it says where.
   */
  confirmed: {},
  /** The newest word of one judge says yes. */
  verdict: {
    judge: IdSchema,
    written: z
      .literal(true)
      .exactOptional()
      .describe('A pass counts only where the tests of every claim that expects red are written.'),
    evidence: z
      .literal(true)
      .exactOptional()
      .describe('Where tests are off, a pass names evidence for each criterion.'),
  },
  panel: {
    panel: IdSchema,
    reviewers: ReviewersSchema,
    rounds: RoundsSchema,
    tiers: z
      .array(ReviewersSchema)
      .min(1)
      .max(20)
      .exactOptional()
      .describe('The order of reviewers in a round of `all`; `probe` stands for all probes.'),
    languages: z
      .literal(true)
      .exactOptional()
      .describe('Include the reviewers named by the presets of the changed stacks.'),
    probes: z
      .strictObject({ document: IdSchema, section: IdSchema })
      .exactOptional()
      .describe('A document section whose entries are questions, each for its own reviewer.'),
  },
  /**
   * Research is there: in the walk of a topic its part; of the run, a topic for each of these kinds of agents, and the parts of
   * all topics merged into the document.
   */
  gathered: {
    ...document,
    agents: ListSchema(z.enum(TOPIC_AGENTS)).min(1).exactOptional().describe('Default: one topic of each kind.'),
  },
  /** Every open finding of another check has an analysis before it is mended. */
  analysed: { of: z.string().min(1).describe('The check whose findings must be analysed: `phase.check`.') },
} satisfies Record<string, z.ZodRawShape>;
