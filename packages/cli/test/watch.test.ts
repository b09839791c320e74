import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { StubClient } from './driver-kit.js';
import { FLOW, flow, json, program } from './kit.js';
import { runBeside, tasksConfig } from './tasks-workflow.js';

/* One screen for a run, wherever it goes on: looked at, and never written. */

const HOSTILE = '\u001b]0;owned\u0007\u001b[31mred\u001b[0m \u202e<script>alert(1)</script>';
const TASKS = `# Tasks

## Tasks

- [ ] A: First
  - Files: \`a.txt\`
- [ ] B: Second ${HOSTILE}
  - Files: \`b.txt\`
- [ ] C: Third
  - Files: \`c.txt\`
  - After: A
`;

let repo: TempRepo;
let home: string;

beforeAll(() => {
  const files = { 'flow.config.yaml': tasksConfig(), 'verify.sh': 'exit 0\n', 'whole.sh': 'exit 0\n' };
  repo = tempRepo({ branch: 'feature/login', files: { ...files, 'a.txt': '', 'b.txt': '', 'c.txt': '' } });
  home = runBeside(repo, TASKS);
  expect(flow(repo, ['item', 'block', 'B', '--reason', `no account ${HOSTILE}`], { cwd: home }).status).toBe(0);
});
afterAll(() => repo.dispose());

interface Rows {
  state: string;
  run: { branch: string };
  rows: { item: string | null; group: string; why: string; command: string | null; cost: unknown }[];
}
const rowsOf = (cwd: string, ...words: string[]) => json(repo, ['watch', '--once', ...words], { cwd }).data as Rows;

/** All files below a folder by their content; links by where they lead. */
function filesIn(folder: string): Record<string, string> {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    all.flatMap((name) => {
      const file = path.join(folder, name);
      const isFile = lstatSync(file).isFile();
      return isFile ? [[name, createHash('sha256').update(readFileSync(file)).digest('hex')]] : [];
    }),
  );
}

describe('flow watch', () => {
  test('tells each item by its group, with why and the command that helps', () => {
    expect(rowsOf(home)).toMatchObject({ state: 'open', run: { branch: 'feature/login' } });
    expect(rowsOf(home).rows.map(({ item, group, command }) => [item, group, command])).toEqual([
      ['B', 'needs-you', 'flow item open B'],
      ['C', 'waiting', null],
      ['A', 'ready', 'flow run'],
    ]);
  });

  test('without a terminal it is printed once, without colours and without what others wrote to terminals', () => {
    const { status, stdout } = flow(repo, ['watch'], { cwd: home, environment: { TERM: 'xterm-256color' } });
    expect(status).toBe(0);
    expect(stdout).toMatch(/Needs you \(1\)[\s\S]*blocked: no account[\s\S]*Waiting \(1\)[\s\S]*after A[\s\S]*Ready/);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|owned/);
  });

  test('finds the run from another work tree, by its branch, and in another clone', () => {
    const here = rowsOf(home);
    expect(rowsOf(repo.root)).toMatchObject({ rows: here.rows });
    expect(rowsOf(repo.root, 'feature/login')).toMatchObject({ rows: here.rows });
    expect(rowsOf(repo.area, home)).toMatchObject({ rows: here.rows });
    expect(json(repo, ['watch', 'feature/none'])).toMatchObject({ status: 1, error: { code: 'RUN_UNKNOWN' } });
  });

  test('writes nothing: neither in the journal, nor in git, nor in the home', () => {
    const before = [repo.root, home, path.join(repo.home, '.local'), path.join(repo.home, '.config')];
    // The code that V8 compiled is shared by the homes of all tests, which write it anew.
    const own = (files: Record<string, string>) =>
      Object.fromEntries(Object.entries(files).filter(([name]) => !name.includes('/compile-cache/')));
    const state = () =>
      before.map((folder) => (lstatSync(folder, { throwIfNoEntry: false }) ? own(filesIn(folder)) : {}));
    const then = state();
    rowsOf(home);
    rowsOf(repo.root);
    expect(flow(repo, ['board', '-o', path.join(repo.area, 'board.html')], { cwd: home }).status).toBe(0);
    expect(state()).toEqual(then);
    // Whoever works on the run leaves marks.
    flow(repo, ['progress'], { cwd: home });
    expect(state()).not.toEqual(then);
  });
});

