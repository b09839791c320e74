import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from '@flow/clients/clients';
import { detectProject } from '@flow/engine/policy/presets/detect-stack';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyPlan } from '../src/install/plan/apply-plan.js';
import { renderDiff } from '../src/install/plan/diff.js';
import { installProblem } from '../src/install/plan/install-finding.js';
import { planUninstall } from '../src/install/plan/uninstall.js';
import {
  git,
  install,
  makeWorld,
  plan,
  put,
  read,
  removeWorld,
  snapshot,
  uninstall,
  type World,
} from './install-world.js';

let world: World;
beforeEach(() => {
  world = makeWorld();
});
afterEach(() => removeWorld(world));

const SETTINGS = '.claude/settings.json';

describe('install', () => {
  test('D1 D2 writes launcher, settings, git hook, ignore rules and program, and nothing else', () => {
    const before = snapshot(world.root);
    install(world);
    const added = Object.keys(snapshot(world.root)).filter((path) => !(path in before));
    expect(added.sort()).toEqual([
      '.claude/',
      '.claude/hooks/',
      '.claude/hooks/flow.cjs',
      '.claude/settings.json',
      '.git/hooks/pre-commit',
      '.git/hooks/pre-push',
      '.gitignore',
    ]);
    const state = Object.keys(snapshot(world.home))
      .filter((path) => !path.endsWith('/'))
      .sort();
    expect(state.map((path) => path.replace(/repositories\/[^/]+/, 'repositories/*'))).toEqual([
      'state/flow/bundles/1.2.3/config.cjs',
      'state/flow/bundles/1.2.3/engine.cjs',
      'state/flow/bundles/1.2.3/event.cjs',
      'state/flow/bundles/1.2.3/exec.cjs',
      'state/flow/bundles/1.2.3/failure.cjs',
      'state/flow/bundles/1.2.3/flow-hooks.cjs',
      'state/flow/bundles/1.2.3/hook.cjs',
      ...CLIENTS.slice(1).map(({ name }) => `state/flow/bundles/1.2.3/host-${name}.cjs`),
      'state/flow/bundles/1.2.3/manifest.json',
      'state/flow/bundles/1.2.3/package.json',
      'state/flow/bundles/1.2.3/parsers.cjs',
      'state/flow/bundles/1.2.3/program.cjs',
      'state/flow/bundles/1.2.3/prompt.cjs',
      'state/flow/bundles/1.2.3/run.cjs',
      'state/flow/bundles/1.2.3/shell.cjs',
      'state/flow/bundles/1.2.3/statusline.cjs',
      'state/flow/bundles/1.2.3/texts.cjs',
      'state/flow/repositories/*/install.json',
    ]);
  });

  test('D18 registers the events in exec form, guards closed on failure, never npx', () => {
    install(world);
    const settings = read(world, SETTINGS);
    expect(settings).not.toMatch(/npx|npm|pnpm/);
    const { hooks } = JSON.parse(settings) as { hooks: Record<string, { matcher?: string; hooks: unknown[] }[]> };
    expect(Object.keys(hooks)).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'UserPromptExpansion',
      'SubagentStart',
      'SubagentStop',
      'Stop',
      'StopFailure',
      'TaskCompleted',
      'CwdChanged',
      'PreToolUse',
      'PreSkillShellCommand',
      'PostToolUse',
      'PostToolUseFailure',
      'ConfigChange',
    ]);
    expect(hooks.PreToolUse).toEqual([
      {
        matcher: '^(?!(Read|Glob|Grep|LS|WebSearch|WebFetch|TodoWrite)$)',
        hooks: [
          {
            type: 'command',
            command: '${CLAUDE_PROJECT_DIR}/.claude/hooks/flow.cjs',
            args: ['PreToolUse'],
            timeout: 10,
            onFailure: 'block',
          },
        ],
      },
    ]);
    const closed = Object.entries(hooks)
      .filter(([, groups]) => JSON.stringify(groups).includes('onFailure'))
      .map(([event]) => event);
    expect(closed).toEqual(['PreToolUse', 'PreSkillShellCommand', 'ConfigChange']);
    const matcher = new RegExp(hooks.PreToolUse?.[0]?.matcher ?? '');
    expect(['Bash', 'Write', 'mcp__files__write', 'ReadMcpResource', 'Task'].every((tool) => matcher.test(tool))).toBe(
      true,
    );
    expect(['Read', 'Glob', 'Grep', 'LS', 'WebSearch'].some((tool) => matcher.test(tool))).toBe(false);
  });

  test('X61 a second run has an empty plan and changes no byte', () => {
    put(world, SETTINGS, '{\r\n\t"model": "x",\r\n\t"hooks": {"PreToolUse": []}\r\n}');
    put(world, '.git/hooks/pre-push', '#!/bin/sh\nexit 0\n', 0o755);
    install(world, { withConfig: true });
    const first = snapshot(world.base);
    expect(install(world, { withConfig: true }).plan).toEqual([]);
    expect(snapshot(world.base)).toEqual(first);
  });

  test('X61 re-running repairs drift: entry, launcher, program and git hook', () => {
    install(world);
    const good = snapshot(world.base);
    put(world, SETTINGS, read(world, SETTINGS).replace('"onFailure": "block"', '"async": true'));
    put(world, '.claude/hooks/flow.cjs', read(world, '.claude/hooks/flow.cjs').replace('deny(text)', 'leave()'));
    writeFileSync(join(world.home, 'state/flow/bundles/1.2.3/hook.cjs'), '');
    rmSync(join(world.root, '.git/hooks/pre-push'));
    install(world);
    const repaired = snapshot(world.base);
    for (const [path, state] of Object.entries(good)) {
      if (!path.endsWith('settings.json') && !path.endsWith('install.json')) expect(repaired[path], path).toBe(state);
    }
    expect(JSON.parse(read(world, SETTINGS)).hooks.PreToolUse[0].hooks[0].onFailure).toBe('block');
  });

  test('an upgrade moves the pinned version in place and still gives the first bytes back', () => {
    put(world, SETTINGS, '{"model":"x"}');
    const before = snapshot(world.root);
    install(world);
    const settings = read(world, SETTINGS);
    install(world, { version: '1.3.0' });
    expect(read(world, '.claude/hooks/flow.cjs')).toContain('const VERSION = "1.3.0";');
    expect(read(world, SETTINGS)).toBe(settings);
    expect(existsSync(join(world.home, 'state/flow/bundles/1.3.0/hook.cjs'))).toBe(true);
    uninstall(world);
    expect(snapshot(world.root)).toEqual(before);
  });

  test('D1 works in a subfolder and with spaces and non-ASCII in the path', () => {
    mkdirSync(join(world.root, 'größe & more/deep'), { recursive: true });
    install(world, { directory: join(world.root, 'größe & more/deep') });
    expect(existsSync(join(world.root, SETTINGS))).toBe(true);
  });

  test('flow.config.yaml only when asked, and never over one that is there', () => {
    install(world);
    expect(existsSync(join(world.root, 'flow.config.yaml'))).toBe(false);
    install(world, { withConfig: true });
    // U9: where neither package is, the comment for editors would lead nowhere.
    expect(read(world, 'flow.config.yaml')).not.toContain('yaml-language-server');
    rmSync(join(world.root, 'flow.config.yaml'));
    put(world, 'package.json', '{ "devDependencies": { "@flow/cli": "1.0.0" } }\n');
    install(world, { withConfig: true });
    expect(read(world, 'flow.config.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\/node_modules\/@flow\/cli\/dist/,
    );
    put(world, 'flow.config.yaml', 'mode: monitor\n');
    expect(plan(world, { withConfig: true })).toMatchObject({ ok: true, plan: [] });
    renameSync(join(world.root, 'flow.config.yaml'), join(world.root, 'flow.config.json'));
    expect(plan(world, { withConfig: true })).toMatchObject({ ok: true, plan: [] });
  });

  test('a dry run shows a diff and writes nothing', () => {
    put(world, SETTINGS, '{\n  "model": "x"\n}\n');
    put(world, '.gitignore', 'dist\u001b[31m\n');
    const before = snapshot(world.base);
    const planned = plan(world);
    const diff = planned.ok ? renderDiff(planned.plan) : '';
    expect(diff).toContain('--- a/.claude/settings.json');
    expect(diff).toContain('+++ b/.claude/settings.json');
    expect(diff).toContain('+  "hooks": {');
    expect(diff).toContain('--- /dev/null');
    expect(diff).toMatch(/^program \(\d+ KB, \d+ files\): ~\/[^,]+bundles\/[\d.]+$/m);
    expect(diff).not.toContain('\u001b');
    expect(diff).not.toContain('install.json');
    expect(snapshot(world.base)).toEqual(before);
  });

  test('D24 git takes no result of a run for work, and documents stay work', () => {
    install(world);
    for (const name of ['test-results-go', 'types-results-tsc', 'lint-results-eslint', 'e2e-results'])
      put(world, `develop/feature/login/${name}.json`, '{}');
    put(world, 'develop/feature/login/plan.md', '# Plan');
    expect(git(world, 'ls-files', '--others', '--exclude-standard', 'develop').trim()).toBe(
      'develop/feature/login/plan.md',
    );
  });

  test('says so when git ignores the launcher', () => {
    put(world, '.gitignore', '.claude/\n');
    expect(install(world).notes.join('\n')).toContain('git ignores .claude/');
  });
});

