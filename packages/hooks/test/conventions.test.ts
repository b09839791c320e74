import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { remember, remembered } from '@flow/engine/facts/conventions/cache';
import { trustedFiles } from '@flow/engine/facts/conventions/trusted-files';
import type { Checked } from '@flow/engine/facts/conventions/violation';
import { findRepository, repositoryState } from '@flow/evidence';
import { type Agent, codexEvents, runHook, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, HOOK, repository, start, workspaceRoot } from './kit.js';

const LOG =
  'conventions: { rules: [{ name: no-log, files: ["*.ts"], text: console.log, message: Use the logger., severity: block }] }\n';

/** A repository whose base branch has a configuration and files, and no tests. */
function configured(config: string, files: Record<string, string> = {}): TempRepo {
  return repository({ files: { 'README.md': 'x\n', ...files, 'flow.config.yaml': config } });
}

/** A call of the Edit tool that has been made. */
function edit(it: Agent, repo: TempRepo, file: string, old: string, text: string): string {
  repo.write(file, repo.read(file).replace(old, text));
  const input = { file_path: repo.path(file), old_string: old, new_string: text };
  const { json } = it.send(it.events.postToolUse('Edit', input, { filePath: input.file_path }, 'e1'));
  return (json as { hookSpecificOutput?: { additionalContext?: string } })?.hookSpecificOutput?.additionalContext ?? '';
}

const commit = (it: Agent) => it.bash('git add -A && git commit -qm change');
const PUSH = 'git push -q -u origin HEAD';

/** A push that passes, and of which conventions and imports say nothing. */
function expectSilent({ refused, exit, told }: ReturnType<Agent['bash']>): void {
  expect([refused, exit]).toEqual([null, 0]);
  expect(told.join()).not.toMatch(/convention|entry points/i);
}

