import * as z from 'zod';
import { defaultPolicy, type Policy } from './policy.js';
import type { Preset } from './preset.js';

const SeveritySchema = z.enum(['block', 'warn', 'off']);

/** `flow.config.yaml`: what people write. Strict, so that a misspelt key is an error that names the key. */
export const ConfigSchema = z.strictObject({
  $schema: z.string().optional().describe('Where editors find the schema of this file.'),
  mode: z.enum(['enforce', 'monitor']).optional().describe('monitor decides and reports without refusing.'),
  baseBranch: z.string().min(1).optional().describe('The branch that work is merged into. Detected when left out.'),
  push: z
    .strictObject({
      untested: SeveritySchema.optional().describe('A needed suite has no result at all.'),
      stale: SeveritySchema.optional().describe('Relevant files changed since the newest run.'),
      red: SeveritySchema.optional().describe('The newest result on the pushed content is a failure.'),
      unknown: SeveritySchema.optional().describe('Runs were seen, but none proves anything.'),
      partial: SeveritySchema.optional().describe('Green partial runs leave out some packages or files.'),
      defaultBranch: SeveritySchema.optional().describe('The push goes to the default branch.'),
      lint: SeveritySchema.optional().describe('At most so severe for linters that are configured. Default block.'),
      types: SeveritySchema.optional().describe('The same for type checkers. Default block.'),
      format: SeveritySchema.optional().describe('The same for formatters. Default warn.'),
      analysis: SeveritySchema.optional().describe('The same for static analysis such as semgrep. Default warn.'),
      build: SeveritySchema.optional().describe('The same for builds. Default off: tests build, too.'),
      branches: z
        .record(z.string(), SeveritySchema)
        .optional()
        .describe('Branch globs for which every push rule is at most this severe, for work in progress.'),
    })
    .optional()
    .describe('What each rule of the push guard does when it is broken.'),
  protect: z.array(z.string().min(1)).optional().describe('Further globs that the agent may not write.'),
  documents: z
    .array(z.string().min(1))
    .optional()
    .describe('Further globs that cannot change the outcome of a test run.'),
  suites: z
    .array(
      z.strictObject({
        root: z.string().min(1).default('.').describe('Folder of the suite, relative to the repository.'),
        command: z.string().min(1).describe('The command that runs the whole suite, typed in that folder.'),
      }),
    )
    .optional()
    .describe('Suites that detection cannot know.'),
  views: z.boolean().optional().describe('Write results to develop/<branch>/ for people. Default true.'),
});

export type Config = z.infer<typeof ConfigSchema>;

/** A mistake in a configuration file: where (`push.stale`), and what was expected. */
export interface ConfigProblem {
  at: string;
  message: string;
}

/**
 * Turns a parsed configuration into a policy.
 * @param data what the YAML parser returned (null for an empty file)
 * @param source the file's exact text, kept in the policy so that a change is noticed by comparison
 * @param presets the presets that the program ships
 */
export function compilePolicy(
  data: unknown,
  source: string | null,
  presets: readonly Preset[],
): { ok: true; policy: Policy } | { ok: false; problems: ConfigProblem[] } {
  const parsed = ConfigSchema.safeParse(data ?? {});
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => ({ at: issue.path.join('.') || '(top)', message: issue.message })),
    };
  }
  const config = parsed.data;
  const policy = defaultPolicy(presets);
  policy.source = source;
  if (config.mode) policy.mode = config.mode;
  if (config.baseBranch) policy.baseBranch = config.baseBranch;
  const { branches, lint, types, format, analysis, build, ...rules } = config.push ?? {};
  for (const [rule, severity] of Object.entries(rules)) {
    if (severity) policy.push[rule as keyof typeof rules] = severity;
  }
  policy.push.branches = branches ?? {};
  const checks = Object.entries({ lint, types, format, analysis, build }).filter(([, severity]) => severity);
  if (checks.length) policy.push.checks = Object.fromEntries(checks);
  policy.protect = config.protect ?? [];
  policy.documents = config.documents ?? [];
  policy.suites = config.suites ?? [];
  if (config.views !== undefined) policy.views = config.views;
  return { ok: true, policy };
}

/** JSON Schema (draft 7, for editors) of `flow.config.yaml`. */
export function configJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(ConfigSchema, { target: 'draft-7', io: 'input' }) as Record<string, unknown>;
}
