import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isFullyArmed } from '@flow/engine/places/armed';
import { lookFile } from '@flow/engine/places/front';
import { frontSource } from '@flow/engine/places/front-source';
import { launcherSource } from '@flow/engine/places/launcher';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import { findRepository, repositoryState } from '@flow/evidence';
import { agent, events, hookHere, type TempRepo, tempRepo } from '@flow/test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frontText } from '../src/install/project/front-line.js';
import { cli, HOOK, repository, start } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

/* The front: a shell file that answers calls of the shell which can matter to nothing. Each text that it takes is put to the hook, too. */

const BUSYBOX = ['/bin/busybox', '/usr/bin/busybox', process.env.FLOW_BUSYBOX ?? ''].find(
  (file) => file && existsSync(file),
);
const SHELLS: [name: string, words: string[]][] = [
  ['the file itself', []],
  ...['/bin/dash', '/bin/bash', '/usr/bin/bash']
    .filter((file) => existsSync(file))
    .slice(0, 2)
    .map((file): [string, string[]] => [path.basename(file), file.endsWith('bash') ? [file, '--posix'] : [file]]),
  ...(BUSYBOX ? [['busybox', [BUSYBOX, 'sh']] as [string, string[]]] : []),
];
const EVENTS = ['PreToolUse', 'PostToolUse'] as const;
type EventName = (typeof EVENTS)[number];

let repo: TempRepo;
/** A folder with the front, and in place of node and the launcher what tells the bytes that came. */
let place: string;
const answer = hookHere(HOOK);

beforeAll(() => {
  repo = tempRepo({ branch: 'feature/login', files: { 'flow.config.yaml': 'front: posix\n', 'a.txt': 'a\n' } });
  agent({ hook: HOOK, repo, answer }).start();
  place = path.join(repo.area, 'place');
  mkdirSync(path.join(place, 'bin'), { recursive: true });
  writeFileSync(path.join(place, 'flow-front'), frontSource('1.2.3'), { mode: 0o755 });
  writeFileSync(path.join(place, 'flow.cjs'), '');
  // What the front has read lies behind descriptor 3, the rest in standard input.
  const node = `#!/bin/sh
printf 'handed on %s %s ' "$2" "$FLOW_FRONT"
case $FLOW_FRONT in *.*) cat /dev/fd/3 - ;; *) cat ;; esac | sha256sum
exit 7
`;
  writeFileSync(path.join(place, 'bin/node'), node, { mode: 0o755 });
});
afterAll(() => repo.dispose());

const digestOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

interface Asked {
  words?: readonly string[];
  front?: string;
  environment?: Record<string, string>;
}

/** Asks the front. @returns `taken` where it has left without a word, `handed on` where the same bytes went on, else how it ended */
function ask(
  name: EventName,
  input: Buffer | string,
  { words = [], front = path.join(place, 'flow-front'), environment = {} }: Asked = {},
): string {
  const [program = '', ...rest] = [...words, front, name];
  const env = { ...repo.environment, PATH: `${path.join(place, 'bin')}:${repo.environment.PATH}`, ...environment };
  const run = spawnSync(program, rest, { input, env, encoding: 'utf8', timeout: 20_000 });
  if (run.status === 0 && run.stdout === '' && run.stderr === '') return 'taken';
  const [, told, ahead, digest] = /^handed on (\w+) \d+(?:\.(\d+))? (\w+) {2}-\n$/.exec(run.stdout) ?? [];
  const bytes = Buffer.from(input);
  const read = Number(ahead);
  const sent = ahead ? Buffer.concat([bytes.subarray(0, read), Buffer.from('\n'), bytes.subarray(read)]) : bytes;
  if (run.status === 7 && told === name && digest === digestOf(sent)) return 'handed on';
  return `left with ${run.status}: ${run.stderr}${run.stdout}`;
}

const build = () => events('22222222-2222-4222-8222-222222222222', repo.root, { home: repo.home });
const pre = (command: string, more: object = {}) =>
  JSON.stringify({ ...build().preToolUse('Bash', { command, description: 'a "word"' }, 't'), ...more });
const RESPONSE = {
  stdout: 'a\n"b" \u2713 \\ c\n',
  stderr: '',
  interrupted: false,
  isImage: false,
  noOutputExpected: false,
};
const post = (command: string, more: object = {}, response: object = { ...RESPONSE, stdout: 'a\n"b" \u2713\n' }) =>
  JSON.stringify({ ...build().postToolUse('Bash', { command }, response, 't'), ...more });

