import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder, findRepository, repositoryState } from '@flow/evidence/fast';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withoutSpeed } from '../../../test/examples.js';
import type { Check } from '../src/install/doctor/check.js';
import { compareVersions } from '../src/install/doctor/checks/machine.js';
import { runDoctor } from '../src/install/doctor/doctor.js';
import { doctorReport, renderDoctor, wantsColor } from '../src/install/doctor/render.js';
import {
  git,
  install,
  makeWorld,
  put,
  read,
  removeWorld,
  run,
  snapshot,
  VERSION,
  type World,
} from './install-world.js';

/** Stands in for the built program: refuses what doctor's samples mean to be refused, and passes the rest. */
const GOOD = `'use strict';
const fs = require('node:fs');
const input = fs.readFileSync(0, 'utf8');
if (process.argv[3] === 'pre-commit') {}
else if (process.argv[2] === '--git') { fs.writeSync(2, 'untested'); process.exitCode = 1; }
else if (/^Pre/.test(JSON.parse(input).hook_event_name) && /git push/.test(input)) {
  fs.writeSync(1, JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'untested' } }));
  process.exitCode = 2;
}
`;
const SETTINGS = '.claude/settings.json';

/** Stands in for node, and answers as the stand-in of the program does: to start node for each sample is most of what doctor costs. */
const QUICK_NODE = `[ "$1" = --version ] && exec "$REAL" --version
case $2 in
  --git) echo untested >&2; exit 1 ;;
  Pre*) grep -q 'git push' || exit 0; echo '{"permissionDecision":"deny"}'; exit 2 ;;
esac`;

let world: World;
beforeEach(() => {
  world = makeWorld();
  writeFileSync(join(world.bundle, 'hook.cjs'), GOOD);
  program('claude', 'echo "2.1.332 (Claude Code)"');
  put(world, 'go.mod', 'module x\n');
  install(world);
  const repository = findRepository(world.root);
  if (!repository) throw new Error('no repository');
  const state = repositoryState(repository, world.environment);
  writeFileSync(join(state, 'liveness.json'), JSON.stringify({ session: 's', started: Date.now() - 3_600_000 * 3 }));
});
afterEach(() => removeWorld(world));

/** Puts a program of the given name in front of the machine's own. */
function program(name: string, script: string): void {
  const folder = join(world.base, 'bin');
  put(world, `../bin/${name}`, `#!/bin/sh\n${script}\n`, 0o755);
  if (!world.environment.PATH?.startsWith(folder)) world.environment.PATH = `${folder}:${world.environment.PATH}`;
}

/** So long no hook takes on the busiest machine; how fast they are is asked by one case alone. */
const PATIENCE = 60;

function doctor(patience = PATIENCE): Check[] {
  return runDoctor({ directory: world.root, environment: world.environment, version: VERSION, patience });
}
/** The checks that are not ok, as `id status`, without those that are expected in this world. */
const complaints = (checks: Check[]) =>
  checks.filter((check) => check.status !== 'ok').map((check) => `${check.id} ${check.status}`);
const find = (checks: Check[], id: string) => checks.find((check) => check.id === id);

describe('a healthy installation', () => {
  test('X61 every line is ok, every hook is run and timed, and nothing is written', () => {
    const before = snapshot(world.base);
    const checks = doctor();
    expect(snapshot(world.base)).toEqual(before);
    expect(complaints(checks)).toEqual([]);
    expect(checks.map((check) => check.id)).toEqual([
      'node',
      'git',
      'host',
      'launcher',
      'program',
      'git-hook',
      'git-hook-pre-commit',
      'settings',
      'hooks-enabled',
      'run-SessionStart',
      'run-UserPromptSubmit',
      'run-UserPromptExpansion',
      'run-SubagentStart',
      'run-SubagentStop',
      'run-Stop',
      'run-StopFailure',
      'run-TaskCompleted',
      'run-CwdChanged',
      'run-PreToolUse',
      'run-PreToolUse-push',
      'run-PreSkillShellCommand-push',
      'run-PostToolUse',
      'run-PostToolUseFailure',
      'run-ConfigChange',
      'run-git-pre-push',
      'liveness',
      'stack',
      'evidence',
      'state',
      'journal',
      'policy',
      'hook-errors',
    ]);
    expect(find(checks, 'run-PreToolUse-push')?.detail).toMatch(/^refused in \d+ ms$/);
    expect(find(checks, 'run-PreToolUse')?.detail).toMatch(/^passed in \d+ ms$/);
    expect(find(checks, 'liveness')?.detail).toContain('3 hours ago');
    expect(find(checks, 'stack')?.detail).toBe('go test ./...');
    expect(doctorReport(checks)).toEqual({ version: 1, ok: true, checks });
  });

  test('D5 X61 the same in a worktree, beside an earlier hook', () => {
    rmSync(join(world.root, '.git/hooks/pre-push'));
    put(world, '.git/hooks/pre-push', '#!/bin/sh\nexit 0\n', 0o755);
    install(world);
    git(world, 'add', '-A');
    git(world, 'commit', '-q', '-m', 'guard');
    const tree = join(world.base, 'tree');
    git(world, 'worktree', 'add', '-q', '-b', 'second', tree);
    const checks = runDoctor({ directory: tree, environment: world.environment, version: VERSION, patience: PATIENCE });
    expect(complaints(checks)).toEqual([]);
    expect(find(checks, 'git-hook')?.detail).toContain('after pre-push.before-flow');
  });
});

