import * as z from 'zod';
import type { Convention } from '../policy/convention.js';
import type { Policy } from '../policy/policy.js';
import { MAX_PATTERN, patternFault } from '../safe-pattern.js';

/* The keys of `flow.config.yaml` that speak of what a change may hold. */

const GlobsSchema = z.array(z.string().min(1)).min(1);
const SeveritySchema = z.enum(['warn', 'block']);
/** `FileSchema` takes a file of the repository: relative, and without a way out. */
const FileSchema = z
  .string()
  .min(1)
  .regex(/^(?![/\\]|[A-Za-z]:|(?:[\s\S]*[/\\])?\.\.(?:[/\\]|$))/, 'expected a path within the repository');

/** A regular expression that cannot run away, whatever text it meets. */
export const PatternSchema = z
  .string()
  .min(1)
  .superRefine((pattern, context) => {
    const fault = patternFault(pattern);
    if (fault !== null) context.addIssue({ code: 'custom', message: `the pattern ${fault}` });
  })
  .meta({ format: 'regex', maxLength: MAX_PATTERN });

export const RULE_KEYS = {
  name: z.string().regex(/^[\w./-]{1,60}$/, 'expected a short name, such as no-console'),
  files: GlobsSchema.describe('Globs of the files it applies to.'),
  except: z.array(z.string().min(1)).optional().describe('Globs of files it does not apply to.'),
  unlessFile: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('With text or pattern: does not apply to files that contain this text.'),
};

export const TEXT_KEYS = {
  text: z.string().min(1).max(500).optional().describe('Added lines must not contain this text.'),
  pattern: PatternSchema.optional().describe('Added lines must not match this regular expression.'),
  unless: z.string().min(1).optional().describe('With text or pattern: lines that contain this are excused.'),
};

/** Makes a schema for editors in which an object has exactly one of these keys. */
export const oneKeyOf = (keys: readonly string[]) => ({ oneOf: keys.map((key) => ({ required: [key] })) });

const HOWS = ['text', 'pattern', 'module', 'command'] as const;

const RuleSchema = z
  .strictObject({
    ...RULE_KEYS,
    ...TEXT_KEYS,
    module: FileSchema.optional().describe('A module whose default export checks a file and its added lines.'),
    command: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('A program that receives files and added lines as JSON.'),
    message: z.string().min(1).max(300).optional().describe('What is wrong, and what to do instead.'),
    severity: SeveritySchema.optional().describe('block refuses the push. Default warn.'),
    tests: z.boolean().optional().describe('Apply to tests, too. Default false.'),
  })
  .refine((rule) => HOWS.filter((how) => rule[how] !== undefined).length === 1, `name one of ${HOWS.join(', ')}`)
  .refine((rule) => rule.message !== undefined || isProgram(rule), 'a message is required')
  .refine((rule) => rule.unless === undefined || !isProgram(rule), '`unless` requires text or pattern')
  .refine((rule) => rule.unlessFile === undefined || !isProgram(rule), '`unlessFile` requires text or pattern')
  .meta({
    ...oneKeyOf(HOWS),
    if: { anyOf: [{ required: ['module'] }, { required: ['command'] }] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, and nothing waits for it
    then: { properties: { unless: false, unlessFile: false } },
    else: { required: ['message'] },
  });

const isProgram = (rule: { module?: unknown; command?: unknown }) =>
  rule.module !== undefined || rule.command !== undefined;

export const CONVENTION_KEYS = {
  conventions: z
    .strictObject({
      skip: z.array(z.string().min(1)).optional().describe('Globs of files that no rule applies to.'),
      rules: z
        .array(RuleSchema)
        .refine((rules) => new Set(rules.map(({ name }) => name)).size === rules.length, 'two rules have the same name')
        .optional(),
      presets: z
        .union([z.boolean(), z.array(z.string().min(1))])
        .optional()
        .describe('Enables preset rules: true for all presets, or a list of presets. Default false.'),
      off: z.array(z.string().min(1)).optional().describe('Preset rules to leave out, such as go/no-print.'),
    })
    .optional()
    .describe('Rules for the lines a change adds.'),
  imports: z
    .array(
      z.strictObject({
        files: GlobsSchema.describe('Globs of the tests it applies to.'),
        forbid: GlobsSchema.describe('Specifiers and paths they must not import.'),
        allow: z.array(z.string().min(1)).optional().describe('Exceptions they may import.'),
        message: z.string().min(1).max(300),
        severity: SeveritySchema.optional().describe('block refuses the push. Default warn.'),
      }),
    )
    .optional()
    .describe('Imports that tests may not use, so that they go through the documented entry points.'),
  migrations: z
    .array(z.string().min(1))
    .optional()
    .describe('Globs of numbered migrations, instead of the usual folders. Empty: none.'),
  builds: z
    .array(
      z.strictObject({
        title: z.string().min(1).max(80),
        root: FileSchema.default('.').describe('Folder in which the command runs. Default `.`.'),
        command: z.string().min(1),
        files: GlobsSchema.describe('Globs of the files it is built from.'),
        outputs: z.array(z.string().min(1)).optional().describe('Globs of the files it writes.'),
      }),
    )
    .optional()
    .describe('Other artefacts that must be rebuilt when their files change.'),
};

type ConventionConfig = z.infer<z.ZodObject<typeof CONVENTION_KEYS>>;

/** Returns the part of a policy that speaks of what a change may hold. */
export function conventionPolicyOf(
  config: ConventionConfig,
): Pick<Policy, 'conventions' | 'imports' | 'migrations' | 'builds'> {
  const presets = config.conventions?.presets ?? false;
  return {
    conventions: {
      skip: config.conventions?.skip ?? [],
      rules: (config.conventions?.rules ?? []).map(ruleOf),
      presets: presets === true ? 'all' : presets || [],
      off: config.conventions?.off ?? [],
    },
    imports: (config.imports ?? []).map((rule) => ({
      ...rule,
      allow: rule.allow ?? [],
      severity: rule.severity ?? 'warn',
    })),
    migrations: config.migrations ?? null,
    builds: (config.builds ?? []).map((build) => ({ ...build, outputs: build.outputs ?? [] })),
  };
}

function ruleOf(rule: z.infer<typeof RuleSchema>): Convention {
  const { name, files, except, unlessFile, tests = false, message = '', severity = 'warn', unless } = rule;
  const excuse = unless === undefined ? {} : { unless };
  const how: Convention['how'] =
    rule.text !== undefined
      ? { text: rule.text, ...excuse }
      : rule.pattern !== undefined
        ? { pattern: rule.pattern, ...excuse }
        : rule.module !== undefined
          ? { module: rule.module }
          : { command: rule.command! };
  const left = { ...(except && { except }), ...(unlessFile && { unlessFile }) };
  return { name, files, ...left, tests, message, severity, how };
}
