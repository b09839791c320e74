import * as z from 'zod';
import { STRENGTHS } from '../evidence/approval.js';
import { arrangePresets, defaultPolicy, type Gate, PLAIN_GATE, type Policy } from '../policy/policy.js';
import type { Preset } from '../presets/preset.js';
import { compactSchema } from '../schemas/compact.js';
import type { Workflow } from '../workflow/model.js';
import { resolveWorkflow } from '../workflow/overlay/resolve.js';
import { CONVENTION_KEYS, conventionPolicyOf } from './conventions.js';
import { DRIVE_KEYS, drivePolicyOf } from './drive.js';
import { FORGE_KEYS, forgePolicyOf } from './forge.js';
import { GUARD_KEYS, guardPolicyOf } from './guards.js';
import { LEASE_KEYS, leasePolicyOf } from './leases.js';
import { OBSERVER_KEYS, observerPolicyOf } from './observers.js';
import { PRESET_KEYS, type PresetFile, presetProblems, presetsOf, stacksOf } from './presets.js';
import { type ConfigProblem, problemsOf } from './problem.js';
import { WORKFLOW_KEYS, workflowProblems, workflowsOf } from './workflows.js';

const SeveritySchema = z.enum(['block', 'warn', 'off']);

/** `SIGNER` matches a line of allowed signers: who, and a key of OpenSSH or the fingerprint of an OpenPGP key. */
const SIGNER =
  /^[^\s#][^\s]* (?:.*\b(?:ssh-|ecdsa-|sk-)[\w@.-]+ [A-Za-z0-9+/=]+|gpg:(?:[0-9A-Fa-f]{40}|[0-9A-Fa-f]{64}))(?: .*)?$/;

const GateSchema = z.strictObject({
  title: z.string().min(1).optional().describe('Title shown to the person.'),
  subjects: z
    .array(z.string().min(1))
    .optional()
    .describe('Globs of the files to approve; `{branch}` is the branch name.'),
  tree: z.boolean().optional().describe('Approves the whole content: any change voids the approval.'),
  strength: z
    .enum(STRENGTHS)
    .optional()
    .describe('Minimum strength: typed in the session, in a terminal (default), or signed.'),
  ships: z.boolean().optional().describe('The gate lets code ship, so typing in the session never counts.'),
  once: z.boolean().optional().describe('An approval is valid for one push.'),
  hours: z.number().positive().nullable().optional().describe('Hours until an approval expires.'),
  push: SeveritySchema.optional().describe('Severity of a push without the approval. Default off.'),
});

/**
 * `ConfigSchema` takes `flow.config.yaml`: what people write. Strict, so that a misspelt key is an error that names the key.
 */
export const ConfigSchema = z.strictObject({
  $schema: z.string().optional().describe('Location of this schema, for editors.'),
  mode: z
    .enum(['enforce', 'monitor'])
    .optional()
    .describe('monitor: decide and report, but refuse nothing. Default enforce.'),
  baseBranch: z.string().min(1).optional().describe('The branch that work is merged into. Detected by default.'),
  push: z
    .strictObject({
      untested: SeveritySchema.optional().describe('A needed suite has no recorded run.'),
      stale: SeveritySchema.optional().describe('Relevant files changed since the newest run.'),
      red: SeveritySchema.optional().describe('The newest result on the pushed content is a failure.'),
      unknown: SeveritySchema.optional().describe('Runs were recorded, but none proves anything.'),
      partial: SeveritySchema.optional().describe('Green runs leave out packages or files.'),
      flaky: SeveritySchema.optional().describe('A test passed and failed on the pushed content. Default block.'),
      reruns: z
        .int()
        .min(1)
        .max(100)
        .optional()
        .describe('A test that failed is green after this many passes in a row on the same content.'),
      defaultBranch: SeveritySchema.optional().describe('The push goes to the default branch.'),
      lint: SeveritySchema.optional().describe('Maximum severity for configured linters. Default block.'),
      types: SeveritySchema.optional().describe('The same for type checkers. Default block.'),
      format: SeveritySchema.optional().describe('The same for formatters. Default warn.'),
      analysis: SeveritySchema.optional().describe('The same for static analysis. Default warn.'),
      build: SeveritySchema.optional().describe('The same for builds. Default off.'),
      exact: SeveritySchema.optional().describe('Results must come from `flow-hooks exec` or CI. Default off.'),
      seal: SeveritySchema.optional().describe('Only sealed calls and CI count. Default off.'),
      weakened: SeveritySchema.optional().describe('Tests lost strength (@flow/weakened). Default warn.'),
      branches: z
        .record(z.string(), SeveritySchema)
        .optional()
        .describe('Maximum severity of push rules by branch glob.'),
    })
    .optional()
    .describe('Severity of each rule of the push guard.'),
  capture: z
    .strictObject({
      exec: z
        .boolean()
        .optional()
        .describe("Run the agent's tests through `flow-hooks exec`: exact results. Default false."),
      off: z
        .array(z.string().min(1))
        .optional()
        .describe('Ids of runners that are neither recorded nor required for a push, such as mypy.'),
    })
    .optional()
    .describe('How results are recorded.'),
  approvals: z
    .strictObject({
      signers: z
        .array(z.string().regex(SIGNER, 'expected `name ssh-ed25519 AAAA…` or `name gpg:<fingerprint>`'))
        .optional()
        .describe('Allowed signers: lines in the ALLOWED SIGNERS format of ssh-keygen, or `name gpg:<fingerprint>`.'),
      strength: z.enum(STRENGTHS).optional().describe('Minimum strength for gates that do not set their own.'),
      gates: z.record(z.string().regex(/^[a-z][a-z0-9-]{0,39}$/), GateSchema).optional(),
    })
    .optional()
    .describe('Gates that a person approves, and how.'),
  protect: z.array(z.string().min(1)).optional().describe('Additional globs of files the agent may not write.'),
  ...GUARD_KEYS,
  documents: z
    .array(z.string().min(1))
    .optional()
    .describe('Additional globs of files that cannot change the outcome of a test run.'),
  suites: z
    .array(
      z.strictObject({
        root: z.string().min(1).default('.').describe('Folder of the suite. Default `.`.'),
        command: z.string().min(1).describe('Runs the whole suite in that folder.'),
        name: z
          .string()
          .regex(/^(?!checklist$)[a-z][a-z0-9-]{0,30}$/, 'expected lower-case letters, such as `e2e`')
          .optional()
          .describe('Name, such as `e2e`: `develop/<branch>/<name>-results.json`.'),
        exclusive: z.boolean().optional().describe('Runs once at a time over all worktrees.'),
      }),
    )
    .refine((suites) => {
      const names = suites.flatMap(({ name }) => (name === undefined ? [] : [name]));
      return new Set(names).size === names.length;
    }, 'two suites have the same name')
    .optional()
    .describe('Suites that cannot be detected. A named one replaces those detected in its folder.'),
  views: z.boolean().optional().describe('Write results to develop/<branch>/, for people. Default true.'),
  front: z.literal('posix').optional().describe('Asks a shell first.'),
  ...PRESET_KEYS,
  ...WORKFLOW_KEYS,
  ...CONVENTION_KEYS,
  ...OBSERVER_KEYS,
  ...FORGE_KEYS,
  ...LEASE_KEYS,
  ...DRIVE_KEYS,
});

export type Config = z.infer<typeof ConfigSchema>;

/**
 * Turns a parsed configuration into a policy.
 * @param data what the YAML parser returned (null for an empty file)
 * @param source the file's exact text, kept in the policy so that a change is noticed by comparison
 * @param presets the presets that the program ships
 * @param readPreset finds the file of a preset that the configuration names
 * @param workflows the workflows that the program ships
 */
export function compilePolicy(
  data: unknown,
  source: string | null,
  presets: readonly Preset[],
  readPreset: (name: string) => PresetFile = () => ({ fault: 'packages cannot be looked up here' }),
  workflows: readonly Workflow[] = [],
): { ok: true; policy: Policy } | { ok: false; problems: ConfigProblem[] } {
  const parsed = ConfigSchema.safeParse(data ?? {});
  if (!parsed.success) {
    const others = parsed.error.issues.filter(({ path }) => path[0] !== 'workflows');
    return {
      ok: false,
      problems: [...others.flatMap(problemsOf), ...workflowProblems(parsed.error, ConfigSchema, data)],
    };
  }
  const config = parsed.data;
  const own = presetsOf(config, readPreset);
  if (!own.ok) return own;
  const stacks = stacksOf(config);
  const runnersOff = config.capture?.off ?? [];
  const mistakes = presetProblems(arrangePresets(own.presets, presets), { stacks, runnersOff });
  if (mistakes.length > 0) return { ok: false, problems: mistakes };
  const inForce = arrangePresets(own.presets, presets, { stacks, runnersOff });
  const ownWorkflows = workflowsOf(config, workflows, inForce);
  if (!ownWorkflows.ok) return ownWorkflows;
  const shipped = Object.fromEntries(workflows.map((one) => [one.id, one]));
  const resolved = Object.keys(ownWorkflows.workflows).flatMap(
    (id) => resolveWorkflow(id, shipped, ownWorkflows.workflows)?.workflow ?? [],
  );
  const policy = defaultPolicy(inForce, [...workflows, ...resolved]);
  policy.workflows = ownWorkflows.workflows;
  Object.assign(policy, { ownPresets: own.presets, stacks });
  policy.source = source;
  if (config.mode) policy.mode = config.mode;
  if (config.baseBranch) policy.baseBranch = config.baseBranch;
  policy.push = pushOf(config.push, policy.push);
  if (config.capture?.exec !== undefined) policy.capture.exec = config.capture.exec;
  policy.capture.off = runnersOff;
  policy.approvals = approvalsOf(config.approvals, policy.approvals);
  policy.protect = config.protect ?? [];
  Object.assign(policy, guardPolicyOf(config, policy));
  policy.documents.push(...(config.documents ?? []));
  policy.suites = config.suites ?? [];
  if (config.views !== undefined) policy.views = config.views;
  if (config.front !== undefined) policy.front = config.front;
  // A secret of a preset is one of the project; the fast path knows only that there are some.
  policy.sensitive.write.push(...policy.presets.flatMap(({ sensitive = [] }) => sensitive));
  Object.assign(policy, conventionPolicyOf(config), observerPolicyOf(config), forgePolicyOf(config));
  Object.assign(policy, leasePolicyOf(config), drivePolicyOf(config));
  return { ok: true, policy };
}

/** `pushOf` lays the project's rules of a push over the built-in ones. */
function pushOf(config: Config['push'], builtIn: Policy['push']): Policy['push'] {
  const { branches = {}, exact, seal, reruns, weakened, lint, types, format, analysis, build, ...rules } = config ?? {};
  const given = (severities: object) => Object.fromEntries(Object.entries(severities).filter(([, one]) => one));
  const checks = given({ lint, types, format, analysis, build });
  return {
    ...builtIn,
    ...given(rules),
    branches,
    ...(exact ? { exact } : {}),
    ...(seal ? { seal } : {}),
    ...(reruns ? { reruns } : {}),
    ...(weakened ? { weakened } : {}),
    ...(Object.keys(checks).length > 0 ? { checks } : {}),
  };
}

/** `approvalsOf` lays the project's gates over the built-in ones; what a gate leaves out stays as it is there. */
function approvalsOf(config: Config['approvals'], builtIn: Policy['approvals']): Policy['approvals'] {
  const given = config?.gates ?? {};
  const common = config?.strength ? { strength: config.strength } : {};
  const strict = (name: string, before: Gate): Gate => {
    const own = Object.fromEntries(Object.entries(given[name] ?? {}).filter(([, value]) => value !== undefined));
    return { ...before, ...common, ...own };
  };
  const { gates, byWorkflow } = builtIn;
  const added = Object.keys(given).filter((name) => !Object.hasOwn(gates, name));
  const plain = Object.fromEntries(added.map((name) => [name, { ...PLAIN_GATE, title: name }]));
  return {
    signers: config?.signers ?? [],
    gates: mapObject({ ...gates, ...plain }, strict),
    ...(byWorkflow && { byWorkflow: mapObject(byWorkflow, (_id, own) => mapObject(own, strict)) }),
  };
}

const mapObject = <From, To>(all: Readonly<Record<string, From>>, map: (key: string, one: From) => To) =>
  Object.fromEntries(Object.entries(all).map(([key, one]) => [key, map(key, one)]));

/** Returns the JSON Schema (draft 7, for editors) of `flow.config.yaml`; what several places share is written once. */
export function configJsonSchema(): Record<string, unknown> {
  return compactSchema(z.toJSONSchema(ConfigSchema, { target: 'draft-7', io: 'input', reused: 'ref' }));
}
