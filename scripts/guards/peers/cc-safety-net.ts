import path from 'node:path';
import { filesOf } from '../effects.js';
import type { RulePolicy } from '../row.js';
import type { SetUp } from '../set-ups.js';
import type { Peer, Surroundings } from './peer.js';

const FILE_POLICIES = ['gate-files', 'evidence', 'sensitive', 'hook-config'] as const satisfies readonly RulePolicy[];

/** Its deny paths are literal, and a folder stands for all below it: what does not exist yet has to be named. */
const NAMED = [
  ...['shape', 'report', 'ship'].map((gate) => `develop/feature/login/gate-${gate}.approved`),
  'develop/feature/login/phase-override.json',
  'develop/feature/login/flow-state.json',
  ...['test', 'lint', 'semgrep'].map((suite) => `develop/feature/login/${suite}-results.json`),
  '.env',
  'credentials.json',
  'secrets.yaml',
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.claude/hooks',
  '.git/hooks',
  'node_modules/@flow/hooks',
];

const NAMED_AT_HOME = [
  '.ssh/id_rsa',
  '.ssh/id_ed25519',
  '.ssh/authorized_keys',
  '.aws/credentials',
  '.netrc',
  '.kube/config',
  '.claude/settings.json',
  '.local/state/flow/bundles',
];

interface Rule {
  command: string;
  /** Words of the command, one list for each rule. */
  paths: string[][];
  any_args?: string[];
  exclude_args?: string[];
}

const HOOK_RULES: readonly Rule[] = [
  {
    command: 'git',
    paths: [['config']],
    any_args: ['core.hooksPath', 'core.hookspath'],
    exclude_args: ['--get', '--get-all', 'get', '--list', '-l'],
  },
  { command: 'claude', paths: [['config']], any_args: ['disableAllHooks', 'hooks'] },
];

/** A rule cannot ask for evidence, so these are armed exactly while the set-up's evidence is not green. */
const PUSH_RULES: readonly Rule[] = [
  { command: 'git', paths: [['push']], exclude_args: ['-n', '--dry-run'] },
  { command: 'git', paths: [['send-pack'], ['subtree', 'push']] },
  { command: 'gh', paths: [['pr', 'merge']] },
  {
    command: 'glab',
    paths: [
      ['mr', 'merge'],
      ['mr', 'accept'],
    ],
  },
  { command: 'jj', paths: [['git', 'push']] },
  ...['hub', 'sl', 'hg'].map((command) => ({ command, paths: [['push']] })),
];

/** Claude Code Safety Net: a parser of POSIX shell with rules for destructive commands and secrets, a rulebook, deny paths. */
export function ccSafetyNet(level: 'standard' | 'strict' | 'paranoid'): Peer {
  return {
    npm: { name: 'cc-safety-net', version: '2.4.5' },
    policies: ['push', ...FILE_POLICIES],
    hook: ['dist/bin/cc-safety-net.js', 'hook', '--coding-cli'],
    tools: /.*/,
    configure(sandbox, setUp) {
      const own = path.join(sandbox.home, '.cc-safety-net');
      return {
        files: {
          [path.join(own, 'policy.json')]: JSON.stringify(policyOf(level, sandbox)),
          [path.join(own, 'rules/rule.json')]: JSON.stringify({ version: 1, rules: ['flow'] }),
          [path.join(own, 'rules/flow/rulebook.json')]: JSON.stringify(rulebookOf(setUp)),
        },
      };
    },
  };
}

function policyOf(level: string, sandbox: Surroundings) {
  const there = FILE_POLICIES.flatMap((policy) => [...filesOf(policy, sandbox).keys()]);
  const named = [
    ...NAMED.map((name) => path.join(sandbox.root, name)),
    ...NAMED_AT_HOME.map((name) => path.join(sandbox.home, name)),
  ];
  return {
    version: 1,
    safety: { level },
    secret_protection: {
      enabled: true,
      overrides: { 'secret.cli.claude-code.config': 'on' },
      deny_paths: [...new Set([...named, ...there])],
    },
  };
}

function rulebookOf({ tested }: SetUp) {
  const rules = [...HOOK_RULES, ...(tested === 'green' ? [] : PUSH_RULES)];
  return {
    rulebook_version: 2,
    name: 'flow',
    version: '1.0.0',
    allowed_commands: [...new Set(rules.map(({ command }) => command))],
    rules: rules.flatMap(({ command, paths, ...match }) =>
      paths.map((words) => ({
        name: [command, ...words].join('-'),
        command,
        match: { command_path: words, ...match },
        reason: 'The policy of this repository forbids it.',
      })),
    ),
  };
}