describe.each(SHELLS)('35.1 in %s', (_, words) => {
  test('a call that can matter to nothing is taken without a word, before and after, as the hook would', () => {
    for (const command of [
      'ls',
      'ls -la a.txt',
      'git status',
      'git status --short -b',
      'pwd',
      'cat -- a.txt',
      'wc -l a.txt',
    ])
      for (const [name, text] of [
        ['PreToolUse', pre(command)],
        ['PostToolUse', post(command)],
        ['PostToolUse', `${post(command)}\n`],
      ] as const) {
        expect([command, name, ask(name, text, { words })]).toEqual([command, name, 'taken']);
        expect(answer(text, repo.environment, repo.root)).toMatchObject({ status: 0, stdout: '', stderr: '' });
      }
  });

  test('any other event is handed on byte for byte', () => {
    const binary = Buffer.concat([
      Buffer.from(Array.from({ length: 255 }, (_value, at) => at + 1)),
      Buffer.from('\r\n\xff\xfe', 'latin1'),
    ]);
    const odd: [EventName, Buffer | string][] = [
      ...[
        'git push',
        'rm a.txt',
        'ls; ls',
        'ls $X',
        "ls 'a'",
        'ls \\a',
        'lss',
        './ls',
        'node_modules/.bin/ls',
        'git st',
        'git -c a=b status',
        'ls --=x',
        'true -n',
        'git',
        '',
        'ls ~',
        'sort -o x a.txt',
      ].map((command): [EventName, string] => ['PreToolUse', pre(command)]),
      ['PreToolUse', pre('ls', { agent_id: 'a' })],
      ['PreToolUse', pre('ls', { agent_type: 'reviewer' })],
      ['PreToolUse', pre('ls', { more: 1 })],
      ['PreToolUse', pre('ls').replace('"Bash"', '"Bash","tool_name":"Bash"')],
      ['PreToolUse', pre('ls').replace('"command":"ls"', '"command":"git push","command":"ls"')],
      ['PreToolUse', pre('ls').replace('"ls"', '"\\u006cs"')],
      ['PreToolUse', pre('ls').replace('"Bash"', '"bash"')],
      ['PreToolUse', pre('ls').replace(/\{/, '{ ')],
      ['PreToolUse', `${pre('ls')}0+1 records in\n`],
      ['PreToolUse', `${pre('ls')}\n0+1 records in\n0+1 records out\n`],
      ['PreToolUse', `${pre('ls')}\n\n`],
      ['PreToolUse', `\ufeff${pre('ls')}`],
      ['PreToolUse', pre('ls').slice(0, -1)],
      ['PreToolUse', pre('ls').replace('"t"', '"t\u0001"')],
      ['PreToolUse', post('ls')],
      ['PostToolUse', pre('ls')],
      ['PostToolUse', post('git diff')],
      ['PostToolUse', post('git add a.txt')],
      ['PostToolUse', post('ls', {}, { ...RESPONSE, bashEditDiff: [] })],
      ['PostToolUse', post('ls', {}, RESPONSE)],
      ['PostToolUse', post('ls').replace('\\n', '\\x')],
      ['PostToolUse', post('ls').replace('\\n', '\\u12g4')],
      ['PreToolUse', pre('ls', { cwd: `${repo.root}/../repo` })],
      ['PreToolUse', pre('ls', { cwd: `${repo.root}/nowhere` })],
      ['PreToolUse', pre('ls', { cwd: repo.area })],
      ['PreToolUse', ''],
      ['PreToolUse', '{'],
      ['PreToolUse', '"'.repeat(3000)],
      ['PostToolUse', binary],
      ['PreToolUse', Buffer.from(pre('ls').replace('"t"', '"\xff"'), 'latin1').subarray(1)],
      // A byte of value 0 behind what the front reads is for no shell to drop.
      ['PreToolUse', Buffer.concat([Buffer.from(pre('ls').padEnd(30_000, 'x')), Buffer.alloc(2)])],
      ...[8191, 8192, 8193, 24_575, 24_576, 24_577, 100_000, 5_000_000].map((size): [EventName, string] => [
        'PreToolUse',
        pre('ls').padEnd(size, 'x'),
      ]),
    ];
    for (const [name, input] of odd)
      expect([name, String(input).slice(-300), ask(name, input, { words })]).toEqual([
        name,
        String(input).slice(-300),
        'handed on',
      ]);
    // Whatever language the shell thinks the bytes are of.
    for (const LC_ALL of ['C', 'C.UTF-8'])
      for (const input of [binary, Buffer.concat(Array<Buffer>(200).fill(binary))])
        expect([LC_ALL, ask('PreToolUse', input, { words, environment: { LC_ALL } })]).toEqual([LC_ALL, 'handed on']);
  });

  test('35.1 bytes that a shell drops are no call that is judged: it is refused, and no other event refuses anything', () => {
    const zero = (text: string) => Buffer.from(text.replace('"t"', '"t\0"'));
    expect(ask('PreToolUse', zero(pre('ls')), { words })).toMatch(
      /^left with 2: [\s\S]*flow-hooks: the event holds bytes/,
    );
    expect(ask('PostToolUse', zero(post('ls')), { words })).toMatch(
      /^left with 1: [\s\S]*flow-hooks: the event holds bytes/,
    );
    expect(ask('PreToolUse', Buffer.concat([Buffer.from(pre('ls')), Buffer.alloc(3)]), { words })).toMatch(
      /^left with 2/,
    );
  });

  test('35.1 without node, without the launcher, and with half a merge in it, the call is refused before and nothing behind', () => {
    const half = path.join(repo.area, 'half');
    const text = readFileSync(path.join(place, 'flow-front'), 'utf8');
    const at = text.indexOf('# Version');
    writeFileSync(
      half,
      `${text.slice(0, at)}<<<<<<< HEAD\n# Version 1\n=======\n# Version 2\n>>>>>>> b\n${text.slice(at)}`,
      { mode: 0o755 },
    );
    const bare = { PATH: path.join(repo.area, 'empty') };
    mkdirSync(bare.PATH, { recursive: true });
    for (const program of ['dd', 'cat', 'sh'])
      if (!existsSync(path.join(bare.PATH, program)))
        symlinkSync(
          spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim(),
          path.join(bare.PATH, program),
        );
    const alone = path.join(repo.area, 'alone');
    cpSync(path.join(place, 'flow-front'), alone);
    for (const [name, code] of [
      ['PreToolUse', 2],
      ['PostToolUse', 1],
    ] as const) {
      const push = name === 'PreToolUse' ? pre('git push') : post('git push');
      expect(ask(name, push, { words, environment: bare })).toContain(`left with ${code}: flow-hooks: Node is not`);
      expect(ask(name, push, { words, front: alone })).toContain(`left with ${code}: flow-hooks: the launcher`);
      expect(ask(name, push, { words, front: half })).toContain(`left with ${code}: `);
    }
    const [program = '', ...rest] = [...words, path.join(place, 'flow-front')];
    // Without an event it is another client that drops the words, to which any failure is a refusal.
    expect(spawnSync(program, rest, { input: pre('git push') })).toMatchObject({ status: 0 });
    expect(spawnSync(program, [...rest, 'Stop'], { input: '{}' })).toMatchObject({ status: 1 });
  });

  test('35.1 a change of a protected file is never used up: the hook still finds what the front has passed over', () => {
    const file = path.join(repo.root, '.claude/settings.json');
    mkdirSync(path.dirname(file), { recursive: true });
    const before = statSync(lookFile(repo.root, repo.environment)).mtime;
    const other = path.join(repo.area, 'other.json');
    const changes: [name: string, change: () => void, isSeen: boolean][] = [
      ['written', () => writeFileSync(file, '{"a":1}'), true],
      [
        'written, and dated back',
        () => {
          writeFileSync(file, '{"a":2}');
          utimesSync(file, before, new Date(1));
        },
        false,
      ],
      ['deleted', () => rmSync(file), true],
      ['a link', () => symlinkSync(other, file), true],
      [
        'renamed over, with an old date',
        () => {
          rmSync(file, { force: true });
          writeFileSync(other, '{"b":1}');
          utimesSync(other, before, new Date(1));
          renameSync(other, file);
        },
        false,
      ],
      ['opened to all, not written to', () => chmodSync(file, 0o666), false],
    ];
    const end = post('ls');
    for (const [name, change, isSeen] of changes) {
      answer(end, repo.environment, repo.root);
      expect([name, ask('PostToolUse', end, { words })]).toEqual([name, 'taken']);
      change();
      const asked = ask('PostToolUse', end, { words });
      if (isSeen) expect([name, asked]).toEqual([name, 'handed on']);
      expect(['taken', 'handed on']).toContain(asked);
      expect([name, answer(end, repo.environment, repo.root).stdout.includes('.claude/settings.json')]).toEqual([
        name,
        true,
      ]);
    }
    rmSync(file, { force: true });
    answer(end, repo.environment, repo.root);
  });
});

test('35.1 hook and launcher read what lies ahead and the rest as one text, and refuse a call whose bytes a shell has changed', () => {
  const alone = path.join(repo.area, 'lone/.claude/hooks/flow.cjs');
  mkdirSync(path.dirname(alone), { recursive: true });
  writeFileSync(alone, launcherSource('0.0.1'));
  const ahead = path.join(repo.area, 'ahead');
  const run = (program: string, name: EventName, text: string, at: number, told = at, behind = '\n') => {
    const bytes = Buffer.from(text);
    writeFileSync(ahead, Buffer.concat([bytes.subarray(0, at), Buffer.from(behind)]));
    const descriptor = openSync(ahead, 'r');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, name], {
      input: bytes.subarray(at),
      env: { ...repo.environment, FLOW_FRONT: `0.${told}` },
      cwd: repo.root,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe', descriptor],
    });
    closeSync(descriptor);
    return { status, stdout, stderr };
  };
  // The text is cut within a letter of two bytes.
  const text = pre('echo > .claude/settings.json', { session_id: '\u00e9'.repeat(100) });
  const cut = Buffer.from(text).indexOf('\u00e9') + 101;
  expect(run(HOOK, 'PreToolUse', text, cut)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('PROTECTED_WRITE'),
  });
  for (const [told, behind] of [
    [cut - 1, '\n'],
    [cut + 1, '\n'],
    [cut, ''],
    [cut, '\n\n'],
    [cut - 1, ''],
  ] as const)
    expect([told, behind, run(HOOK, 'PostToolUse', post('ls'), cut, told, behind).status]).toEqual([told, behind, 1]);
  const program = path.join(repo.area, 'lone/node_modules/@flow/hooks/dist');
  expect(run(alone, 'PreToolUse', pre('ls'), 40)).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(run(alone, 'PreToolUse', pre('git push'), 40)).toMatchObject({ status: 2 });
  mkdirSync(path.dirname(program), { recursive: true });
  symlinkSync(path.dirname(HOOK), program);
  expect(run(alone, 'PreToolUse', pre('ls'), 40)).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(run(alone, 'PreToolUse', pre('ls'), 40, 39)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('it lost bytes'),
  });
  expect(run(alone, 'PostToolUse', post('ls'), 40, 39)).toMatchObject({ status: 0, stdout: '' });
});

