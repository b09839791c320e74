import { spawn, spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { CLIENTS } from '@flow/clients/clients';
import { type FlatHandler, type Handler, handlerOf, LAUNCHER_PATH } from '@flow/clients/registrations';
import {
  COPILOT,
  DROID_WORDS,
  denialIn,
  GEMINI_SPEAKER,
  type HookRun,
  QWEN,
  recordedCallEvents,
  recordedCodexEvents,
  recordedCopilotEvents,
  recordedEvents,
  recordedSession,
  refusalInCodex,
  type TempRepo,
  tempRepo,
} from '@flow/test-kit';
import { beforeAll, describe, expect, test } from 'vitest';
import { hostNamed } from '../src/install/host-files/host-files.js';

/*
 * The table of answers: what each client makes of what a hook does before a call, as it was measured with the real ones. The
 * players of the clients, against which all guards are tested, make the same of it; so do the lines and the plugin that we register.
 */

interface Answer {
  stdout?: string;
  stderr?: string;
  /** null: a signal has ended it. */
  exit: number | null;
  /** It was still running when its time was over. */
  isTimedOut?: true;
}

const NESTED = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'why' };
/** A client's own denial. */
const OWN: Readonly<Record<string, object>> = {
  'claude-code': { hookSpecificOutput: NESTED },
  codex: { hookSpecificOutput: NESTED },
  copilot: { permissionDecision: 'deny', permissionDecisionReason: 'why' },
  qwen: { hookSpecificOutput: NESTED },
  gemini: { decision: 'block', reason: 'why' },
  droid: { hookSpecificOutput: NESTED },
};
const READERS: Readonly<Record<string, (run: HookRun) => unknown>> = {
  // The entry says `onFailure`.
  'claude-code': (run) => denialIn(run, /^(?:deny|ask)$/) ?? (run.status === 0 ? null : 'failed'),
  codex: refusalInCodex,
  copilot: COPILOT.refusalIn,
  qwen: QWEN.refusalIn,
  gemini: GEMINI_SPEAKER.refusalIn,
  droid: DROID_WORDS.refusalIn,
};
const NAMES = Object.keys(READERS);

const isNamed = (name: string) => (event: object) => (event as { hook_event_name?: string }).hook_event_name === name;
const foldersOf = (root: string) =>
  Object.fromEntries(['CLAUDE', 'GEMINI', 'QWEN', 'DROID'].map((client) => [`${client}_PROJECT_DIR`, root]));

/** Starts what is registered, and ends it as a client does whose patience is over once the guard has said something. */
function giveUp(handler: Handler | FlatHandler, input: string, env: NodeJS.ProcessEnv): Promise<Answer> {
  const root = env.CLAUDE_PROJECT_DIR!;
  const named = (word: string) => word.replace('${CLAUDE_PROJECT_DIR}', root);
  const [program, words] =
    'args' in handler && handler.args
      ? [named(handler.command), handler.args.map(named)]
      : ['bash', ['-c', handler.command.replace(/sleep 8\b/, 'sleep 2')]];
  const child = spawn(program, words, { cwd: root, env, detached: true });
  const said = { stdout: '', stderr: '' };
  return new Promise((done) => {
    let isTimedOut: true | undefined;
    const end = () => {
      isTimedOut = true;
      process.kill(-child.pid!, 'SIGKILL');
    };
    let timer: NodeJS.Timeout | undefined;
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (chunk: string) => {
        said[stream] += chunk;
        // Longer than the line that ends the guard itself takes.
        timer ??= setTimeout(end, /sleep/.test(handler.command) ? 10_000 : 300);
      });
    child.on('close', (exit) => {
      clearTimeout(timer);
      done({ ...said, exit, ...(isTimedOut && { isTimedOut }) });
    });
    child.stdin.end(input);
  });
}

const isRefused = (
  name: string,
  { stdout = '', stderr = '', exit: status, isTimedOut = undefined }: Answer,
): boolean => {
  let json: { json?: unknown } = {};
  try {
    json = { json: JSON.parse(stdout) };
  } catch {}
  return READERS[name]!({ stdout, stderr, status, durationMs: 0, isTimedOut, ...json } as HookRun) !== null;
};