describe('what npm puts beside a project that is not of JavaScript', () => {
  const told = () => install(world).notes.filter((note) => note.includes('node_modules'));

  test('is told once git would commit it', () => {
    put(world, 'go.mod', 'module x\n');
    expect(told()).toEqual([]);
    put(world, 'node_modules/@flow/hooks/package.json', '{}');
    expect(told()).toEqual([expect.stringContaining('add the line node_modules/ to .gitignore')]);
    put(world, '.gitignore', `${read(world, '.gitignore')}node_modules\n`);
    expect(told()).toEqual([]);
    // Who commits it means it.
    put(world, '.gitignore', '');
    git(world, 'add', '-f', 'node_modules');
    expect(told()).toEqual([]);
  });

  test('is named without a slash where it is a link, which git takes for a file', () => {
    put(world, 'go.mod', 'module x\n');
    symlinkSync('..', join(world.root, 'node_modules'));
    expect(told()).toEqual([expect.stringContaining('add the line node_modules (a link: without a slash')]);
    put(world, '.gitignore', `${read(world, '.gitignore')}node_modules/\n`);
    expect(told()).toHaveLength(1);
    put(world, '.gitignore', `${read(world, '.gitignore')}node_modules\n`);
    expect(told()).toEqual([]);
  });

  test('is to be committed where it names the guard', () => {
    const told = () => install(world).notes.filter((note) => note.startsWith('package.json'));
    put(world, 'package.json', '{ "devDependencies": { "vitest": "5" } }');
    expect(told()).toEqual([]);
    put(world, 'package.json', '{ "devDependencies": { "@flow/hooks": "1" } }');
    expect(told()).toEqual([expect.stringContaining('commit it')]);
    git(world, 'add', 'package.json');
    git(world, 'commit', '-q', '-m', 'Guard', '--no-verify', 'package.json');
    expect(told()).toEqual([]);
  });
});