test('a board says which port it cannot have', async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  // The program answers in a process of its own: this one holds the port.
  const board = json(repo, ['board', '--port', String(port)], { cwd: home, process: true });
  server.close();
  expect(board).toMatchObject({ status: 3, error: { code: 'PORT_TAKEN', remedy: 'flow board' } });
  expect(json(repo, ['board', '--port', '0'], { cwd: home })).toMatchObject({ status: 2, error: { code: 'USAGE' } });
});

/** Runs a line in a pseudo terminal, and presses Ctrl+C once something has been seen there. */
async function onTerminal(line: string, seen: RegExp, environment: Record<string, string> = {}) {
  const child = spawn('script', ['-qec', `trap : INT; stty cols 100 rows 30; ${line}; echo rc $?`, '/dev/null'], {
    cwd: home,
    env: { ...repo.environment, TERM: 'xterm-256color', ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let text = '';
  let isPressed = false;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (isPressed || !seen.test(text)) return;
    isPressed = true;
    child.stdin.write('\u0003');
  });
  await new Promise((done) => child.on('close', done));
  return text;
}

const FLOW_LINE = `'${process.execPath}' '${FLOW}'`;
/** Sequences that change how a terminal behaves until somebody takes them back. */
const MODES = /\u001b\[\?(?!7[hl]|2026[hl])\d+[hl]/;

describe.runIf(HAS_SCRIPT)('on a terminal', () => {
  test('flow watch is drawn over itself until Ctrl+C, and leaves the terminal as it was', async () => {
    const text = await onTerminal(`${FLOW_LINE} watch`, /Needs you[\s\S]*\u001b\[\d+A/);
    expect(text).toContain('rc 130');
    expect(text).not.toMatch(MODES);
    expect(text.lastIndexOf('\u001b[?7h')).toBeGreaterThan(text.lastIndexOf('\u001b[?7l'));
  });

  test('NO_COLOR is respected', async () => {
    const text = await onTerminal(`${FLOW_LINE} watch`, /Needs you[\s\S]*Ready/, { NO_COLOR: '1' });
    expect(text).not.toMatch(/\u001b\[(?:1|2|3\d)m/);
  });

  test('a dumb terminal gets the lines once', async () => {
    const text = await onTerminal(`${FLOW_LINE} watch`, /never/, { TERM: 'dumb' });
    expect(text).toMatch(/Needs you[\s\S]*rc 0/);
    expect(text).not.toContain('\u001b[');
  });

  test('R65 flow run shows the same screen with its lines above it, and one Ctrl+C ends it while its sessions go on', async () => {
    const stub = new StubClient(repo, {
      'A: work': [{ steps: [{ until: path.join(repo.area, 'never') }], end: 'honest' }],
    });
    const shown = path.join(repo.area, 'notified');
    program(path.join(repo.area, 'desktop/notify-send'), `#!/bin/sh\nprintf '%s\\n' "$@" >> '${shown}'\n`);
    const line = `PATH='${repo.area}/desktop':$PATH ${FLOW_LINE} run --notify --program '${stub.program}' --budget 20usd`;
    const text = await onTerminal(line, /Working \(1\)[\s\S]*claude-code works[\s\S]*try 1 +unknown +[2-9]s/, {
      NO_COLOR: '1',
    });
    const [session] = stub.sessions;
    expect(() => process.kill(session!.pid, 0)).not.toThrow();
    process.kill(session!.pid, 'SIGKILL');
    // Whoever is needed is told once, however often the run is read.
    expect(readFileSync(shown, 'utf8')).toMatch(
      /^--app-name=flow\n--\nflow: feature\/login, .*\nNeeds you: B: blocked: .*\n$/,
    );
    expect(readFileSync(shown, 'utf8')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|<script/);
    expect(text).toContain('starts work on A');
    expect(text).toMatch(/price unknown of \$20/);
    expect(text).toMatch(/A {2}First +work +try 1 +unknown/);
    expect(text).toMatch(/Interrupted: sessions go on[\s\S]*rc 130/);
    expect(text).not.toMatch(MODES);
  });
});