test('D33 35.1 whatever words and layouts come together, the hook has nothing to say of what the front takes', () => {
  const word = fc.constantFrom(
    'ls',
    'cat',
    'git',
    'status',
    'log',
    'push',
    'rev-parse',
    '-la',
    '--short',
    '--output=x',
    '-o',
    'a.txt',
    '.',
    '--',
    'x=y',
    '../a',
    '&&',
    '|',
    '>',
    '$X',
    'grep',
    'head',
    '-5',
    'find',
    '-delete',
    'stat',
    'tree',
  );
  const mixed = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
  const command = fc.oneof(
    mixed,
    fc.constantFrom('ls -la a.txt', 'git status --short', 'grep -n a a.txt', 'tree -L 2'),
  );
  const edit = fc.constantFrom(
    '',
    '{',
    '}',
    '"',
    '\\',
    ',',
    ':',
    '\n',
    ' ',
    '"tool_name":"Write",',
    '"agent_id":"x",',
    'é',
    '\0',
  );
  const event = fc.record({ command, edit, at: fc.integer({ min: 0, max: 900 }), isBefore: fc.boolean() });
  let taken = 0;
  let tried = 0;
  fc.assert(
    fc.property(event, ({ command: line, edit: text, at, isBefore }) => {
      tried += 1;
      const whole = isBefore ? pre(line) : post(line);
      const place = at % whole.length;
      const input = at % 2 === 0 ? whole : whole.slice(0, place) + text + whole.slice(place);
      const asked = ask(isBefore ? 'PreToolUse' : 'PostToolUse', input);
      if (input.includes('\0')) expect(asked).toMatch(/^left with [12]/);
      else if (asked !== 'taken') expect(asked).toBe('handed on');
      else {
        taken += 1;
        expect(answer(input, repo.environment, repo.root), input).toMatchObject({ status: 0, stdout: '', stderr: '' });
      }
    }),
    { numRuns: 150 },
  );
  expect(taken / tried).toBeGreaterThan(0.13);
});

