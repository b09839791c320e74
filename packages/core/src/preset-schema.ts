import * as z from 'zod';
import { oneKeyOf, PatternSchema, RULE_KEYS, TEXT_KEYS } from './config/conventions.js';
import { PATH_CLASSES } from './presets/path-class.js';
import { PRESET_COMMANDS, type Preset, QUESTIONS, SIZES } from './presets/preset.js';

/* What a preset may say. The types stand in preset.ts; here they are held against data that somebody else has written. */

const MAX_TEXT = 256 * 1024;

const TextsSchema = z.array(z.string().min(1).max(500)).max(500);
const LineSchema = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^\p{Cc}]+$/u, 'expected one line');

/** `OwnProgramSchema` takes a program of the project at a suite's root or in a folder of it: `mvnw`, `bin/rspec`. */
const OwnProgramSchema = z
  .string()
  .regex(/^[\w.@+-]+(?:\/[\w.@+-]+)?$/, 'expected a file name, or a folder and a file name');

const BaseNameSchema = z
  .string()
  .min(1)
  .regex(/^[^/\\]+$/, 'expected a file name without a folder');

/** `KeySchema` takes a key of settings, which is looked for in their text. */
const KeySchema = z.string().regex(/^[\w-]{1,100}$/, 'expected a key of letters and digits');

const MarkerSchema = z.strictObject({
  file: BaseNameSchema,
  contains: TextsSchema.optional().describe('The file contains one of these texts.'),
  lacks: TextsSchema.optional().describe('The file contains none of these texts.'),
  unless: z
    .strictObject({ file: LineSchema, contains: TextsSchema })
    .optional()
    .describe('Another file of the folder that says otherwise, where it contains one of these texts.'),
  unlessAbove: z
    .array(BaseNameSchema)
    .max(20)
    .optional()
    .describe("Files of a folder further up that make this folder a part of that one's project."),
  script: z
    .strictObject({ programs: TextsSchema, option: z.string().min(1).max(100), valued: TextsSchema })
    .optional()
    .describe('It is a package.json with a script that calls one of the programs with the option.'),
});
const MarkersSchema = z.array(MarkerSchema).max(100);

const RunnerSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected a runner name, such as pytest'),
  question: z.enum(QUESTIONS).optional().describe('What a run checks. Default test.'),
  configured: MarkersSchema.optional().describe('Files that configure it; the outermost folder with one is its suite.'),
  markers: MarkersSchema.optional().describe("Markers of the folders that have its suite, instead of the preset's."),
  concerns: TextsSchema.optional().describe('Globs of the files it reads. Default: by file class.'),
  proof: z
    .enum(['report', 'exit'])
    .optional()
    .describe('exit: its output is not parsed, and the exit code is the proof. Default report.'),
  countsFor: z.string().optional().describe('The runner for whose suite its runs count.'),
  leavesOut: z
    .strictObject({
      what: LineSchema,
      contains: TextsSchema,
      under: TextsSchema.optional(),
      files: TextsSchema.optional(),
    })
    .optional()
    .describe(
      'Tests of the suite it does not run, the texts in files that have some, and the flags that leave them out.',
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
    .describe('The runner it replaces if all tests are its own.'),
  command: LineSchema.describe('The command that runs the whole suite at its root.'),
  configuredCommand: z
    .strictObject({ sections: TextsSchema, keys: TextsSchema, command: LineSchema })
    .optional()
    .describe('The command instead, where a section of its configuration has one of the keys.'),
  commandWhere: z
    .strictObject({ files: TextsSchema, contains: TextsSchema, command: LineSchema })
    .optional()
    .describe('The command instead, where a file of the root, of these names, holds one of these strings.'),
  calledIn: TextsSchema.optional().describe('Globs of files whose calls of it say what it looks at.'),
  invocations: z
    .array(z.array(z.string().min(1)).min(1))
    .max(50)
    .describe('Argument lists that call it, by their beginning.'),
  selection: z.strictObject({
    valued: TextsSchema,
    byName: TextsSchema,
    partial: TextsSchema,
    usual: z.record(z.string(), TextsSchema).optional(),
    wholeWith: z.record(z.string(), TextsSchema).optional(),
    startsIn: z.record(z.string(), TextsSchema).optional(),
    looksBelow: z.strictObject({ flags: TextsSchema, tests: TextsSchema }).optional(),
    stops: z
      .strictObject({ flags: TextsSchema.optional(), unless: TextsSchema.optional(), shown: PatternSchema.optional() })
      .optional()
      .describe('When it ends at a failure: with one of the flags, or without one of `unless`.'),
    nothing: TextsSchema,
    everything: TextsSchema,
    everythingNeededWhen: z.array(TextsSchema).optional(),
    everythingCommand: LineSchema.optional(),
    partBelow: z.string().optional(),
    bare: z.string().optional(),
    positional: z.enum(['packages', 'paths', 'filters', 'names', 'project']),
    folder: z.string().min(1).max(100).optional(),
    looksAt: z.strictObject({ files: TextsSchema, unless: MarkersSchema }).optional(),
    configures: TextsSchema.optional(),
  }),
  units: z.strictObject({
    kind: z.enum(['folder', 'file']),
    tests: TextsSchema,
    contains: TextsSchema.optional(),
    byName: TextsSchema.optional(),
    rootName: PatternSchema.optional(),
    onlyHolding: z.boolean().optional(),
    joined: z.string().min(1).optional(),
    settings: z
      .strictObject({
        files: z.array(BaseNameSchema).max(100),
        within: KeySchema.optional(),
        globs: z.array(KeySchema).max(20).optional(),
        expressions: z.array(KeySchema).max(20).optional(),
      })
      .optional()
      .describe('Settings at the root that name tests, and the keys by which they do.'),
  }),
  innerRoots: z.enum(['covered', 'apart']),
  // It is run on what tests print.
  reportFile: PatternSchema.optional(),
  reportOptions: TextsSchema.optional().describe('Options that name a file for a report.'),
  onStandardError: z
    .strictObject({ unless: TextsSchema })
    .optional()
    .describe('Its results are on standard error, unless one of these options is given.'),
  environment: TextsSchema,
  settings: z
    .strictObject({
      variable: z.string().min(1).max(100),
      file: LineSchema.optional(),
      place: z.string().min(1).max(100).optional(),
      setter: TextsSchema.optional(),
      unset: TextsSchema.optional(),
    })
    .optional()
    .describe('A variable whose words it reads before those of its call, and the file of the user that may set it.'),
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

/** Questions that a platform may ask more or less for; tests are asked for by the rules of evidence alone. */
const GATES = QUESTIONS.filter((one): one is Exclude<(typeof QUESTIONS)[number], 'test'> => one !== 'test');

export const ReviewersSchema = z.array(z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'expected a short name'));