describe('refusals write nothing at all', () => {
  const invalid: [name: string, text: string, place: string, message: RegExp][] = [
    ['trailing comma', '{\n  "model": "x",\n}\n', '3:1', /not valid JSON/],
    ['half a file', '{\n  "hooks": {', '2:13', /not valid JSON/],
    ['single quotes', "{\n  'model': 1\n}", '2:3', /not valid JSON/],
    ['hooks is an array', '{"hooks": []}', '1:11', /"hooks" must be an object/],
    ['an event is an object', '{\n  "hooks": {\n    "Stop": {}\n  }\n}', '3:13', /"hooks.Stop" must be an array/],
    ['a group is a string', '{"hooks":{"PreToolUse":["x"]}}', '1:25', /must contain objects/],
    ['handlers are an object', '{"hooks":{"PreToolUse":[{"hooks":{}}]}}', '1:34', /must be an array/],
    ['hooks twice', '{"hooks":{},\n"hooks":{}}', '2:1', /twice/],
    ['an event twice', '{"hooks":{"Stop":[],\n "Stop":[]}}', '2:2', /twice/],
    ['not an object', '[]', '1:1', /must be an object/],
    ['two values', '{} {}', '1:4', /not valid JSON/],
    ['raw control character', '{"a":"x\ty"}', '1:6', /not valid JSON/],
    ['leading zero', '{"a":\n 012}', '2:3', /not valid JSON/],
  ];
  test.each(invalid)('X61 invalid settings: %s', (_name, text, place, message) => {
    put(world, SETTINGS, text);
    const before = snapshot(world.base);
    const planned = plan(world);
    expect(planned.ok).toBe(false);
    const words = planned.ok ? [] : planned.findings.map((one) => installProblem(one).message);
    expect(words).toHaveLength(1);
    expect(words[0]).toContain(`settings.json:${place}:`);
    expect(words[0]).toMatch(message);
    expect(snapshot(world.base)).toEqual(before);
  });

  test('settings that are not UTF-8', () => {
    put(world, SETTINGS, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    expect(plan(world)).toMatchObject({ ok: false, findings: [{ code: 'SETTINGS_NOT_UTF8' }] });
  });

  test.each([['.claude'], ['.claude/hooks'], ['.claude/settings.json'], ['.gitignore'], ['.git/hooks/pre-push']])(
    'a symbolic link at %s',
    (path) => {
      const elsewhere = join(world.base, 'elsewhere');
      mkdirSync(elsewhere);
      mkdirSync(join(world.root, path, '..'), { recursive: true });
      symlinkSync(elsewhere, join(world.root, path));
      const before = snapshot(world.base);
      const planned = plan(world);
      expect(planned.ok ? [] : [...new Set(planned.findings.map((finding) => finding.code))]).toEqual(['SYMLINK']);
      expect(snapshot(world.base)).toEqual(before);
    },
  );

  test('no repository, a bare one, an incomplete package, an odd version', () => {
    expect(plan(world, { directory: world.home })).toMatchObject({ ok: false, findings: [{ code: 'NO_REPOSITORY' }] });
    git(world, 'init', '-q', '--bare', '../bare.git');
    expect(plan(world, { directory: join(world.base, 'bare.git') })).toMatchObject({
      ok: false,
      findings: [{ code: 'NO_REPOSITORY' }],
    });
    for (const version of ['../x', '1.2.3/../../x', '1.2', '1.2.3\n'])
      expect(plan(world, { version }), version).toMatchObject({ ok: false, findings: [{ code: 'BAD_VERSION' }] });
    rmSync(join(world.bundle, 'engine.cjs'));
    expect(plan(world)).toMatchObject({
      ok: false,
      findings: [{ code: 'BUNDLE_INCOMPLETE', args: { file: 'engine.cjs' } }],
    });
  });

  test('a failure midway takes back what was written before it', () => {
    put(world, SETTINGS, '{"model":"x"}');
    const before = snapshot(world.base);
    const planned = plan(world);
    if (!planned.ok) throw new Error('refused');
    const last = planned.plan.at(-1);
    if (last?.type !== 'file' || !last.after) throw new Error('no file');
    // A folder in the place of the last file's folder is as good as a full disk, and works for root as well.
    const broken = { ...last, path: join(world.root, '.gitignore/settings.json'), before: null };
    const applied = applyPlan([...planned.plan, broken]);
    expect(applied).toMatchObject({ ok: false, findings: [{ code: 'WRITE_FAILED' }] });
    expect(snapshot(world.base)).toEqual(before);
  });

  test.skipIf(process.platform !== 'linux')('what could not be written is not said to be lost', () => {
    put(world, SETTINGS, '{"model":"x"}');
    const planned = plan(world);
    if (!planned.ok) throw new Error('refused');
    // A file that nobody can write, not even root.
    const path = '/proc/version';
    const bytes = readFileSync(path);
    const { mode } = statSync(path);
    const broken = { type: 'file' as const, part: 'ignore' as const, path, label: path, after: null };
    const applied = applyPlan([...planned.plan, { ...broken, before: { bytes, mode: mode & 0o777 } }]);
    expect(applied).toEqual({ ok: false, findings: [expect.objectContaining({ code: 'WRITE_FAILED', path })] });
  });

  test('where no runner is found, it is said what to do, and that a later one needs no other installation', () => {
    const manifest = (test: string) => put(world, 'package.json', JSON.stringify({ name: 'x', scripts: { test } }));
    rmSync(join(world.root, 'go.mod'), { force: true });
    manifest('echo "Error: no test specified" && exit 1');
    const words = 'One that you add later is found without another install.';
    expect(install(world).notes.join('\n')).toContain(words);
    expect(detectProject(world.root).stacks).toMatchObject([{ marker: 'package.json', command: null }]);
    manifest('node --test');
    expect(detectProject(world.root).stacks).toMatchObject([{ command: 'npm test' }]);
    expect(install(world).notes.join('\n')).not.toContain(words);
  });

  test('where the tests start a runner that no preset knows, that is said, and the command that names it', () => {
    rmSync(join(world.root, 'go.mod'), { force: true });
    put(world, 'package.json', JSON.stringify({ name: 'x', scripts: { test: 'ava' } }));
    const [note, ...others] = install(world).notes.filter((one) => /push/i.test(one));
    expect(note).toMatch(
      /^Pushes are not checked: `npm test` seems to run the tests here, and no push asks for it\. Run `npx flow-hooks install --config`/,
    );
    expect(others).toEqual([]);
    put(world, 'flow.config.yaml', 'mode: enforce\n');
    expect(install(world).notes.join('\n')).toContain("Run `npx flow-hooks install --tests 'npm test'` to require");
  });

  test('where pushes ask for other tests, those that no push asks for are told as a part', () => {
    rmSync(join(world.root, 'go.mod'), { force: true });
    put(world, 'package.json', JSON.stringify({ name: 'x', scripts: { test: 'vitest run' } }));
    put(world, 'tools/a/package.json', JSON.stringify({ name: 'a', scripts: { test: 'ava' } }));
    put(world, 'examples/b/package.json', JSON.stringify({ name: 'b', scripts: { test: 'ava' } }));
    const [note] = install(world).notes.filter((one) => /push/i.test(one));
    expect(note).toMatch(
      /^Pushes ask for a part of the tests: `npm test` in tools\/a seems to run others, and no push asks for it\./,
    );
  });

  test('X61 D8 killed after any step: uninstalling gives the bytes back, installing again completes', () => {
    put(world, SETTINGS, '{"model":"x"}');
    put(world, '.git/hooks/pre-push', '#!/bin/sh\nexit 0\n', 0o755);
    const before = snapshot(world.root);
    const planned = plan(world, { withConfig: true });
    if (!planned.ok) throw new Error('refused');
    install(world, { withConfig: true });
    const complete = snapshot(world.root);
    uninstall(world);
    for (let steps = 1; steps < planned.plan.length; steps += 1) {
      expect(applyPlan(planned.plan.slice(0, steps)).ok).toBe(true);
      uninstall(world);
      expect(snapshot(world.root)).toEqual(before);
      rmSync(join(world.home, 'state'), { recursive: true });
      expect(applyPlan(planned.plan.slice(0, steps)).ok).toBe(true);
      install(world, { withConfig: true });
      expect(snapshot(world.root)).toEqual(complete);
      uninstall(world);
      expect(snapshot(world.root)).toEqual(before);
      rmSync(join(world.home, 'state'), { recursive: true });
    }
  });

  test('a file that changed between plan and apply', () => {
    const planned = plan(world);
    put(world, SETTINGS, '{"model":"new"}');
    const before = snapshot(world.base);
    expect(applyPlan(planned.ok ? planned.plan : [])).toMatchObject({
      ok: false,
      findings: [{ code: 'CHANGED_MEANWHILE' }],
    });
    expect(snapshot(world.base)).toEqual(before);
  });
});

describe('uninstall', () => {
  test("Uninstall leaves the user's own settings byte-identical, and folders, hook and ignore file too", () => {
    put(world, SETTINGS, '{ "permissions":{"allow":["Bash(ls:*)"]},\n   "hooks" : {"Stop":[ {"hooks":[]} ]}}', 0o600);
    // As a group that works on it has it: the umask would take that away.
    put(world, '.gitignore', 'dist\r\nbuild', 0o664);
    put(world, '.git/hooks/pre-push', '#!/bin/bash\nexit 3\n', 0o750);
    const before = snapshot(world.root);
    install(world, { withConfig: true });
    expect(snapshot(world.root)).not.toEqual(before);
    uninstall(world);
    expect(snapshot(world.root)).toEqual(before);
    expect(uninstall(world).plan.filter((change) => change.type === 'file')).toEqual([]);
  });

  test('D8 what the user changed since stays, only our part goes, and the notes say so', () => {
    put(world, SETTINGS, '{\n  "model": "x"\n}\n');
    install(world, { withConfig: true });
    put(world, SETTINGS, read(world, SETTINGS).replace('"x"', '"y"'));
    put(world, '.gitignore', `${read(world, '.gitignore')}mine\n`);
    put(world, 'flow.config.yaml', 'mode: monitor\n');
    const { notes } = uninstall(world);
    expect(read(world, SETTINGS)).toBe('{\n  "model": "y"\n}\n');
    expect(read(world, '.gitignore')).toBe('mine\n');
    expect(read(world, 'flow.config.yaml')).toBe('mode: monitor\n');
    expect(notes.filter((note) => note.includes('changed after it was written'))).toHaveLength(3);
  });

  test('D8 settings that cannot be read and hold our hooks are named, and nothing is taken back', () => {
    put(world, SETTINGS, '{\n  "model": "x"\n}\n');
    install(world);
    const whole = read(world, SETTINGS);
    put(world, SETTINGS, whole.replace('"x"', '"x",'));
    const before = snapshot(world.root);
    const refused = planUninstall({ directory: world.root, environment: world.environment, version: '1.2.3' });
    expect(refused.ok ? [] : refused.findings.map(installProblem)).toEqual([
      {
        code: 'SETTINGS_INVALID',
        message: expect.stringMatching(/^.*settings\.json:2:\d+: .*Claude Code .*fix it and run this again/),
      },
    ]);
    expect(snapshot(world.root)).toEqual(before);
    put(world, SETTINGS, whole);
    uninstall(world);
    expect(read(world, SETTINGS)).toBe('{\n  "model": "x"\n}\n');
    // Broken, and none of ours in it: nothing of it is asked for.
    install(world);
    put(world, SETTINGS, '{');
    uninstall(world);
    expect(read(world, SETTINGS)).toBe('{');
    expect(existsSync(join(world.root, '.claude/hooks/flow.cjs'))).toBe(false);
  });

  test('D8 a change made between two installations survives', () => {
    put(world, SETTINGS, '{\n  "model": "x"\n}\n');
    install(world);
    put(world, SETTINGS, read(world, SETTINGS).replace('"x"', '"y"').replaceAll('"timeout": 10', '"timeout": 1'));
    install(world);
    uninstall(world);
    expect(read(world, SETTINGS)).toBe('{\n  "model": "y"\n}\n');
  });

  test('D5 in a clone where a teammate committed the files: our parts go, theirs stay', () => {
    put(world, SETTINGS, '{\n  "model": "x"\n}\n');
    install(world);
    rmSync(join(world.home, 'state'), { recursive: true });
    install(world);
    uninstall(world);
    expect(read(world, SETTINGS)).toBe('{\n  "model": "x"\n}\n');
    expect(existsSync(join(world.root, '.claude/hooks/flow.cjs'))).toBe(false);
    expect(existsSync(join(world.root, '.gitignore'))).toBe(false);
  });

  test('a git hook that somebody put in place of ours is left alone', () => {
    install(world);
    put(world, '.git/hooks/pre-push', '#!/bin/sh\necho theirs\n', 0o755);
    uninstall(world);
    expect(read(world, '.git/hooks/pre-push')).toBe('#!/bin/sh\necho theirs\n');
  });

  test('a folder that became a symbolic link since is not written through', () => {
    put(world, SETTINGS, '{"model":"x"}');
    install(world);
    renameSync(join(world.root, '.claude'), join(world.base, 'elsewhere'));
    symlinkSync(join(world.base, 'elsewhere'), join(world.root, '.claude'));
    const before = snapshot(world.base);
    const planned = planUninstall({ directory: world.root, environment: world.environment, version: '1.2.3' });
    expect(planned).toMatchObject({ ok: false, findings: [{ code: 'SYMLINK' }, { code: 'SYMLINK' }] });
    expect(snapshot(world.base)).toEqual(before);
  });

  test('an edited record deletes nothing outside the repository', () => {
    install(world);
    const victim = join(world.base, 'victim');
    writeFileSync(victim, 'x');
    const record = Object.keys(snapshot(world.home)).find((path) => path.endsWith('install.json')) ?? '';
    const file = join(world.home, record);
    const data = JSON.parse(readFileSync(file, 'utf8')) as { files: unknown[] };
    data.files.push({ path: victim, part: 'marker', before: null, written: '' });
    data.files.push({
      path: victim,
      part: 'config',
      before: null,
      written: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
    });
    writeFileSync(file, JSON.stringify(data));
    uninstall(world);
    expect(readFileSync(victim, 'utf8')).toBe('x');
    // Of a shape that none of ours has: nothing of it is believed.
    install(world);
    writeFileSync(file, JSON.stringify({ ...data, files: [{ path: 7, part: 'config', before: null, written: '' }] }));
    uninstall(world);
    expect(existsSync(join(world.root, SETTINGS))).toBe(false);
  });
});