test.each([
  ['reading is guarded', () => ({ marker: 'guards-reads' })],
  ['a workflow runs', () => ({ marker: 'runs' })],
  ['a driver leads the session', () => ({ environment: { FLOW_WORKTREE: '/x' } })],
  ['somebody looks for a fault', () => ({ environment: { FLOW_DEBUG: '1' } })],
  ['there is no home', () => ({ environment: { HOME: '' } })],
  ['nothing was looked at yet', () => ({ environment: { XDG_STATE_HOME: '/nowhere' } })],
])('35.1 the front hands everything on where %s', (_, made) => {
  const { marker, environment } = made() as { marker?: string; environment?: Record<string, string> };
  const file = marker && path.join(repositoryState(findRepository(repo.root)!, repo.environment), marker);
  if (file) writeFileSync(file, '');
  expect(ask('PreToolUse', pre('ls'), { ...(environment && { environment }) })).toBe('handed on');
  if (file) rmSync(file);
  expect(ask('PreToolUse', pre('ls'))).toBe('taken');
});

test('35.1 the front is asked for by the policy alone: install writes it executable, doctor knows it, and uninstall leaves no byte', () => {
  const other = repository({
    files: { 'flow.config.yaml': 'front: posix\n', '.claude/settings.json': '{\n  "model": "x"\n}\n' },
  });
  start(other);
  const file = other.path('.claude/hooks/flow-front');
  const settings = () => readFileSync(other.path('.claude/settings.json'), 'utf8');
  const given = settings();
  expect(cli(other, ['install']).status).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o755);
  const hooks = () =>
    (
      JSON.parse(settings()) as {
        hooks: Record<string, { matcher: string; hooks: { command: string; args: string[]; onFailure?: string }[] }[]>;
      }
    ).hooks;
  const entry = '${CLAUDE_PROJECT_DIR}/.claude/hooks/flow-front';
  const launcher = '${CLAUDE_PROJECT_DIR}/.claude/hooks/flow.cjs';
  expect(hooks().PreToolUse).toMatchObject([
    { matcher: 'Bash', hooks: [{ command: entry, args: ['PreToolUse'], onFailure: 'block' }] },
    {
      matcher: '^(?!(Bash|Read|Glob|Grep|LS|WebSearch|WebFetch|TodoWrite)$)',
      hooks: [{ command: launcher, args: ['PreToolUse'], onFailure: 'block' }],
    },
  ]);
  expect(hooks().PostToolUse).toMatchObject([
    { matcher: 'Bash', hooks: [{ command: entry, args: ['PostToolUse'] }] },
    { matcher: expect.stringMatching(/^\^\(PowerShell\|/), hooks: [{ command: launcher }] },
  ]);
  expect(isFullyArmed(settings())).toBe(true);
  expect(isFullyArmed(settings().replace('"matcher": "Bash"', '"matcher": "Bush"'))).toBe(false);
  expect(cli(other, ['install']).stdout).toContain('Everything is already in place');
  const check = () =>
    (JSON.parse(cli(other, ['doctor', '--json']).stdout) as { checks: { id: string; status: string }[] }).checks.find(
      ({ id }) => id === 'front',
    );
  expect(check()).toMatchObject({ status: 'ok' });
  chmodSync(file, 0o644);
  expect(check()).toMatchObject({ status: 'failure' });
  // What cannot be started by its name is no front: Node's entry stands again.
  other.git('config', 'core.fileMode', 'false');
  expect(cli(other, ['install']).status).toBe(0);
  expect([existsSync(file), hooks().PreToolUse!.length, isFullyArmed(settings())]).toEqual([false, 1, true]);
  expect(check()).toMatchObject({ status: 'warning' });
  other.git('config', 'core.fileMode', 'true');
  expect(cli(other, ['install']).status).toBe(0);
  expect(cli(other, ['uninstall']).status).toBe(0);
  expect([existsSync(file), settings()]).toEqual([false, given]);
});

