import * as z from 'zod';
import { EDIT_ANSWERS, type EditRule } from '../policy/edit-rule.js';
import {
  CLOSING_RULES,
  type EditPolicy,
  type Exception,
  GUARD_MODES,
  GUARDS,
  type Guard,
  type GuardMode,
} from '../policy/guard.js';
import type { Policy } from '../policy/policy.js';
import { RULE_CODES } from '../policy/rule-codes.js';
import type { PathClass } from '../presets/path-class.js';

/* The keys of `flow.config.yaml` that speak of guards. */

const SeveritySchema = z.enum(['block', 'warn', 'off']);
const GlobsSchema = z.array(z.string().min(1));
const CLASSES = ['source', 'test', 'build', 'generated', 'document'] as const satisfies readonly PathClass[];

const AnswerSchema = z.enum(EDIT_ANSWERS);
const EditSchema = z.union([
  AnswerSchema,
  z.strictObject({
    answer: AnswerSchema,
    marker: z.string().min(3).optional().describe('An edit is allowed if the text it adds contains this.'),
    roles: z.record(z.string().min(1), AnswerSchema).optional().describe('Different answers by kind of sub-agent.'),
  }),
]);

/** Objects that name some of a list's words, each with its own value. */
const some = <const Names extends readonly [string, ...string[]], Value extends z.ZodType>(
  names: Names,
  value: Value,
) => z.partialRecord(z.enum(names), value);

const ExceptionSchema = z
  .strictObject({
    guard: z.enum(GUARDS),
    path: z.string().min(1).optional().describe('Glob of the files it applies to.'),
    command: z.string().min(1).optional().describe('The command line it applies to; `*` stands for words.'),
    tests: z
      .array(z.string().min(1).max(300))
      .min(1)
      .max(500)
      .optional()
      .describe('Push only: tests that may be red, as the refusal spells them; `*` stands for anything.'),
    reason: z.string().min(1),
    owner: z.string().min(1).describe('Who is responsible for it.'),
    expires: z.iso.date('expected a date, such as 2027-01-31').optional().describe('Last day on which it is valid.'),
  })
  .refine(
    ({ path, command, tests }) => (path ?? command ?? tests) !== undefined,
    'a path, a command, tests, or several of them are required',
  )
  .refine(({ guard, tests }) => tests === undefined || guard === 'push', 'only the push guard asks for tests')
  .meta({ anyOf: [{ required: ['path'] }, { required: ['command'] }, { required: ['tests'] }] });

export const GUARD_KEYS = {
  guards: some(GUARDS, z.enum(GUARD_MODES))
    .optional()
    .describe('Mode of each guard: enforce (default), monitor (report only), or off.'),
  rules: some(RULE_CODES, SeveritySchema).optional().describe('Severity by finding code.'),
  exceptions: z.array(ExceptionSchema).optional().describe('Calls that a guard would refuse but the project allows.'),
  sensitive: z
    .strictObject({
      write: GlobsSchema.optional().describe('Additional globs of secrets.'),
      allow: GlobsSchema.optional().describe('Globs of files that are not secrets: examples, templates, fixtures.'),
      read: SeveritySchema.optional().describe('Severity of a command or tool reading a secret. Default off.'),
    })
    .optional()
    .describe('Environment files, keys and credentials.'),
  edits: z
    .strictObject({
      withoutPhase: z
        .union([z.enum(['allow', 'deny']), some(CLASSES, EditSchema)])
        .optional()
        .describe(
          'What may change where no workflow runs: allow (default), deny (source and tests are closed), or an answer for each class of files.',
        ),
      classes: some(CLASSES, GlobsSchema)
        .optional()
        .describe('Globs by file class; they take precedence over presets.'),
    })
    .optional()
    .describe('Which files may change.'),
};

const GuardConfigSchema = z.object(GUARD_KEYS);
type GuardConfig = z.infer<typeof GuardConfigSchema>;

const DAY = 86_400_000;

/** Returns the guards' part of a policy: what the project says over what is built in. */
export function guardPolicyOf(
  config: GuardConfig,
  builtIn: Policy,
): Pick<Policy, 'guards' | 'rules' | 'exceptions' | 'sensitive' | 'edits'> {
  const { withoutPhase = 'allow', classes } = config.edits ?? {};
  return {
    guards: { ...builtIn.guards, ...(config.guards as Partial<Record<Guard, GuardMode>>) },
    rules: (config.rules ?? {}) as Policy['rules'],
    exceptions: (config.exceptions ?? []).map(({ expires, path, command, tests, ...rest }): Exception => {
      const until = expires === undefined ? null : Date.parse(expires) + DAY;
      return { ...rest, ...(path && { path }), ...(command && { command }), ...(tests && { tests }), expires: until };
    }),
    sensitive: {
      write: config.sensitive?.write ?? [],
      allow: config.sensitive?.allow ?? [],
      read: config.sensitive?.read ?? 'off',
    },
    edits: {
      withoutPhase: editRulesOf(withoutPhase),
      classes: (classes ?? {}) as EditPolicy['classes'],
    },
  };
}

type WrittenEdits = 'allow' | 'deny' | Partial<Record<PathClass, z.infer<typeof EditSchema>>>;

/** Written answers as rules: the rules of a role stand before the one for everybody. */
function editRulesOf(edits: WrittenEdits): EditRule[] {
  if (edits === 'allow') return [];
  if (edits === 'deny') return CLOSING_RULES.map((one) => ({ ...one }));
  return Object.entries(edits).flatMap(([name, edit]): EditRule[] => {
    const { answer, marker, roles } = typeof edit === 'string' ? { answer: edit } : edit;
    const shared = { class: name as PathClass, ...(marker === undefined ? {} : { marker }) };
    const named = Object.entries(roles ?? {}).map(([role, own]): EditRule => ({ ...shared, role, answer: own }));
    return [...named, { ...shared, answer }];
  });
}