type Row = [hook: string, answer: (own: object) => Answer, refusedIn: string];
const ALL = NAMES.join(' ');
/** Where a denial holds that was printed before the guard hangs; Gemini's line is ended by itself, before the client's time is over. */
const PRINTED_THEN_HANGING = 'claude-code droid';
const text = (value: unknown) => JSON.stringify(value);
const asked = (own: object): object => JSON.parse(text(own).replace(/"(?:deny|block)"/, '"ask"')) as object;
const ROWS: Row[] = [
  ['the host’s own denial, exit 0', (own) => ({ stdout: text(own), exit: 0 }), ALL],
  ['exit 2 with a reason on standard error', () => ({ stderr: 'why\n', exit: 2 }), ALL],
  ['exit 2, nothing said', () => ({ exit: 2 }), 'claude-code copilot droid'],
  [
    'Claude Code’s denial (JSON, standard error, exit 2)',
    () => ({ stdout: text({ hookSpecificOutput: NESTED }), stderr: 'why\n', exit: 2 }),
    'claude-code codex copilot qwen droid',
  ],
  ['exit 1 with the host’s denial', (own) => ({ stdout: text(own), exit: 1 }), 'claude-code copilot qwen gemini droid'],
  ['exit 1, text on standard error', () => ({ stderr: 'why\n', exit: 1 }), 'claude-code copilot'],
  ['exit 3, text on standard error', () => ({ stderr: 'why\n', exit: 3 }), 'claude-code copilot gemini droid'],
  ['an uncaught exception', () => ({ stderr: 'Error: x\n    at y\n', exit: 1 }), 'claude-code copilot'],
  ['SIGKILL', () => ({ exit: null }), 'claude-code copilot'],
  ['a missing program', () => ({ stderr: 'sh: x: not found\n', exit: 127 }), 'claude-code copilot gemini'],
  ['still running at the time-out', () => ({ exit: null, isTimedOut: true }), 'claude-code'],
  [
    'a denial printed, and then still running at the time-out',
    (own) => ({ stdout: text(own), stderr: 'why\n', exit: null, isTimedOut: true }),
    PRINTED_THEN_HANGING,
  ],
  ['a line of text before the denial', (own) => ({ stdout: `x\n${text(own)}`, exit: 0 }), ''],
  ['a line of text behind the denial', (own) => ({ stdout: `${text(own)}\nx\n`, exit: 0 }), ''],
  [
    'a denial with an unknown field',
    (own) => ({ stdout: text({ ...own, more: 1 }), exit: 0 }),
    'claude-code copilot qwen gemini droid',
  ],
  ['`ask`, headless', (own) => ({ stdout: text(asked(own)), exit: 0 }), 'claude-code copilot qwen'],
];

test.each(ROWS)('34.4 the answer table: %s', (_hook, answer, refusedIn) => {
  expect(NAMES.filter((name) => isRefused(name, answer(OWN[name]!)))).toEqual(
    NAMES.filter((name) => refusedIn.split(' ').includes(name)),
  );
});

