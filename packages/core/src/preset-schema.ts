import * as z from 'zod';
import { oneKeyOf, PatternSchema, RULE_KEYS, TEXT_KEYS } from './config-conventions.js';
import { PATH_CLASSES, PRESET_COMMANDS, type Preset, QUESTIONS, SIZES } from './preset.js';

/* What a preset may say. The types stand in preset.ts; here they are held against data that somebody else has written. */

const MAX_TEXT = 256 * 1024;

const TextsSchema = z.array(z.string().min(1).max(500)).max(500);
const LineSchema = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^\p{Cc}]+$/u, 'expected one line');

const BaseNameSchema = z
  .string()
  .min(1)
  .regex(/^[^/\\]+$/, 'expected the name of a file, without a folder');

const MarkerSchema = z.strictObject({
  file: BaseNameSchema,
  contains: TextsSchema.optional().describe('Its text holds one of these.'),
  lacks: TextsSchema.optional().describe('Its text holds none of these.'),
  script: z
    .strictObject({ programs: TextsSchema, option: z.string().min(1).max(100), valued: TextsSchema })
    .optional()
    .describe('It is a package.json of which a script calls one of the programs with the option.'),
});
const MarkersSchema = z.array(MarkerSchema).max(100);

const RunnerSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected the name of a runner, such as pytest'),
  question: z.enum(QUESTIONS).optional().describe('What a run answers. Default test.'),
  configured: MarkersSchema.optional().describe('Files that configure it; its suite is the outermost folder with one.'),
  markers: MarkersSchema.optional().describe("In place of the preset's markers: folders that have its suite."),
  concerns: TextsSchema.optional().describe('Globs of the files that it reads. By class when left out.'),
  proof: z.enum(['report', 'exit']).optional().describe('exit: no parser reads its output. Default report.'),
  countsFor: z.string().optional().describe('The runner whose suite its runs count for.'),
  leavesOut: z
    .strictObject({ what: LineSchema, contains: TextsSchema, under: TextsSchema.optional() })
    .optional()
    .describe(
      'Tests of the suite that it does not run, the texts in files that have some, and the flags that leave them out.',
    ),
  insteadOf: z
    .strictObject({
      runner: z.string(),
      tests: TextsSchema,
      contains: TextsSchema,
      lacks: TextsSchema,
      unless: MarkersSchema,
      classes: PatternSchema.optional(),
      commands: z
        .array(z.strictObject({ folder: LineSchema, lacks: LineSchema, command: LineSchema }))
        .max(50)
        .optional(),
    })
    .optional()
    .describe('The runner whose place it takes where all tests are its own.'),
  command: LineSchema.describe("What is typed at the suite's root to run all of it."),
  invocations: z
    .array(z.array(z.string().min(1)).min(1))
    .max(50)
    .describe('Beginnings of its argument list.'),
  selection: z.strictObject({
    valued: TextsSchema,
    byName: TextsSchema,
    partial: TextsSchema,
    usual: z.record(z.string(), TextsSchema).optional(),
    startsIn: z.record(z.string(), TextsSchema).optional(),
    looksBelow: z.strictObject({ flags: TextsSchema, tests: TextsSchema }).optional(),
    nothing: TextsSchema,
    everything: TextsSchema,
    everythingNeededWhen: z.array(TextsSchema).optional(),
    everythingCommand: LineSchema.optional(),
    partBelow: z.string().optional(),
    bare: z.string().optional(),
    positional: z.enum(['packages', 'paths', 'filters', 'names', 'project']),
  }),
  units: z.strictObject({
    kind: z.enum(['folder', 'file']),
    tests: TextsSchema,
    contains: TextsSchema.optional(),
    rootName: PatternSchema.optional(),
  }),
  innerRoots: z.enum(['covered', 'apart']),
  // It is run on what tests print.
  reportFile: PatternSchema.optional(),
  environment: TextsSchema,
});