export const Percent = z.number().min(0).max(100);

/** `PresetSchema` takes a preset as data. Strict, so that a misspelt key is an error that names the key. */
export const PresetSchema = z
  .strictObject({
    $schema: z.string().optional(),
    id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected a short name, such as go'),
    title: LineSchema,
    version: LineSchema.optional(),
    markers: MarkersSchema,
    match: z
      .enum(['any', 'all'])
      .optional()
      .describe('Whether one marker is enough, or all are required. Default any.'),
    looseMarkers: z
      .strictObject({ files: z.array(BaseNameSchema).max(100), tests: TextsSchema })
      .optional()
      .describe('Files that count only if there are tests below them that contain one of these texts.'),
    priority: z
      .number()
      .int()
      .min(-1000)
      .max(1000)
      .optional()
      .describe('The preset with the highest priority supplies commands and classes.'),
    takesIn: z.string().min(1).optional().describe('Text with which a marker includes inner projects.'),
    classes: z.strictObject(
      Object.fromEntries(PATH_CLASSES.map((name) => [name, TextsSchema])) as Record<
        (typeof PATH_CLASSES)[number],
        typeof TextsSchema
      >,
    ),
    embeds: TextsSchema.optional().describe('Text in sources that includes documents in the build.'),
    testItems: TextsSchema.optional(),
    launchers: z
      .array(
        z.union([
          z.strictObject({ file: BaseNameSchema, command: LineSchema }),
          z.strictObject({ file: OwnProgramSchema, insteadOf: BaseNameSchema }),
        ]),
      )
      .max(20)
      .optional()
      .describe(
        "What runners' commands are started with where a file lies at a suite's root or above it; or that file, in place of a program.",
      ),
    runners: z.array(RunnerSchema).max(50),
    commands: CommandsSchema.optional(),
    coverage: z
      .strictObject(
        Object.fromEntries(SIZES.map((size) => [size, Percent])) as Record<(typeof SIZES)[number], typeof Percent>,
      )
      .optional()
      .describe('Percent of lines, by size.'),
    gates: z
      .strictObject(
        Object.fromEntries(GATES.map((name) => [name, z.enum(['block', 'warn', 'off']).optional()])) as Record<
          (typeof GATES)[number],
          z.ZodOptional<z.ZodEnum<{ block: 'block'; warn: 'warn'; off: 'off' }>>
        >,
      )
      .optional()
      .describe('How much a push asks for each check of the stack, unless the project says otherwise.'),
    skills: z
      .array(z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}:._-]{0,79}$/u, 'expected the name of a skill'))
      .max(50)
      .optional()
      .describe('Skills of the client that help with this stack.'),
    conventions: z
      .array(ConventionSchema)
      .max(100)
      .refine((rules) => new Set(rules.map(({ name }) => name)).size === rules.length, 'two rules have the same name')
      .optional(),
    reviewers: ReviewersSchema.optional(),
    sensitive: TextsSchema.optional().describe('Additional globs of secrets.'),
  })
  .meta({ title: 'Preset of @flow' });

/** A preset problem is a mistake in a preset: where (`runners.0.units`), and what was expected. */
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
  if (text.length > MAX_TEXT) return { ok: false, problems: [{ at: '(top)', message: 'is larger than 256 KiB' }] };
  try {
    return checkPreset(JSON.parse(text));
  } catch (error) {
    return { ok: false, problems: [{ at: '(top)', message: `is not valid JSON: ${(error as Error).message}` }] };
  }
}

/**
 * Returns the text of a preset's `preset.json`, for a package's build.
 * @throws an error that names each mistake, when it is no preset
 */
export function presetJson(preset: Preset): string {
  const checked = checkPreset(preset);
  if (!checked.ok) throw new Error(checked.problems.map(({ at, message }) => `${at}: ${message}`).join('\n'));
  return `${JSON.stringify(checked.preset, null, 2)}\n`;
}

/** Returns the JSON Schema (draft 7, for editors) of `preset.json`. */
export function presetJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(PresetSchema, { target: 'draft-7', io: 'input' }) as Record<string, unknown>;
}