describe('34.4 what is registered refuses where the guard has not answered', () => {
  let repo: TempRepo;
  beforeAll(() => {
    repo = tempRepo();
  });
  const HANG = 'setInterval(() => {}, 1000);';
  /** Bodies of a launcher: what the guard does. `hangs`: only where the table says that a time-out refuses, too. */
  const FAILURES: [what: string, source: string | null, hangs?: true][] = [
    ['an uncaught exception', 'throw new Error("x")'],
    ['exit 1 with the denial', `process.stdout.write(${text(text(OWN.gemini!))}); process.exitCode = 1`],
    ['exit 3', 'process.stderr.write("why"); process.exitCode = 3'],
    ['SIGKILL', 'process.kill(process.pid, "SIGKILL")'],
    ['a missing program', null],
    ['still running at the time-out', HANG, true],
    ['a denial printed, and then hanging', `process.stdout.write(${text(text(OWN.gemini!))}); ${HANG}`, true],
  ];
  const put = (source: string | null) => {
    if (source === null) spawnSync('rm', ['-f', repo.path(LAUNCHER_PATH)]);
    else repo.write(LAUNCHER_PATH, source);
  };

  test.each(FAILURES)('Gemini CLI: %s', (_what, source) => {
    put(source);
    const client = hostNamed('gemini')!;
    const guard = client.registrations.find(({ onFailure }) => onFailure === 'block')!;
    const command = handlerOf(client.groupOf(guard)).command.replace(/sleep 8\b/, 'sleep 0.4');
    expect(command).toContain('sleep 0.4');
    const env = { ...repo.environment, GEMINI_PROJECT_DIR: repo.root };
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { env, cwd: repo.root, encoding: 'utf8' });
    expect([status, stderr.trim() !== '' || stdout !== '']).toEqual([2, true]);
    expect(isRefused('gemini', { stdout, stderr, exit: status })).toBe(true);
  });

  /** An event before a call, as each client was recorded to send it. */
  const RECORDED: Readonly<Record<string, { event: string; sent: object | undefined }>> = {
    'claude-code': { event: 'PreToolUse', sent: recordedEvents('first').find(isNamed('PreToolUse')) },
    codex: { event: 'PreToolUse', sent: recordedCodexEvents('commands').find(isNamed('PreToolUse')) },
    copilot: {
      event: 'PreToolUse',
      sent: recordedCopilotEvents('pascal').find(({ registered }) => registered === 'PreToolUse')?.event,
    },
    qwen: { event: 'PreToolUse', sent: recordedCallEvents('qwen').find(isNamed('PreToolUse')) },
    gemini: { event: 'BeforeTool', sent: recordedSession('gemini').find(isNamed('BeforeTool')) },
    droid: { event: 'PreToolUse', sent: recordedCallEvents('droid').find(isNamed('PreToolUse')) },
  };

  test.each(NAMES)(
    '34.2 a denial printed, and then hanging: what is registered for %s, on a recorded event',
    async (name) => {
      const client = hostNamed(name)!;
      const { event, sent } = RECORDED[name]!;
      const denial = client.adapter.render({ kind: 'refuse', reason: 'why' }, event);
      const said = `process.stdout.write(${text(denial.stdout)}); process.stderr.write(${text(denial.stderr)});`;
      put(`const raw = require('node:fs').readFileSync(0, 'utf8');
require('node:fs').writeFileSync(${text(repo.path('got.json'))}, raw); ${said} ${HANG}`);
      const guard = client.registrations.find((one) => one.event === event && one.onFailure === 'block')!;
      const handler = handlerOf(client.groupOf(guard));
      const seen = await giveUp(handler, text(sent), { ...repo.environment, ...foldersOf(repo.root) });
      expect(JSON.parse(repo.read('got.json'))).toEqual(sent);
      if (seen.isTimedOut) expect([seen.stdout, seen.stderr]).toEqual([denial.stdout, denial.stderr]);
      // One whose line ends the guard itself leaves before the client gives up.
      expect(seen.isTimedOut ?? false).toBe(name !== 'gemini');
      const refused = name === 'gemini' || PRINTED_THEN_HANGING.split(' ').includes(name);
      expect([name, isRefused(name, seen)]).toEqual([name, refused]);
      // What runs is no more than the client's capability says, and what git's own hook and CI then hold.
      expect(refused || client.adapter.capabilities.failClosed === 'crash').toBe(true);
    },
  );

  test('OpenCode: the plugin refuses with each of them, with an answer that is none and with a line beside one; what the guard allows runs', async () => {
    const client = hostNamed('opencode')!;
    const plugin = client.whole!(client.registrations).replace('LIMIT = 10000', 'LIMIT = 700');
    expect(plugin).toContain('LIMIT = 700');
    repo.write('.opencode/plugins/flow.mjs', plugin);
    const { Flow } = (await import(pathToFileURL(repo.path('.opencode/plugins/flow.mjs')).href)) as {
      Flow(given: object): Promise<Record<string, (call: object, output: object) => Promise<void>>>;
    };
    const hooks = await Flow({ client: { tui: { showToast: async () => {} } }, directory: repo.root });
    const ask = async (source: string | null) => {
      put(source);
      const call = { tool: 'bash', sessionID: 's', callID: 'c' };
      return hooks['tool.execute.before']!(call, { args: { command: 'git push' } }).then(
        () => null,
        (error: Error) => error.message,
      );
    };
    for (const [what, source] of FAILURES)
      expect([what, await ask(source)]).toEqual([what, expect.stringContaining('flow refused this call')]);
    const said = (stdout: string, exit = 0) => `process.stdout.write(${text(stdout)}); process.exitCode = ${exit}`;
    expect(await ask('process.stderr.write("why"); process.exitCode = 2')).toBe('why');
    expect(await ask(said('', 2))).toBe('flow refused this call');
    expect(await ask(said(`x\n${text(OWN.qwen!)}`))).toContain('gave an answer that is none');
    // The plugin reads the code alone: a denial of another client is none, whatever fields it has, and ours is never said so.
    for (const own of [OWN.qwen!, { ...OWN.qwen!, more: 1 }, { more: 1 }])
      expect(await ask(said(text(own)))).toBeNull();
    expect(client.adapter.render({ kind: 'refuse', reason: 'why' }, 'PreToolUse')).toEqual({
      stdout: '',
      stderr: 'why\n',
      exit: 2,
    });
    expect(await ask('')).toBeNull();
  });

  test('the table says in which client a time-out refuses, too', () => {
    const closed = CLIENTS.filter(({ adapter }) => adapter.capabilities.failClosed === 'all').map(({ name }) => name);
    // Cursor's by its documentation: it was never run.
    expect(closed).toEqual(['claude-code', 'cursor', 'gemini', 'opencode']);
  });
});