const ConventionSchema = z.strictObject({
  ...RULE_KEYS,
  tests: z.boolean(),
  message: z.string().min(1).max(300),
  severity: z.enum(['warn', 'block']),
  how: z
    .strictObject(TEXT_KEYS)
    .refine(({ text, pattern }) => (text === undefined) !== (pattern === undefined), 'name one of text, pattern')
    .meta(oneKeyOf(['text', 'pattern'])),
});

export const CommandsSchema = z.strictObject(
  Object.fromEntries(PRESET_COMMANDS.map((name) => [name, LineSchema.optional()])) as Record<
    (typeof PRESET_COMMANDS)[number],
    z.ZodOptional<typeof LineSchema>
  >,
);

export const ReviewersSchema = z.array(z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'expected a short name'));

export const Percent = z.number().min(0).max(100);

/** A preset as data. Strict, so that a misspelt key is an error that names the key. */
export const PresetSchema = z
  .strictObject({
    $schema: z.string().optional(),
    id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected a short name, such as go'),
    title: LineSchema,
    version: LineSchema.optional(),
    markers: MarkersSchema,
    match: z.enum(['any', 'all']).optional().describe('Whether one of the markers is enough. Default any.'),
    looseMarkers: z
      .strictObject({ files: z.array(BaseNameSchema).max(100), tests: TextsSchema })
      .optional()
      .describe('Files that count only where tests lie below them, which hold one of these texts.'),
    priority: z.number().int().min(-1000).max(1000).optional().describe('The highest gives commands and classes.'),
    takesIn: z.string().min(1).optional(),
    classes: z.strictObject(
      Object.fromEntries(PATH_CLASSES.map((name) => [name, TextsSchema])) as Record<
        (typeof PATH_CLASSES)[number],
        typeof TextsSchema
      >,
    ),
    embeds: TextsSchema.optional(),
    testItems: TextsSchema.optional(),
    runners: z.array(RunnerSchema).max(50),
    commands: CommandsSchema.optional(),
    coverage: z
      .strictObject(
        Object.fromEntries(SIZES.map((size) => [size, Percent])) as Record<(typeof SIZES)[number], typeof Percent>,
      )
      .optional()
      .describe('Percent of lines, by size.'),
    conventions: z
      .array(ConventionSchema)
      .max(100)
      .refine((rules) => new Set(rules.map(({ name }) => name)).size === rules.length, 'two rules have one name')
      .optional(),
    reviewers: ReviewersSchema.optional(),
    sensitive: TextsSchema.optional().describe('Further globs of secrets.'),
  })
  .meta({ title: 'Preset of @flow' });

/** A mistake in a preset: where (`runners.0.units`), and what was expected. */
export interface PresetProblem {
  at: string;
  message: string;
}

type Checked = { ok: true; preset: Preset } | { ok: false; problems: PresetProblem[] };

/** Holds data against the schema; unknown keys are mistakes, too. */
export function checkPreset(data: unknown): Checked {
  const parsed = PresetSchema.safeParse(data);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => ({
      at: issue.path.join('.') || '(top)',
      message: issue.message,
    }));
    return { ok: false, problems };
  }
  const { $schema: _schema, ...preset } = parsed.data;
  return { ok: true, preset: preset as Preset };
}

/** Reads the text of a `preset.json`. */
export function readPreset(text: string): Checked {
  if (text.length > MAX_TEXT) return { ok: false, problems: [{ at: '(top)', message: 'is longer than 256 KiB' }] };
  try {
    return checkPreset(JSON.parse(text));
  } catch (error) {
    return { ok: false, problems: [{ at: '(top)', message: `is no JSON: ${(error as Error).message}` }] };
  }
}

/**
 * The text of a preset's `preset.json`, for a package's build.
 * @throws an error that names each mistake, when it is no preset
 */
export function presetJson(preset: Preset): string {
  const checked = checkPreset(preset);
  if (!checked.ok) throw new Error(checked.problems.map(({ at, message }) => `${at}: ${message}`).join('\n'));
  return `${JSON.stringify(checked.preset, null, 2)}\n`;
}

/** JSON Schema (draft 7, for editors) of `preset.json`. */
export function presetJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(PresetSchema, { target: 'draft-7', io: 'input' }) as Record<string, unknown>;
}
