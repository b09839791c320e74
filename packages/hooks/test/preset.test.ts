import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkPreset, presetJson } from '@flow/core/preset';
import { PRESETS } from '@flow/engine/policy/presets/presets';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, repository, start } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

const MONOREPO = {
  'package.json': '{ "devDependencies": { "jest": "30" } }\n',
  'go.mod': 'module example.com/tools\n',
  'services/api/go.mod': 'module example.com/api\n',
  'services/api/staticcheck.conf': '',
  'services/jobs/pyproject.toml': '[tool.mypy]\n',
  'vendor/x/go.mod': '',
};

/** A preset of a package: files of one language, tested by a script. */
const NOTE = presetJson({
  id: 'note',
  title: 'Notes',
  version: '3',
  markers: [{ file: 'note.json' }],
  priority: 5,
  classes: { generated: [], test: ['*.note-test'], build: ['note.json'], source: ['*.note'], document: ['*.md'] },
  runners: [
    {
      id: 'note-test',
      proof: 'exit',
      command: 'note test',
      invocations: [['note', 'test']],
      selection: { valued: [], byName: ['--only'], partial: [], nothing: [], everything: [], positional: 'paths' },
      units: { kind: 'file', tests: ['*.note-test'] },
      innerRoots: 'covered',
      environment: [],
    },
  ],
  coverage: { S: 10, M: 20, L: 30, XL: 40 },
  conventions: [
    { name: 'no-todo', files: ['*.note'], tests: false, message: 'Do it.', severity: 'warn', how: { text: 'TODO' } },
  ],
  sensitive: ['*.vault'],
});
const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const PINNED = `presets: [{ package: '@acme/preset-note', sha256: ${digest(NOTE)} }]\n`;
const UNPINNED = "presets: ['@acme/preset-note']\n";