describe('D44 D45 conventions behind an edit', () => {
  test('the agent hears of a line that it adds, with place, rule and message', () => {
    const repo = configured(LOG);
    // Of a line that nobody reads to its end only the beginning is looked at.
    const text = `const a = 1;\nconsole.log(a);\n${' '.repeat(1000)}console.log(a);\n`;
    const told = start(repo).write('src/a.ts', text).told.join('\n');
    expect(told).toBe(
      'flow: The added lines break conventions of this project: src/a.ts:2 no-log: Use the logger. Change these lines; pushing them is refused.',
    );
  });

  test('D45 only of lines that are added: not of what was there, nor of what moved', () => {
    const repo = configured(LOG, { 'src/a.ts': 'console.log(1);\nconst a = 1;\n' });
    const it = start(repo);
    expect(it.write('src/a.ts', 'const a = 2;\nconsole.log(1);\n').told).toEqual([]);
    expect(edit(it, repo, 'src/a.ts', 'const a = 2;', 'const a = 3;')).toBe('');
    expect(edit(it, repo, 'src/a.ts', 'const a = 3;', 'const a = 3;\nconsole.log(2);')).toContain('src/a.ts:2 no-log');
    expect(edit(it, repo, 'src/a.ts', 'const a = 3;', 'const a = 4;')).toBe('');
    expect(edit(it, repo, 'src/a.ts', 'console.log(2);', '')).toBe('');
  });

  test('D45 a part of a line that makes it break a rule', () => {
    const repo = configured(LOG, { 'src/a.ts': 'console.warn(1);\n' });
    expect(edit(start(repo), repo, 'src/a.ts', 'warn', 'log')).toContain('src/a.ts:1 no-log');
  });

  test.each([
    ['another kind of file', 'src/a.md'],
    ['tests', 'src/a.test.ts'],
    ['dependencies', 'node_modules/x/a.ts'],
    ['vendored code', 'vendor/x/a.ts'],
    ['dependencies of another stack', 'node_modules/x/a.py'],
    ['generated code', 'dist/a.ts'],
    ['what the project leaves out', 'legacy/a.ts'],
    ['what the project calls generated', 'gen/a.ts'],
  ])('D46 not: %s', (_what, file) => {
    const log = LOG.replace('"*.ts"', '"*.{ts,py}"').replace('{ rules', "{ skip: ['legacy/**'], rules");
    const config = `${log}edits: { classes: { generated: ['gen/**'] } }\n`;
    // What else is told of a write into installed packages is no convention's.
    expect(start(configured(config)).write(file, 'console.log(1);\n').told.join()).not.toContain('no-log');
  });

  test('what the project itself calls source is looked at, wherever it lies', () => {
    const it = start(configured(`${LOG}edits: { classes: { source: ['vendor/own/**'] } }\n`));
    expect(it.write('vendor/own/a.ts', 'console.log(1);\n').told.join()).toContain('vendor/own/a.ts:1 no-log');
  });

  test('patterns, excuses, rules for tests, and severities', () => {
    const rules = [
      "{ name: any, files: ['*.ts'], pattern: ':\\s*any\\b', unless: 'any is fine', message: Say what it is. }",
      "{ name: only, files: ['*.test.ts'], tests: true, text: '.only(', message: Run all. }",
    ];
    const it = start(configured(`conventions: { rules: [${rules.join(', ')}] }\n`));
    const told = it.write('a.ts', 'let a: any;\nlet b: any; // any is fine\nlet c: anything;\n').told.join();
    expect(told).toContain('a.ts:1 any: Say what it is. Change these lines.');
    expect(told).not.toMatch(/a\.ts:[23]|refused/);
    expect(it.write('a.test.ts', 'test.only(x);\nlet a: any;\n').told.join()).toMatch(
      /a\.test\.ts:1 only: Run all\. Change/,
    );
  });

  test('nothing is configured: nothing is loaded behind an edit', () => {
    const it = start(configured('mode: enforce\n'));
    expect(it.write('a.ts', 'console.log(1);\n').told).toEqual([]);
    const input = { file_path: '/x/a.ts', content: 'x' };
    const run = it.send(it.events.postToolUse('Write', input, {}, 'c1'));
    expect([run.status, run.stdout]).toEqual([0, '']);
  });

  test('a rule that is switched off by its code, and an exception, are silent', () => {
    expect(
      start(configured(`${LOG}rules: { CONVENTION_BROKEN: "off" }\n`)).write('a.ts', 'console.log(1)').told,
    ).toEqual([]);
    const excepted = `${LOG}exceptions: [{ guard: push, path: 'tools/**', reason: a program for people, owner: anne }]\n`;
    const it = start(configured(excepted));
    expect(it.write('tools/a.ts', 'console.log(1)').told).toEqual([]);
    expect(it.write('src/a.ts', 'console.log(1)').told.join()).toContain('no-log');
  });

  test('files that are formatted are held against the rules as they are then', () => {
    const repo = configured(`${LOG}format: { onEdit: true, use: [prettier] }\n`, { '.gitignore': 'node_modules\n' });
    const body = "process.stdout.write('\\n' + require('fs').readFileSync(0, 'utf8'));";
    repo.write('node_modules/.bin/prettier', `#!${process.execPath}\n${body}`);
    chmodSync(repo.path('node_modules/.bin/prettier'), 0o755);
    const told = start(repo).write('a.ts', 'console.log(1);\n').told.join('\n');
    expect(told).toContain('formatted `a.ts`');
    expect(told).toContain('a.ts:2 no-log');
  });

  test('a pattern that takes too long on a long line is ended, and that is told', () => {
    const slow = "conventions: { rules: [{ name: slow, files: ['*.ts'], pattern: '.*.*.*x$', message: No x. }] }\n";
    const told = start(configured(slow))
      .write('a.ts', `${'a'.repeat(5000)}\n`.repeat(50))
      .told.join();
    expect(told).toContain('Convention slow could not run (it did not finish in time)');
  });

  test('a patch of another client: its added lines, and not those around them', () => {
    const repo = configured(LOG, { 'a.ts': 'console.log(0);\n1;\n' });
    start(repo);
    repo.write('a.ts', 'console.log(0);\nconsole.log(1);\n');
    const patch =
      '*** Begin Patch\n*** Update File: a.ts\n@@\n console.log(0);\n-1;\n+console.log(1);\n*** End Patch\n';
    const event = codexEvents('s', repo.root).postToolUse('apply_patch', { command: patch }, 'Done!', 'c1');
    const args = ['PostToolUse', '--host', 'codex'];
    const { status, stdout } = runHook(HOOK, event, { args, environment: repo.environment, cwd: repo.root });
    expect([status, stdout.includes('a.ts:2 no-log'), stdout.includes('a.ts:1')]).toEqual([0, true, false]);
  });

  test('install has the client tell of the end of edits only where there are rules', () => {
    const observed = (config: string) => {
      const repo = configured(config);
      start(repo).bash('git status');
      expect(cli(repo, ['install']).status).toBe(0);
      return (JSON.parse(repo.read('.claude/settings.json')) as { hooks: { PostToolUse: { matcher: string }[] } }).hooks
        .PostToolUse[0]!.matcher;
    };
    expect(observed(LOG)).toContain('|Write|Edit|');
    expect(observed("imports: [{ files: ['e2e/**'], forbid: [pg], message: x }]\n")).toContain('|Write|Edit|');
    expect(observed("migrations: ['schema/*.sql']\n")).not.toContain('Write');
  });

  test('words of a project reach the agent without what steers a terminal or hides', () => {
    const config = LOG.replace('Use the logger.', '"\\e[31mred\\u202e <system-reminder>"');
    const told = start(configured(config)).write('a.ts', 'console.log(1)').told.join();
    expect(told).toContain('no-log: red');
    expect(told).not.toMatch(/[\u001b\u202e]|<system/);
  });
});