describe('X61 what is broken is named, with the command that repairs it', () => {
  const edit = (path: string, from: string | RegExp, to: string) =>
    put(world, path, read(world, path).replace(from, to), 0o755);
  const local = (text: string) => put(world, '.claude/settings.local.json', text);
  const user = (text: string) => put(world, '../home/.claude/settings.json', text);
  const bundle = () => bundleFolder(VERSION, world.environment);
  const inPackage = () => put(world, 'node_modules/@flow/hooks/dist/hook.cjs', GOOD);
  const answer = (code: string) => {
    writeFileSync(join(world.bundle, 'hook.cjs'), code);
    install(world);
  };

  const cases: [name: string, breakIt: () => void, expected: string[]][] = [
    ['no launcher', () => rmSync(join(world.root, '.claude/hooks/flow.cjs')), ['launcher failure']],
    [
      'an edited launcher',
      () => edit('.claude/hooks/flow.cjs', 'function deny', '\nfunction deny'),
      ['launcher failure'],
    ],
    ['no settings', () => rmSync(join(world.root, SETTINGS)), ['settings failure']],
    ['broken settings', () => edit(SETTINGS, /\}\s*$/, ',}'), ['settings failure']],
    ['comments in the settings', () => edit(SETTINGS, '{', '{ // mine'), ['settings-comments failure']],
    [
      'a guard that is not closed',
      () => edit(SETTINGS, /,\s*"onFailure": "block"/, ''),
      ['settings-PreToolUse failure'],
    ],
    [
      'Scope 8a: an installation of before the event of skills',
      () => edit(SETTINGS, /"PreSkillShellCommand": (\[[\s\S]*?\n {4}\]),/, ''),
      ['settings-PreSkillShellCommand failure'],
    ],
    [
      'an event that is not registered',
      () => edit(SETTINGS, '"PostToolUse"', '"Other"'),
      ['settings-PostToolUse warning'],
    ],
    [
      'a matcher of somebody else',
      () => edit(SETTINGS, '^(Bash|PowerShell|Agent|Task|Skill|mcp__.*)$', 'Bash'),
      ['settings-PostToolUse warning'],
    ],
    [
      'npx',
      () =>
        edit(
          SETTINGS,
          '"hooks": {',
          '"hooks": { "Notification": [{"hooks":[{"type":"command","command":"npx flow-hooks hook"}]}],',
        ),
      ['settings-npx failure'],
    ],
    ['disableAllHooks, project', () => edit(SETTINGS, '{', '{ "disableAllHooks": true,'), ['hooks-disabled failure']],
    ['disableAllHooks, local', () => local('{"disableAllHooks": true}'), ['hooks-disabled failure']],
    ['disableAllHooks, user', () => user('{"disableAllHooks": true}'), ['hooks-disabled failure']],
    [
      'disableAllHooks, user, but the project says false',
      () => {
        user('{"disableAllHooks": true}');
        edit(SETTINGS, '{', '{ "disableAllHooks": false,');
      },
      [],
    ],
    ['broken local settings', () => local('{,}'), ['settings-other warning']],
    ['a changed program', () => writeFileSync(join(bundle(), 'engine.cjs'), 'evil'), ['program failure']],
    [
      'no bundle, but the package',
      () => {
        rmSync(bundle(), { recursive: true });
        inPackage();
      },
      ['program warning'],
    ],
    ['neither bundle nor package', () => rmSync(bundle(), { recursive: true }), ['program failure']],
    ['no git hook', () => rmSync(join(world.root, '.git/hooks/pre-push')), ['git-hook failure']],
    [
      'a git hook that is switched off',
      () => chmodSync(join(world.root, '.git/hooks/pre-push'), 0o644),
      ['git-hook failure'],
    ],
    ['a foreign git hook', () => put(world, '.git/hooks/pre-push', '#!/bin/sh\n', 0o755), ['git-hook failure']],
    ['an edited git hook', () => edit('.git/hooks/pre-push', 'exit 1', 'exit 0'), ['git-hook failure']],
    [
      'core.hooksPath elsewhere',
      () => git(world, 'config', 'core.hooksPath', 'tools/hooks'),
      ['git-hook failure', 'git-hook-pre-commit failure', 'hooks-path warning'],
    ],
    [
      'husky took over',
      () => git(world, 'config', 'core.hooksPath', '.husky/_'),
      ['git-hook failure', 'git-hook-pre-commit failure', 'hook-manager failure'],
    ],
    ['core.hooksPath set to nothing', () => git(world, 'config', 'core.hooksPath', ''), ['hooks-path failure']],
    [
      'core.hooksPath shared',
      () => git(world, 'config', 'core.hooksPath', join(world.base, 'shared')),
      ['git-hook failure', 'git-hook-pre-commit failure', 'hooks-path warning'],
    ],
    ['an old host', () => program('claude', 'echo "2.1.294 (Claude Code)"'), ['host failure']],
    ['no host', () => program('claude', 'exit 127'), ['host warning']],
    [
      'an old node',
      () => program('node', '[ "$1" = --version ] && echo v18.20.0 && exit 0\nexec "$REAL" "$@"'),
      ['node failure'],
    ],
    [
      'certificates on Node 20',
      () => {
        program('node', '[ "$1" = --version ] && echo v20.19.0 && exit 0\nexec "$REAL" "$@"');
        world.environment.NODE_EXTRA_CA_CERTS = '/x.pem';
      },
      ['node-ca-certs warning'],
    ],
    [
      'a guard that lets pushes through',
      () => answer(''),
      ['run-PreToolUse-push failure', 'run-PreSkillShellCommand-push failure', 'run-git-pre-push failure'],
    ],
    [
      'a guard that prints junk',
      () => answer(`${GOOD}\nrequire('node:fs').writeSync(1, 'debug');`),
      [
        'run-SessionStart failure',
        'run-UserPromptSubmit failure',
        'run-UserPromptExpansion failure',
        'run-SubagentStart failure',
        'run-SubagentStop failure',
        'run-Stop failure',
        'run-StopFailure failure',
        'run-TaskCompleted failure',
        'run-CwdChanged failure',
        'run-PreToolUse failure',
        'run-PreToolUse-push failure',
        'run-PreSkillShellCommand-push failure',
        'run-PostToolUse failure',
        'run-PostToolUseFailure failure',
        'run-ConfigChange failure',
        'run-git-pre-push failure',
      ],
    ],
    ['a session of another version', () => liveness({ started: 1, version: '1.0.0' }), ['liveness warning']],
    ['no session yet', () => liveness({}), ['liveness warning']],
    ['no tests', () => rmSync(join(world.root, 'go.mod')), ['stack warning']],
    [
      'tests of a runner that no preset knows',
      () => {
        rmSync(join(world.root, 'go.mod'));
        put(world, 'package.json', '{ "scripts": { "test": "ava" } }');
      },
      ['stack warning'],
    ],
    [
      'a configuration that only mentions suites',
      () => {
        rmSync(join(world.root, 'go.mod'));
        put(world, 'flow.config.yaml', '# suites:\n#   - { root: ., command: make test }\n');
      },
      // Comments set nothing, so nothing waits for a person.
      ['stack warning'],
    ],
    ['a policy that nobody applied', () => put(world, 'flow.config.yaml', 'mode: monitor\n'), ['policy warning']],
  ];
  function liveness(value: object): void {
    const repository = findRepository(world.root);
    if (repository)
      writeFileSync(join(repositoryState(repository, world.environment), 'liveness.json'), JSON.stringify(value));
  }

  test.each(cases)('%s', (name, breakIt, expected) => {
    world.environment.REAL = run(world, 'sh', ['-c', 'command -v node']).stdout.trim();
    // What takes part in the answers of hooks is tried with the installed ones.
    if (!/launcher|program|bundle|guard/.test(name)) program('node', QUICK_NODE);
    breakIt();
    const checks = doctor();
    const found = complaints(checks);
    expect(found).toEqual(expected);
    for (const check of checks) if (check.status === 'failure') expect(check.fix, check.id).toMatch(/\S/);
    expect(doctorReport(checks).ok).toBe(!found.some((line) => line.endsWith('failure')));
  });

  test('a slow guard is told', () => {
    answer(
      `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, process.argv[2] === 'ConfigChange' ? 1100 : 0);${GOOD}`,
    );
    const slow = doctor(1);
    const told = find(slow, 'run-ConfigChange');
    expect(told).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(/^passed as expected, but it took \d+ ms/),
    });
    expect(find(doctor(), 'run-ConfigChange')?.status).toBe('ok');
    // Pages that show a run of `doctor` hold on a slow machine too.
    const printed = withoutSpeed(renderDoctor(slow));
    expect(printed).toMatch(new RegExp(`^ok {7}${told?.title}: passed in \\d+ ms$`, 'm'));
    expect(printed).not.toContain('as expected, but');
  });

  test('a policy that nobody can apply says what is wrong with it, also a rule that there is none of', () => {
    put(world, 'flow.config.yaml', 'rules: { PUSH_FLAKEY: block }\n');
    const policy = doctor().find(({ id }) => id === 'policy');
    expect(policy).toMatchObject({ status: 'warning', fix: '$EDITOR flow.config.yaml' });
    expect(policy?.detail).toContain('PUSH_FLAKEY');
  });

  test('a policy in the middle of a merge says so', () => {
    put(world, 'flow.config.yaml', '# ours\n<<<<<<< HEAD\nmode: monitor\n=======\nmode: enforce\n>>>>>>> theirs\n');
    const policy = doctor().find(({ id }) => id === 'policy');
    expect(policy?.detail).toContain('(flow.config.yaml: an unresolved merge conflict begins in line 2)');
    put(world, 'flow.config.yaml', 'mode: [\n');
    expect(doctor().find(({ id }) => id === 'policy')?.detail).toMatch(/at line 2, column 1\)/);
  });

  test('the fix of broken settings stands at the sample that fails with them', () => {
    answer(
      GOOD.replace('if (process', "if (process.argv[2] === 'ConfigChange') process.exitCode = 2;\nelse if (process"),
    );
    edit(SETTINGS, '{', '{ "disableAllHooks": true,');
    const checks = doctor();
    expect(complaints(checks)).toEqual(['hooks-disabled failure', 'run-ConfigChange failure']);
    expect(find(checks, 'run-ConfigChange')?.fix).toBe('$EDITOR .claude/settings.json');
    edit(SETTINGS, '{ "disableAllHooks": true,', '{');
    expect(find(doctor(), 'run-ConfigChange')?.fix).toMatch(/flow-hooks install$/);
  });

  test('installing again repairs what it can', () => {
    rmSync(bundle(), { recursive: true });
    edit('.claude/hooks/flow.cjs', 'function deny', '\nfunction deny');
    edit(SETTINGS, /,\s*"onFailure": "block"/, '');
    rmSync(join(world.root, '.git/hooks/pre-push'));
    expect(complaints(doctor()).length).toBeGreaterThan(3);
    install(world);
    expect(complaints(doctor())).toEqual([]);
  });

  test('outside a repository it says so and still looks at the machine', () => {
    const checks = runDoctor({
      directory: world.home,
      environment: world.environment,
      version: VERSION,
      patience: PATIENCE,
    });
    expect(complaints(checks)).toEqual(['repository failure']);
    expect(find(checks, 'node')?.status).toBe('ok');
  });
});