function installPreset(repo: TempRepo, text = NOTE): void {
  const file = repo.path('node_modules/@acme/preset-note/preset.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const FILES = {
  '.gitignore': 'node_modules\n',
  'note.json': '{}\n',
  'a.note': 'one\n',
  'a.note-test': 'one\n',
};

/** A project with a preset of its own, as somebody has it who has just installed its packages. */
function noted(config: string, files: Record<string, string> = {}): TempRepo {
  const repo = repository({ files: { ...FILES, ...files, 'flow.config.yaml': config } });
  installPreset(repo);
  return repo;
}

describe('M6 M8 M11 flow-hooks preset', () => {
  test('M6 M8 list says what each folder is, and why', () => {
    const { stdout, status } = cli(repository({ files: MONOREPO }), ['preset', 'list']);
    expect(status).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      ".  go: go.mod is there; the first listed of its priority
         not typescript: package.json; listed later
      services/api  go: go.mod is there
      services/jobs  python: pyproject.toml is there
      "
    `);
  });

  test('M6 list in a folder without a stack', () => {
    const { stdout, status } = cli(repository({ files: { 'a.txt': '' } }), ['preset', 'list']);
    expect([status, stdout]).toEqual([0, 'No preset matches a folder here.\n']);
  });

  test.each([
    [['command', 'test', 'services/api/main.go'], 'cd services/api && go test ./...'],
    [['command', 'lint', 'services/api/main.go'], 'cd services/api && staticcheck ./...'],
    [['command', 'types', 'services/jobs/a.py'], 'cd services/jobs && mypy .'],
    [['command', 'coverage', 'services/jobs/a.py'], 'cd services/jobs && python3 -m pytest --cov'],
    [['command', 'test', 'scripts/a.ts'], 'npx jest'],
    [['command', 'test'], 'go test ./...'],
    [['threshold', 'XL', 'services/api/main.go'], '85'],
  ])('M11 preset %j prints %s', (words, printed) => {
    const { stdout, status } = cli(repository({ files: MONOREPO }), ['preset', ...words]);
    expect([status, stdout]).toEqual([0, `${printed}\n`]);
  });

  test('M11 as JSON, and from within a package', () => {
    const repo = repository({ files: MONOREPO });
    const command = cli(repo, ['preset', 'command', 'build', '--json'], { cwd: repo.path('services/api') });
    expect(JSON.parse(command.stdout)).toEqual({
      version: 1,
      preset: 'go',
      folder: 'services/api',
      command: 'go build ./...',
    });
    const shown = JSON.parse(cli(repo, ['preset', 'show', 'python', '--json']).stdout);
    expect(shown.presets).toMatchObject([
      { name: 'python', title: 'Python', match: 'any', priority: 0, coverage: { S: 70, XL: 85 }, package: null },
    ]);
    expect(shown.presets[0].conventions.map((rule: { name: string }) => rule.name)).toContain('python/no-print');
  });

  test.each([
    [['command', 'types', 'services/api/main.go'], 1, 'PRESET_SILENT: the preset go has no command for types.'],
    [['show', 'cobol'], 1, 'PRESET_UNKNOWN: there is no preset cobol.'],
    [['command', 'fly'], 2, 'One of build, test, lint'],
    [['threshold', 'XXL'], 2, 'One of S, M, L, XL'],
    [['dance'], 2, 'USAGE'],
    [[], 2, 'USAGE'],
    [['new', 'Not A Name'], 2, 'is not an npm package name'],
  ])('M11 preset %j ends with %d and says why', (words, status, said) => {
    const run = cli(repository({ files: MONOREPO }), ['preset', ...words]);
    expect([run.status, run.stdout]).toEqual([status, '']);
    expect(run.stderr).toContain(said);
  });

  test('no preset is around a file', () => {
    const run = cli(repository({ files: { 'b/go.mod': '', 'a.txt': '' } }), ['preset', 'command', 'test', 'a.txt']);
    expect([run.status, run.stderr]).toEqual([1, expect.stringContaining('PRESET_NONE')]);
  });
});

describe('M6 several presets at once', () => {
  // Tests may be written, and no source: what a file is, the package around it says.
  const files = {
    'pyproject.toml': '',
    'web/package.json': '{}',
    'services/api/go.mod': 'module example.com/api\n',
    'flow.config.yaml': 'edits: { withoutPhase: { source: deny, test: allow } }\n',
  };

  test.each([
    ['tests/helper.py', 'test of Python', null],
    ['web/page.ts', 'source of TypeScript', 'closed'],
    ['web/tests/page.ts', 'test of TypeScript', null],
    ['web/page.test.ts', 'test of TypeScript', null],
    ['services/api/tests/helper.go', 'source of Go, though a test by the rules of Python', 'closed'],
    ['services/api/cart_test.go', 'test of Go', null],
    ['services/api/README.md', 'document', null],
  ])('M6 %s is %s', (file, _what, code) => {
    const { refused } = start(repository({ files })).write(file, 'x\n');
    if (code === null) expect(refused).toBeNull();
    else expect(refused).toContain('EDIT_FORBIDDEN');
  });
});

describe('C65 what a project says in place of a preset', () => {
  const STACKS =
    'stacks: { go: { commands: { test: make test, lint: make lint }, coverage: { S: 50 }, reviewers: [] } }\n';

  test('C65 D7 M11 commands, thresholds and reviewers are those of flow.config.yaml, the rest stays', () => {
    const repo = repository({ files: { ...MONOREPO, 'flow.config.yaml': STACKS } });
    expect(cli(repo, ['preset', 'command', 'lint', 'services/api/a.go']).stdout).toBe('cd services/api && make lint\n');
    expect(cli(repo, ['preset', 'command', 'build', 'services/api/a.go']).stdout).toBe(
      'cd services/api && go build ./...\n',
    );
    const thresholds = ['S', 'M'].map((size) => cli(repo, ['preset', 'threshold', size]).stdout);
    expect(thresholds).toEqual(['50\n', '75\n']);
    expect(JSON.parse(cli(repo, ['preset', 'show', 'go', '--json']).stdout).presets[0]).toMatchObject({
      reviewers: [],
    });
    // Stored, and read again.
    expect(cli(repo, ['preset', 'threshold', 'S'])).toMatchObject({ stdout: '50\n', stderr: '' });
  });

  test('C65 a stack that is none is named', () => {
    const repo = repository({ files: { 'go.mod': '', 'flow.config.yaml': 'stacks: { goo: {} }\n' } });
    expect(cli(repo, ['preset', 'list']).stderr).toContain('stacks.goo: no preset has this id; available: go, python');
  });
});

describe('D6 what the project is not made of', () => {
  test('D6 a stack and a runner that are off are neither shown, nor recorded, nor asked for at a push', () => {
    const rules = 'stacks: { python: "off", typescript: { roots: outermost } }\ncapture: { off: [staticcheck] }\n';
    const files = { ...MONOREPO, 'web/package.json': MONOREPO['package.json'], 'flow.config.yaml': rules };
    const repo = repository({ files });
    expect(cli(repo, ['preset', 'list']).stdout).not.toMatch(/python|services\/jobs|web/);
    const it = start(repo);
    for (const file of ['services/jobs/a.py', 'services/api/a_test.go', 'web/a.test.js']) it.write(file, 'x\n');
    it.bash('git add -A && git commit -qm change');
    it.bash('cd services/jobs && python3 -m pytest -q');
    const { refused } = it.bash('git push -q -u origin HEAD');
    expect(refused).toContain('go:services/api');
    expect(refused).toContain('jest:.');
    expect(refused).not.toMatch(/pytest|mypy|staticcheck|jest:web/);
    const { suites } = JSON.parse(cli(repo, ['status', '--json']).stdout);
    expect(JSON.stringify(suites)).not.toMatch(/pytest|mypy|staticcheck|jest:web/);
  });
});

describe('M6 presets of packages', () => {
  test('M7 M8 one that the configuration pins is in force at once: detection, thresholds, conventions', () => {
    const repo = noted(`${PINNED}conventions: { presets: true }\n`, { 'pyproject.toml': '' });
    expect(cli(repo, ['preset', 'list']).stdout).toBe(
      '.  note: note.json is there; priority 5 is the highest\n   not python: pyproject.toml; priority 0 is lower\n',
    );
    expect(cli(repo, ['preset', 'threshold', 'M']).stdout).toBe('20\n');
    expect(cli(repo, ['preset', 'show', 'note']).stdout).toContain(`@acme/preset-note, sha256 ${digest(NOTE)}`);
    expect(start(repo).write('b.note', 'TODO\n').told.join()).toContain('b.note:1 note/no-todo: Do it.');
  });

  test('C27 its secrets are guarded', () => {
    const it = start(noted(PINNED));
    expect(it.write('team.vault', 'x').refused).toContain('SENSITIVE');
    expect(it.write('team.vaults', 'x').refused).toBeNull();
  });

  test('its tests are asked for, by their exit code; a part of them, or a run that hides it, proves nothing', () => {
    const repo = noted(PINNED);
    const programs = path.join(repo.area, 'on-path');
    mkdirSync(programs);
    writeFileSync(path.join(programs, 'note'), '#!/bin/sh\ntest ! -e broken\n', { mode: 0o755 });
    repo.environment.PATH = `${programs}:${repo.environment.PATH}`;
    const it = start(repo);
    it.bash('echo two > a.note && git add -A && git commit -qm two');
    const push = 'git push -q -u origin HEAD';
    expect(it.bash(push).refused).toMatch(/PUSH_UNTESTED.*note-test/s);
    it.bash('note test --only one');
    expect(it.bash(push).refused).toMatch(/PUSH_(UNKNOWN|PARTIAL)/);
    it.bash('note test || true');
    expect(it.bash(push).refused).toMatch(/PUSH_(UNKNOWN|PARTIAL)/);
    it.bash('touch broken; note test');
    expect(it.bash(push).refused).toMatch(/PUSH_RED/);
    it.bash('rm broken');
    it.bash('note test');
    expect(it.bash(push)).toMatchObject({ refused: null, exit: 0 });
  });

  test('one that is not pinned waits for a person, and the finding has the digest', () => {
    const repo = noted(UNPINNED);
    const run = cli(repo, ['preset', 'list']);
    expect(run.stdout).toBe('No preset matches a folder here.\n');
    expect(run.stderr).toContain(`pin it: sha256: ${digest(NOTE)}`);
    expect(run.stderr).toContain('flow-hooks apply');
  });

  test.each([
    ['another file than the pinned one', NOTE.replace('"3"', '"4"'), 'the sha256 of its preset.json is'],
    ['no file', null, 'node_modules/@acme/preset-note/preset.json cannot be read; install the package'],
  ])('%s is not taken', (_name, text, said) => {
    const repo = repository({ files: { ...FILES, 'flow.config.yaml': PINNED } });
    if (text !== null) installPreset(repo, text);
    const run = cli(repo, ['preset', 'list']);
    expect(run.stdout).toBe('No preset matches a folder here.\n');
    expect(run.stderr).toContain(said);
  });

  test('CI goes by the base branch: a preset that is not pinned there is an error, a pinned one is in force', () => {
    const codesOf = (config: string) => {
      const { status, stdout } = cli(noted(config), ['verify', '--json', '--base', 'origin/main']);
      return [status, JSON.stringify(JSON.parse(stdout))] as const;
    };
    expect(codesOf(UNPINNED)).toEqual([1, expect.stringContaining('POLICY_INVALID')]);
    expect(codesOf(PINNED)[1]).not.toContain('POLICY_INVALID');
  });

  test('a file that is no preset is named with the place of its mistake', () => {
    const broken = NOTE.replace('"priority": 5', '"prority": 5');
    const config = `presets: [{ package: '@acme/preset-note', sha256: ${digest(broken)} }]\n`;
    const repo = repository({ files: { ...FILES, 'flow.config.yaml': config } });
    installPreset(repo, broken);
    expect(cli(repo, ['preset', 'list']).stderr).toMatch(/presets\.0: @acme\/preset-note: .*prority/);
  });

  test('what the agent changes in node_modules changes nothing, and is told', () => {
    const repo = noted(PINNED);
    const it = start(repo);
    expect(it.write('team.vault', 'x').refused).toContain('SENSITIVE');
    installPreset(repo, NOTE.replace('"*.vault"', '"*.vaults"'));
    expect(it.write('team.vault', 'x').refused).toContain('SENSITIVE');
    const run = cli(repo, ['preset', 'list']);
    expect(run.stdout).toContain('note: note.json is there');
    expect(run.stderr).toContain('the sha256 of its preset.json is');
    // Not installed in this work tree: what came into force stays, and nothing is said.
    repo.git('clean', '-fdxq');
    expect(cli(repo, ['preset', 'list'])).toMatchObject({ stdout: '.  note: note.json is there\n', stderr: '' });
  });

  test.skipIf(!HAS_SCRIPT)('a person applies it at a terminal, and sees all of it; again when it changes', async () => {
    const repo = noted(UNPINNED);
    const applied = await atTerminal(repo, ['apply']);
    expect(applied.text).toContain('+      "command": "note test"');
    expect(applied.text).toContain('Applied');
    expect(cli(repo, ['preset', 'list'])).toMatchObject({ stdout: '.  note: note.json is there\n', stderr: '' });
    installPreset(repo, NOTE.replace('"version": "3"', '"version": "4"'));
    expect(cli(repo, ['preset', 'show', 'note']).stdout).toContain('(v3)');
    const again = await atTerminal(repo, ['apply']);
    expect(again.text).toMatch(/-\s+"version": "3",\n\+\s+"version": "4",/);
    expect(cli(repo, ['preset', 'show', 'note']).stdout).toContain('(v4)');
  });
});

describe('U17: a preset is shown whole', () => {
  const shown = (repo: TempRepo, ...words: string[]) => cli(repo, ['preset', 'show', ...words]).stdout;

  test.each(PRESETS.map(({ id }) => id))('U17: %s: what is shown is all of it, and is a preset', (id) => {
    const repo = repository();
    const preset = PRESETS.find((one) => one.id === id)!;
    const data = JSON.parse(shown(repo, id, '--data'));
    expect(data).toEqual(JSON.parse(JSON.stringify(preset)));
    expect(checkPreset(data)).toMatchObject({ ok: true });
    const [report] = JSON.parse(shown(repo, id, '--json')).presets;
    expect(report).toMatchObject({ classes: preset.classes, definition: data });
    expect(report.runners.map((runner: { selection: object }) => runner.selection)).toEqual(
      data.runners.map((runner: { selection: object }) => runner.selection),
    );
  });

  test('U17: people see classes and what arguments select, too', () => {
    const text = shown(repository(), 'go');
    expect(text).toMatch(/^ {6}generated: vendor\/\*\*/m);
    expect(text).toMatch(/^ {8}selection:\n {10}valued: -C, -p, /m);
    expect(text).toMatch(/^ {8}units:\n {10}kind: folder\n {10}tests: \*_test\.go$/m);
  });

  test('U17: what is shown, saved as a preset of the project, is in force and decides as before', () => {
    const saved = shown(repository(), 'go', '--data').replace('"title": "Go"', '"title": "Our Go"');
    const files = { '.gitignore': 'node_modules\n', 'go.mod': 'module a\n', 'a_test.go': 'package a\n' };
    const config = `presets: [{ package: '@acme/preset-note', sha256: ${digest(saved)} }]\n`;
    const repo = repository({ files: { ...files, 'flow.config.yaml': config } });
    installPreset(repo, saved);
    const suites = () => JSON.parse(cli(repo, ['status', '--json']).stdout);
    expect(JSON.parse(shown(repo, 'go', '--json')).presets).toMatchObject([
      { title: 'Our Go', package: '@acme/preset-note', sha256: digest(saved) },
    ]);
    expect(suites()).toMatchObject({ policy: [], suites: [{ suite: 'go:.' }] });
    // Another text than the digest says is not in force.
    installPreset(repo, saved.replace('Our Go', 'Their Go'));
    expect(shown(repo, 'go', '--json')).not.toContain('Their Go');
  });

  test('U17: folders that a project chooses are no part of it, and --data needs a name', () => {
    const config = 'stacks:\n  typescript: { roots: outermost }\n';
    const repo = repository({ files: { 'package.json': '{}', 'flow.config.yaml': config } });
    expect(checkPreset(JSON.parse(shown(repo, 'typescript', '--data')))).toMatchObject({ ok: true });
    expect(cli(repo, ['preset', 'show', '--data'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('USAGE'),
    });
  });
});