describe('D44 conventions at a push', () => {
  test('a rule that blocks refuses the push, and the corrected line passes', () => {
    const repo = configured(LOG, { 'old.ts': 'console.log(0);\n' });
    const it = start(repo);
    repo.write('src/ä b.ts', 'console.log(1);\n');
    repo.write('old.ts', 'console.log(0);\nconst a = 1;\n');
    commit(it);
    const refused = it.bash(PUSH).refused;
    expect(refused).toContain(
      'CONVENTION_BROKEN: The added lines break conventions of this project: src/ä b.ts:1 no-log',
    );
    expect(refused).not.toContain('old.ts');
    repo.write('src/ä b.ts', 'log(1);\n');
    commit(it);
    expectSilent(it.bash(PUSH));
  });

  test('a line that looks like the header of a diff is a line', () => {
    const repo = configured(LOG, { 'a.ts': '1\n2\n3\n' });
    const it = start(repo);
    repo.write('a.ts', '1\n++ b/x.ts\n@@ -0,0 +1,9 @@\n3\nconsole.log(4);\n');
    commit(it);
    expect(it.bash(PUSH).refused).toContain('a.ts:5 no-log');
  });

  test('a rule that warns is told, and softened for branches of work in progress', () => {
    const warned = start(configured(LOG.replace('block', 'warn')));
    warned.write('a.ts', 'console.log(1)\n');
    commit(warned);
    const pushed = warned.bash(PUSH);
    expect([pushed.refused, pushed.told.join().includes('a.ts:1 no-log')]).toEqual([null, true]);
    const soft = start(configured(`${LOG}push: { branches: { 'feature/**': warn } }\n`));
    soft.write('a.ts', 'console.log(1)\n');
    commit(soft);
    expect(soft.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('CI says the same', () => {
    const repo = configured(LOG);
    const it = start(repo);
    it.write('a.ts', 'console.log(1)\n');
    commit(it);
    const verified = cli(repo, ['verify', 'HEAD']);
    expect([verified.status, verified.stdout.includes('CONVENTION_BROKEN')]).toEqual([1, true]);
    it.write('a.ts', 'log(1)\n');
    commit(it);
    expect(cli(repo, ['verify', 'HEAD']).status).toBe(0);
  });
});

const MODULE = `
export default ({ file, class: kind, language, lines }) =>
  lines.filter(({ text }) => text.includes('TODO')).map(({ line }) => ({ line, rule: 'todo', message: [file, kind, language].join(' ') }));
`;
const BY_MODULE =
  "conventions: { rules: [{ name: house, files: ['*.ts'], module: tools/house.mjs, severity: block }] }\n";

describe('D44 conventions that are programs of the project', () => {
  test('a function of a module: asked behind an edit and at the push', () => {
    const repo = configured(BY_MODULE, { 'tools/house.mjs': MODULE });
    const it = start(repo);
    expect(it.write('src/a.ts', 'a\n// TODO b\n').told.join()).toContain('src/a.ts:2 house/todo: src/a.ts source ts.');
    commit(it);
    expect(it.bash(PUSH).refused).toContain('src/a.ts:2 house/todo');
    it.write('src/a.ts', 'a\n');
    commit(it);
    expectSilent(it.bash(PUSH));
  });

  test('what another hook has just finished making, and has another name by now, is no fault of this one', () => {
    const repo = configured(BY_MODULE, { 'tools/house.mjs': MODULE });
    const area = path.join(repositoryState(findRepository(repo.root)!, repo.environment), 'conventions');
    mkdirSync(area, { recursive: true });
    // Listed, and not there when it is looked at.
    symlinkSync('gone', path.join(area, 'a-b'));
    expect(start(repo).write('a.ts', '// TODO b\n').told.join()).toContain('a.ts:1 house/todo: a.ts source ts.');
  });

  test('the examples of docs/conventions.md work', () => {
    const docs = readFileSync(path.join(workspaceRoot, 'docs/conventions.md'), 'utf8');
    const block = (language: string, at = 0) =>
      [...docs.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))][at]![1]!;
    const [request, answer] = [block('json'), block('json', 1)];
    const echo = `import { readFileSync } from 'node:fs'; const { version, files } = JSON.parse(readFileSync(0, 'utf8'));\nif (Object.keys(files[0]).join() === ${JSON.stringify(Object.keys(JSON.parse(request).files[0]).join())} && version === 1) process.stdout.write(${JSON.stringify(answer)});`;
    const rules = [
      "{ name: layers, files: ['src/**'], module: tools/layers.mjs }",
      "{ name: house, files: ['src/a.ts'], command: [node, tools/echo.mjs] }",
    ];
    const files = { 'tools/layers.mjs': block('js'), 'tools/echo.mjs': echo };
    const it = start(configured(`conventions: { rules: [${rules.join(', ')}] }\n`, files));
    expect(it.write('src/domain/a.ts', "import '../http/x';\n").told.join()).toContain(
      'src/domain/a.ts:1 layers/domain: The domain knows no HTTP.',
    );
    expect(it.write('src/a.ts', 'a\nb\n').told.join()).toContain('src/a.ts:2 house/no-log: Use the logger.');
  });

  test('any executable: files and added lines as JSON in, a list of places out', () => {
    const script = `#!/bin/sh\ncat > "$TMPDIR/asked"\necho '[{"line": 1, "message": "first"}, {"line": 2}, {"line": 9}]'\n`;
    const config =
      "conventions: { rules: [{ name: house, files: ['*.ts'], command: [tools/house, --strict], message: usual }] }\n";
    const repo = configured(config);
    repo.git('switch', '-q', 'main');
    repo.write('tools/house', script);
    chmodSync(repo.path('tools/house'), 0o755);
    repo.commit('a check');
    repo.git('push', '-q', 'origin', 'main');
    repo.git('switch', '-q', '-C', 'feature/login');
    const it = start(repo, { environment: { TMPDIR: repo.area, SECRET_TOKEN: 'x' } });
    const told = it.write('a.ts', 'one\ntwo\n').told.join();
    expect(told).toContain('a.ts:1 house: first; a.ts:2 house: usual. Change');
    // No program makes a rule that warns refuse.
    expect(told).not.toMatch(/:9|refused/);
    expect(JSON.parse(readFileSync(`${repo.area}/asked`, 'utf8'))).toEqual({
      version: 1,
      root: repo.root,
      files: [
        {
          file: 'a.ts',
          class: 'source',
          language: 'ts',
          lines: [
            { line: 1, text: 'one' },
            { line: 2, text: 'two' },
          ],
        },
      ],
    });
  });

  test('an executable that answers before it has read everything has answered, and one that fails so has failed', () => {
    const answering = '#!/bin/sh\nexec 0<&-\necho \'[{"line": 1, "message": "asked"}]\'\n';
    const config =
      "conventions: { rules: [{ name: house, files: ['*.ts'], command: [tools/house], message: usual }, { name: odd, files: ['*.ts'], command: [tools/odd], message: usual }] }\n";
    const repo = configured(config);
    repo.git('switch', '-q', 'main');
    repo.write('tools/house', answering);
    repo.write('tools/odd', '#!/bin/sh\nexec 0<&-\necho no idea >&2\nexit 3\n');
    for (const name of ['tools/house', 'tools/odd']) chmodSync(repo.path(name), 0o755);
    repo.commit('checks');
    repo.git('push', '-q', 'origin', 'main');
    repo.git('switch', '-q', '-C', 'feature/login');
    // More than a pipe takes without a reader.
    const told = start(repo).write('a.ts', 'one line of many\n'.repeat(8_000)).told.join();
    expect(told).toContain('a.ts:1 house: asked. Change');
    expect(told).toContain('Convention odd could not run (exit code 3: no idea)');
  });

  test('what the agent writes into a check does not run: the version of the base branch does, with what lies beside it', () => {
    const outer =
      "import { word } from './word.mjs';\nexport default ({ lines }) => lines.filter(({ text }) => text.includes(word));\n";
    const repo = configured(BY_MODULE, { 'tools/house.mjs': outer, 'tools/word.mjs': "export const word = 'TODO';\n" });
    const it = start(repo);
    const evil = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(`${repo.area}/ran`)}, ''); export const word = '?';\n`;
    it.write('tools/word.mjs', evil);
    it.write('tools/house.mjs', `${evil}export default () => [];\n`);
    expect(it.write('a.ts', 'TODO\n').told.join()).toContain('a.ts:1 house');
    commit(it);
    expect(it.bash(PUSH).refused).toContain('a.ts:1 house');
    expect(readdirSync(repo.area)).not.toContain('ran');
  });

  test('a check that is not on the base branch does not run, and that is told once', () => {
    const repo = configured(BY_MODULE);
    const it = start(repo);
    it.write('tools/house.mjs', MODULE);
    const told = it.write('a.ts', 'TODO\n').told.join();
    expect(told).toContain('Convention house could not run (tools/house.mjs is not on the base branch)');
    expect(it.write('b.ts', 'TODO\n').told).toEqual([]);
    commit(it);
    const pushed = it.bash(PUSH);
    expect([pushed.refused, pushed.told.join().includes('Convention house could not run')]).toEqual([null, true]);
  });

  test.each([
    ['it throws', "export default () => { throw new Error('no idea'); };", 'exit code 1: no idea'],
    ['it exports nothing', '', 'it exports no function by default'],
    ['it does not end', 'export default () => new Promise(() => setInterval(() => {}, 1000));', 'it took longer than'],
    [
      'it prints without end',
      'export default () => { for (;;) process.stderr.write("x".repeat(1e6)); };',
      'could not run',
    ],
    ['its answer is no list of places', 'export default () => 5;', 'could not run'],
    ['a place of its answer has no line', 'export default () => [{ row: 1 }];', 'an entry of its answer has no line'],
  ])('it is open: %s', (_what, body, why) => {
    const it = start(configured(BY_MODULE, { 'tools/house.mjs': body }));
    const told = it.write('a.ts', 'TODO\n').told.join();
    expect(told).toContain('Convention house could not run');
    expect(told).toContain(why);
  });

  test('one that does not end takes the others no answer, and stops no push', () => {
    const rules = ['tools/hangs.mjs', 'tools/house.mjs'].map(
      (file) => `{ name: ${path.basename(file, '.mjs')}, files: ['*.ts'], module: ${file} }`,
    );
    const it = start(
      configured(`conventions: { rules: [${rules.join(', ')}] }\n`, {
        'tools/hangs.mjs': 'export default () => new Promise(() => setInterval(() => {}, 1000));',
        'tools/house.mjs': MODULE,
      }),
    );
    it.write('a.ts', '// TODO b\n');
    commit(it);
    const { refused, exit, told } = it.bash(PUSH);
    expect([refused, exit]).toEqual([null, 0]);
    expect(told.join()).toMatch(/Convention hangs could not run \(it took longer than/);
    expect(told.join()).toContain('a.ts:1 house');
  });

  test('what it prints by itself is no answer, and it gets no variables that hold secrets', () => {
    const body = `console.log('[]x'); export default ({ root }) => [{ line: 1, message: Object.keys(process.env).sort().join(' ') + process.env.PATH.includes(root), severity: 'warn' }];`;
    const repo = configured(BY_MODULE, { 'tools/house.mjs': body });
    const it = start(repo, {
      environment: { API_TOKEN: 'x', NODE_ENV: 'y', PATH: `${repo.path('bin')}:${repo.environment.PATH}` },
    });
    const told = it.write('a.ts', 'a\n').told.join();
    // No program of the repository is found on it, and what it only warns of is no refusal.
    expect(told).toMatch(/ PATH(?: \w+)*false\. Change these lines\.$/);
    expect(told).not.toMatch(/API_TOKEN|NODE_ENV|FLOW_|GIT_/);
  });

  test('a push asks a program once for one content: git’s own hook knows the answer of the client’s', () => {
    const counting = `import { appendFileSync } from 'node:fs'; import { tmpdir } from 'node:os';\nexport default () => { appendFileSync(tmpdir() + '/calls', 'x'); return []; };`;
    const repo = configured(BY_MODULE, { 'tools/house.mjs': counting });
    const it = start(repo, { environment: { TMPDIR: repo.area } });
    repo.write('a.ts', 'a\n');
    expect(cli(repo, ['install'], { environment: { TMPDIR: repo.area } }).status).toBe(0);
    commit(it);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
    expect(readFileSync(path.join(repo.area, 'calls'), 'utf8')).toBe('x');
    repo.write('a.ts', 'b\n');
    commit(it);
    it.bash(PUSH);
    expect(readFileSync(path.join(repo.area, 'calls'), 'utf8')).toBe('xx');
  });
});

test('D44 an answer is kept for its content, under our mark, where all was asked; of the base branch no more runs than lies beside a check', () => {
  const files = {
    'tools/house': '',
    'own/check': 'check\n',
    'large/check': '',
    'large/data': 'x'.repeat(5 * 1024 * 1024),
  };
  const repo = configured(LOG, files);
  const at = findRepository(repo.root)!;
  const keep = (content: string, checked: Checked) => remember(content, checked, at, repo.environment);
  const kept = (content: string) => remembered(content, at, repo.environment);
  const line = { file: 'a.ts', line: 1, rule: 'no-log', message: 'Use the logger.' };
  const broken: Checked = { violations: [{ code: 'CONVENTION_BROKEN', severity: 'block', ...line }], unrun: [] };
  keep('one', broken);
  expect(kept('one')).toEqual(broken);
  expect(kept('other')).toBeNull();
  const file = path.join(repositoryState(at, repo.environment), 'conventions.json');
  const forged = { ...JSON.parse(readFileSync(file, 'utf8')), checked: { violations: [], unrun: [] } };
  writeFileSync(file, JSON.stringify(forged));
  expect(kept('one')).toBeNull();
  keep('two', { violations: [], unrun: [{ rule: 'house', why: 'no time was left' }] });
  expect(kept('two')).toBeNull();

  const taken = (...command: string[]) => trustedFiles({ command }, 'HEAD', at, repo.environment, Date.now() + 10_000);
  expect(taken('tools/house', '../outside', 'a/../../outside', '--strict')).toHaveProperty('folder');
  expect(taken('large/check')).toMatchObject({ why: expect.stringContaining('its folder has more than') });
  // 33.3d What it starts, it starts outside of any seal: an object that somebody else has put in the place of its own is none.
  const id = repo.git('rev-parse', 'HEAD:own/check');
  const object = repo.path('.git/objects', id.slice(0, 2), id.slice(2));
  chmodSync(object, 0o644);
  writeFileSync(object, deflateSync('blob 5\0evil\n'));
  expect(taken('own/check')).toMatchObject({ why: expect.stringContaining('git fsck') });
});

describe('C30 tests that reach past the entry points', () => {
  const GUARD =
    "imports: [{ files: ['e2e/**'], forbid: ['src/internal/**', pg], allow: ['src/internal/testing/**'], message: Tests use the public API. }]\n";

  test('told behind the edit and at the push, and no refusal until the project says so', () => {
    const repo = configured(GUARD);
    const it = start(repo);
    const text = "import { a } from '../src/index.js';\nimport {\n  b,\n} from '../src/internal/db.js';\n";
    expect(it.write('e2e/cart.test.ts', text).told.join()).toBe(
      "flow: A test imports code behind this project's entry points: e2e/cart.test.ts:2 ../src/internal/db.js: Tests use the public API.",
    );
    commit(it);
    const pushed = it.bash(PUSH);
    expect([pushed.refused, pushed.told.join().includes('e2e/cart.test.ts:2')]).toEqual([null, true]);
  });

  test('refused where the project wants it', () => {
    const it = start(configured(GUARD.replace('API. }', 'API., severity: block }')));
    it.write('e2e/cart.test.ts', "const pg = require('pg');\n");
    commit(it);
    expect(it.bash(PUSH).refused).toContain('IMPORT_BYPASS: A test imports code behind');
  });

  test('nothing is said of entry points, of what is allowed, of comments and texts, of other files, of what was there', () => {
    const old = "import '../src/internal/old.js';\n";
    const repo = configured(GUARD, { 'e2e/old.test.ts': old });
    const it = start(repo);
    const honest = [
      "import { a } from '../src/index.js';",
      "import { fake } from '../src/internal/testing/fake.js';",
      "// import '../src/internal/db.js'",
      'const text = "import \'pg\'";',
      "import pgp from 'pg-promise';",
    ].join('\n');
    expect(it.write('e2e/cart.test.ts', `${honest}\n`).told).toEqual([]);
    expect(it.write('src/cart.ts', "import pg from 'pg';\n").told).toEqual([]);
    expect(it.write('e2e/old.test.ts', `${old}const a = 1;\n`).told).toEqual([]);
    commit(it);
    expectSilent(it.bash(PUSH));
  });
});

describe('D6 D44 conventions of presets', () => {
  const GO = 'package cart\n\nfunc Show() {\n\tfmt.Println(1)\n\t_ = save()\n}\n';

  test('nobody hears of them until the project switches them on', () => {
    expectSilent(start(configured('{}\n')).write('cart.go', GO));
  });

  test('switched on, the agent hears of added lines, by preset and rule, and a push passes', () => {
    const repo = configured('conventions: { presets: true }\n', { 'old.go': 'package cart\n' });
    const it = start(repo);
    const told = it.write('cart.go', GO).told.join();
    expect(told).toContain('cart.go:4 go/no-print');
    expect(told).toContain('cart.go:5 go/no-ignored-error');
    expect(it.write('cart.py', 'def add(to=[]):\n    pass\n').told.join()).toContain(
      'cart.py:1 python/no-mutable-default',
    );
    commit(it);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('one preset, without one of its rules, and a rule of the project in the place of another', () => {
    const own = "{ name: go/no-print, files: ['*.go'], text: fmt.Println, message: Use the logger., severity: block }";
    const config = `conventions: { presets: [go], off: [go/no-ignored-error], rules: [${own}] }\n`;
    const it = start(configured(config));
    const told = it.write('cart.go', GO).told.join();
    expect(told).toContain('cart.go:4 go/no-print: Use the logger.');
    expect(told).not.toContain('ignored');
    expectSilent(it.write('cart.py', 'def add(to=[]):\n    pass\n'));
    commit(it);
    expect(it.bash(PUSH).refused).toContain('go/no-print');
  });

  test('a file of the main package prints, wherever it lies, behind an edit and at a push', () => {
    const it = start(configured('conventions: { presets: true }\n'));
    expectSilent(it.write('server.go', 'package main\n\nfunc main() {\n\tfmt.Println(1)\n\tpanic(2)\n}\n'));
    commit(it);
    expectSilent(it.bash(PUSH));
  });
});