describe('rendering', () => {
  const checks: Check[] = [
    { id: 'a', status: 'ok', title: 'A', detail: 'fine' },
    {
      id: 'b',
      status: 'failure',
      title: 'B',
      detail: 'bad \u001b[31mname\nsecond line',
      fix: 'npx flow-hooks install',
    },
  ];
  test('one line a check, the fix below, a sum; no control character of others', () => {
    expect(renderDoctor(checks)).toBe(
      'ok       A: fine\nfailure  B: bad \ufffd[31mname second line\n         fix: npx flow-hooks install\n\n1 ok, 0 with a warning, 1 failed\n',
    );
  });
  test('colours only on request, and NO_COLOR is honoured', () => {
    expect(renderDoctor(checks, { color: true })).toContain('\u001b[31mfailure');
    expect(wantsColor({}, true)).toBe(true);
    expect(wantsColor({ NO_COLOR: '1' }, true)).toBe(false);
    expect(wantsColor({}, false)).toBe(false);
  });
  test('versions are compared as numbers', () => {
    expect(compareVersions('2.1.330', '2.1.295')).toBeGreaterThan(0);
    expect(compareVersions('2.1.9', '2.1.295')).toBeLessThan(0);
    expect(compareVersions('20.19.0', '20.19.0')).toBe(0);
  });
});

test('D1 a broken home folder is a failed check, not a crash', () => {
  mkdirSync(join(world.base, 'file-home'), { recursive: true });
  writeFileSync(join(world.base, 'file-home/.claude'), '');
  world.environment.HOME = join(world.base, 'file-home');
  expect(doctor().length).toBeGreaterThan(10);
});