describe.skipIf(!HAS_SCRIPT)('35.1 install asks a person once whether a front answers', () => {
  const QUESTION = 'in a tenth of the time? [Y/n] ';
  const asked = (of: TempRepo, reply: string, words = ['install']) =>
    atTerminal(of, words, { replies: [[QUESTION, reply]] });
  const config = (of: TempRepo) => readFileSync(of.path('flow.config.yaml'), 'utf8');
  const hasFront = (of: TempRepo) => existsSync(of.path('.claude/hooks/flow-front'));

  test('35.1 with a yes the line is written, in force at once, and the front stands; nothing is asked again', async () => {
    const other = repository({ files: { 'a.txt': 'a\n' } });
    const first = await asked(other, '');
    expect(first).toMatchObject({ status: 0, text: expect.stringContaining(QUESTION) });
    expect(first.text).toContain('flow.config.yaml');
    // 36: nobody is sent to apply what is in force.
    expect(first.text.replace(/\s+/g, ' ')).toMatch(
      /Installed\. Next: [^,]*flow-hooks doctor, then commit [^.]*\.claude\/.*flow\.config\.yaml/,
    );
    expect([config(other).endsWith('\nfront: posix\n'), hasFront(other)]).toEqual([true, true]);
    expect(readFileSync(other.path('.claude/settings.json'), 'utf8')).toContain('hooks/flow-front');
    expect(cli(other, ['apply']).stdout).toContain('already in force');
    const second = await asked(other, 'n');
    expect(second.text).toContain('Everything is already in place');
    expect(second.text).not.toContain(QUESTION);
  });

  test('35.1 it comes behind what a configuration in force says, and that stays in force', async () => {
    const rules = 'push:\n  untested: warn # later\n';
    const other = repository({ files: { 'flow.config.yaml': rules.trimEnd() } });
    start(other);
    expect((await asked(other, 'y')).status).toBe(0);
    expect([config(other), hasFront(other)]).toEqual([`${rules}front: posix\n`, true]);
    expect(cli(other, ['apply']).stdout).toContain('already in force');
  });

  test('35.1 with a no nothing is written of it, and nobody is asked or told again', async () => {
    const other = repository({ files: { 'a.txt': 'a\n' } });
    const first = await asked(other, 'n');
    expect([first.status, existsSync(other.path('flow.config.yaml')), hasFront(other)]).toEqual([0, false, false]);
    rmSync(other.path('.claude/hooks/flow.cjs'));
    const second = await asked(other, 'y');
    expect([second.status, second.text.includes(QUESTION), hasFront(other)]).toEqual([0, false, false]);
  });

  test('35.1 without a terminal nobody is asked, and one line says how; an agent is no person', async () => {
    const other = repository({ files: { 'a.txt': 'a\n' } });
    const { stdout } = cli(other, ['install', '--verbose']);
    expect(stdout.split('\n').filter((line) => line.includes('front: posix'))).toEqual([
      expect.stringMatching(/^note {3}A shell file can answer commands .* `npx flow-hooks install`\.$/),
    ]);
    expect([existsSync(other.path('flow.config.yaml')), hasFront(other)]).toEqual([false, false]);
    expect(cli(other, ['install']).stdout).not.toContain('front: posix');
    const nested = await atTerminal(other, ['install'], {
      replies: [[QUESTION, 'y']],
      environment: { CLAUDECODE: '1' },
    });
    expect([nested.text.includes(QUESTION), hasFront(other)]).toEqual([false, false]);
  });
});

test.each<[name: string, file: string, text: string | null, before: string, expected: string | null]>([
  ['it ends without a line end', 'flow.config.yaml', 'mode: monitor', 'mode: monitor', 'mode: monitor\nfront: posix\n'],
  ['a change in it waits for a person', 'flow.config.yaml', 'mode: monitor\n', '# none\n', null],
  ['it is JSON', 'flow.config.json', '{}\n', '{}\n', null],
  ['it is one mapping in braces', 'flow.config.yaml', '{ mode: monitor }\n', '{ mode: monitor }\n', null],
  ['its last block would take the line in', 'flow.config.yaml', 'protect:\n  - |\n    a\n...\n', '', null],
  ['it asks for a front already', 'flow.config.yaml', 'front: posix\n', 'front: posix\n', null],
])('35.1 whether the line can be written to a configuration: %s', (_, file, now, before, expected) => {
  const other = repository({ files: { [file]: before } });
  start(other);
  if (now !== null) other.write(file, now);
  const around = surroundingsOf(other.root, { environment: other.environment, deadline: Date.now() + 10_000 })!;
  expect(frontText(around)).toBe(expected);
});
