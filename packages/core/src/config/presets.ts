import * as z from 'zod';
import { canTakeIn, type OwnPreset, type PresetRules, type StackRules } from '../policy/policy.js';
import { CommandsSchema, Percent, ReviewersSchema, readPreset } from '../preset-schema.js';
import { type Preset, SIZES } from '../presets/preset.js';
import type { ConfigProblem } from './problem.js';

/* The keys of `flow.config.yaml` that speak of presets. */

const PackageSchema = z
  .string()
  .regex(/^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/, 'expected an npm package name');

export const PRESET_KEYS = {
  presets: z
    .array(
      z.union([
        PackageSchema,
        z.strictObject({
          package: PackageSchema,
          sha256: z
            .string()
            .regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits')
            .optional()
            .describe(
              'Digest of its preset.json: with it, every clone and CI accept the preset without `flow-hooks apply`.',
            ),
        }),
      ]),
    )
    .optional()
    .describe('Packages with a preset.json, in addition to the built-in presets.'),
  stacks: z
    .record(
      z.string().min(1),
      z.union([
        z.literal('off'),
        z.strictObject({
          commands: CommandsSchema.optional(),
          coverage: z.partialRecord(z.enum(SIZES), Percent).optional().describe('Percent of lines, by size.'),
          reviewers: ReviewersSchema.optional().describe('Names of additional reviewers; [] for none.'),
          roots: z
            .enum(['nearest', 'outermost'])
            .optional()
            .describe(
              'Which folder is the package of a file: the nearest one with a marker, or the outermost. Default nearest.',
            ),
        }),
      ]),
    )
    .optional()
    .describe('Overrides of preset data, by preset id; off: the stack is not used in this project.'),
};

/** Tells what a configuration says in place of presets, without the keys that it leaves out. */
export function stacksOf({
  stacks = {},
}: z.infer<z.ZodObject<typeof PRESET_KEYS>>): Record<string, StackRules | 'off'> {
  return structuredClone(stacks) as Record<string, StackRules | 'off'>;
}

/** Tells what a project says of presets and runners that there are not, or that cannot be so. */
export function presetProblems(all: readonly Preset[], { stacks = {}, runnersOff = [] }: PresetRules): ConfigProblem[] {
  const names = (ids: readonly string[]) => [...new Set(ids)].join(', ');
  const problems = Object.entries(stacks).flatMap(([id, rules]): ConfigProblem[] => {
    const preset = all.find((one) => one.id === id);
    const at = `stacks.${id}`;
    if (!preset) return [{ at, message: `no preset has this id; available: ${names(all.map((one) => one.id))}` }];
    const isOuter = rules !== 'off' && rules.roots === 'outermost';
    if (!isOuter || canTakeIn(preset)) return [];
    const message = 'a test run in an outer folder leaves out the inner ones';
    return [
      {
        at: `${at}.roots`,
        message: preset.takesIn === undefined ? message : 'its markers say which folders they include',
      },
    ];
  });
  const runners = all.flatMap((preset) => preset.runners.map(({ id }) => id));
  for (const [index, id] of runnersOff.entries())
    if (!runners.includes(id))
      problems.push({ at: `capture.off.${index}`, message: `no runner has this id; available: ${names(runners)}` });
  return problems;
}

/** A preset's file as it was found, or why it cannot be taken. */
export type PresetFile = { text: string; sha256: string; trusted: boolean } | { fault: string };

/** Reads and checks the presets that a configuration names. */
export function presetsOf(
  config: z.infer<z.ZodObject<typeof PRESET_KEYS>>,
  find: (name: string) => PresetFile,
): { ok: true; presets: OwnPreset[] } | { ok: false; problems: ConfigProblem[] } {
  const presets: OwnPreset[] = [];
  const problems: ConfigProblem[] = [];
  for (const [index, entry] of (config.presets ?? []).entries()) {
    const { package: name, sha256 } = typeof entry === 'string' ? { package: entry } : entry;
    const refuse = (message: string) => problems.push({ at: `presets.${index}`, message: `${name}: ${message}` });
    const file = find(name);
    if ('fault' in file) refuse(file.fault);
    else if (sha256 !== undefined && sha256 !== file.sha256) refuse(`the sha256 of its preset.json is ${file.sha256}`);
    else if (sha256 === undefined && !file.trusted) {
      refuse(`a person has to put it into force with \`flow-hooks apply\`, or pin it: sha256: ${file.sha256}`);
    } else {
      const read = readPreset(file.text);
      if (!read.ok) for (const { at, message } of read.problems) refuse(`${at}: ${message}`);
      else if (presets.some(({ preset }) => preset.id === read.preset.id))
        refuse(`two presets have the id ${read.preset.id}`);
      else presets.push({ package: name, sha256: file.sha256, preset: read.preset });
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, presets };
}
