import { describe, expect, test } from 'vitest';
import { cli, project, QUICK, start } from './kit.js';

const PUSH = 'git push -q -u origin HEAD';
const CONFIG =
  "builds: [{ title: the widget, command: node web/build.mjs, files: ['web/**'], outputs: ['web/dist/**'] }]\n";
const BUILD =
  "import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';\nmkdirSync('web/dist', { recursive: true });\nif (readFileSync('web/a.txt', 'utf8').includes('broken')) process.exit(3);\nwriteFileSync('web/dist/a.txt', String(Math.random()));\nconsole.log('built');\n";

/** A project with green tests, and an artefact that is built from `web` and committed. */
function widget(config = CONFIG) {
  const files = { 'flow.config.yaml': config, 'web/build.mjs': BUILD, 'web/a.txt': '1\n', 'web/dist/a.txt': '0' };
  const repo = project(QUICK, { files });
  const it = start(repo);
  const commit = () => {
    it.bash('git add -A && git commit -qm change');
    expect(it.bash(QUICK.test).exit).toBe(0);
  };
  return { repo, it, commit };
}

const told = ({ told }: { told: string[] }) => told.join('\n');

describe('D39 a second build that is missing', () => {
  test('warns when its files change, with the command; and no more once it has run on that content', () => {
    const { repo, it, commit } = widget();
    repo.write('web/a.txt', '2\n');
    commit();
    const pushed = it.bash(PUSH);
    expect([pushed.refused, pushed.exit]).toEqual([null, 0]);
    expect(told(pushed)).toMatch(
      /the widget was not built from the pushed content \(\w{10}\)\. Run `node web\/build\.mjs`/,
    );

    expect(it.bash('node web/build.mjs').exit).toBe(0);
    commit();
    expect(told(it.bash(PUSH))).not.toContain('the widget');

    repo.write('web/a.txt', '3\n');
    commit();
    expect(told(it.bash(PUSH))).toMatch(
      /the widget was not built.*the newest run was `node web\/build\.mjs`.*changed since: web\/a\.txt/,
    );
  });

  test('a build that fails is told as such', () => {
    const { repo, it, commit } = widget();
    repo.write('web/a.txt', 'broken\n');
    commit();
    expect(it.bash('node web/build.mjs').exit).toBe(3);
    const pushed = it.bash(PUSH);
    expect(pushed.refused).toBeNull();
    expect(told(pushed)).toContain('build:.:node web/build.mjs failed on the pushed content');
  });

  test('nothing is asked where no file of it changed, and what it writes asks for nothing', () => {
    const { repo, it, commit } = widget();
    repo.write('notes.py', 'a = 1\n');
    repo.write('web/dist/a.txt', 'by hand');
    commit();
    expect(told(it.bash(PUSH))).not.toContain('the widget');
  });

  test('D39 the project may make it block, or switch it off', () => {
    for (const [severity, refused] of [
      ['block', true],
      ['"off"', false],
    ] as const) {
      const { repo, it, commit } = widget(`${CONFIG}push: { build: ${severity} }\n`);
      repo.write('web/a.txt', '2\n');
      commit();
      const pushed = it.bash(PUSH);
      expect(pushed.refused?.includes('PUSH_BUILD_MISSING') ?? false).toBe(refused);
      expect(told(pushed)).not.toContain('the widget');
    }
  });

  test('D39 its run is one of kind build, tests go on as before, and CI warns the same', () => {
    const { repo, it, commit } = widget();
    repo.write('web/a.txt', '2\n');
    commit();
    expect(cli(repo, ['verify', 'HEAD']).stdout).toContain('PUSH_BUILD_MISSING');
    const rebuilt = cli(repo, ['verify', '--rerun', 'HEAD']);
    expect([rebuilt.status, rebuilt.stdout.includes('PUSH_BUILD_MISSING')]).toEqual([0, false]);
    it.bash('node web/build.mjs');
    commit();
    expect(cli(repo, ['verify', 'HEAD']).stdout).not.toContain('PUSH_BUILD_MISSING');
    const { suites } = JSON.parse(cli(repo, ['status', '--json']).stdout) as {
      suites: { suite: string; state: string }[];
    };
    expect(suites).toContainEqual(expect.objectContaining({ suite: 'build:.:node web/build.mjs', state: 'tested' }));
    expect(suites).toContainEqual(expect.objectContaining({ suite: QUICK.suite, state: 'tested' }));
  });
});
