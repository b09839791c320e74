import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  type Block,
  type ClientRun,
  installClient,
  type ModelRequest,
  type OtherUser,
  runClient,
  say,
  type TempRepo,
  type TempRepoOptions,
  type Turn,
} from '@flow/test-kit';
import { expect } from 'vitest';
import type { Status } from '../src/commands/status-report.js';
import { CLI, cli, project, type Stack, WITH_FRONT } from './kit.js';

/* What the real-client suite shares: a repository that a person set up, and a session of the real client in it. */

const BRANCH = 'feature/login';
const END = 'the end of the script';

/**
 * A repository of a stack as a user has it: the guard is installed by its own command, committed and pushed to the base
 * branch by the person, and work goes on in a branch of its own.
 */
export function guarded(stack: Stack, options: Omit<TempRepoOptions, 'branch'> = {}): TempRepo {
  const repo = project(stack, options);
  const run = spawnSync('node', [CLI, 'install'], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`flow-hooks install: exit code ${run.status}\n${run.stdout}${run.stderr}`);
  if (WITH_FRONT && !existsSync(repo.path('.claude/hooks/flow-front'))) throw new Error('no front was written');
  begin(repo);
  return repo;
}

/** Commits and pushes what the person set up on the base branch, and starts the branch for the agent's work. */
export function begin(repo: TempRepo): void {
  repo.git('checkout', '-q', 'main');
  repo.commit('Guard rails');
  repo.git('push', '--quiet', '--no-verify', 'origin', 'main');
  repo.git('checkout', '-q', '-B', BRANCH);
}

/** What the model got back for one call. */
export interface Answer {
  isError: boolean;
  /** The tool result. */
  text: string;
  /** All that the model saw between its call and its next turn: the result, and what hooks added. */
  told: string;
  /** The remote's branches and tags once the call was over, as `git ls-remote` prints them. */
  refs: string;
}

/** A call of the model, several in one turn, a text that ends its turn, or something that the test does in between. */
export type Step = Block | Turn | Made | Act;
/** A call, or several, that depend on the answer before them, or on what is known only then. */
type Made = { make: (answer: Answer | undefined) => Block | Turn };
type Act = () => void | Promise<void>;

export interface Session {
  run: ClientRun;
  /** What hooks told the model with the person's prompt, and at the session's start. */
  opening: string;
  /** One for each call of the main thread, in order. */
  answers: readonly Answer[];
}

export interface PlayOptions {
  /** Steps of sub-agents, by the text that marks their prompt. */
  agents?: Readonly<Record<string, readonly Block[]>>;
  /** More variables of the client. */
  environment?: Record<string, string>;
  /** Milliseconds that the session may take. @default as `runClient` has it */
  timeoutMs?: number;
  /** Folder in which the client starts. @default the repository's root */
  cwd?: string;
  /** What the person says. @default 'go' */
  prompt?: string;
  /** The client's version. @default CLIENT_VERSION */
  version?: string;
  /** A program that starts the client in its place. @default the client of that version */
  executable?: string;
  /** The client may end before the model is asked. */
  endsAnyhow?: boolean;
  /** The person goes on with the last session, instead of beginning one. */
  goesOn?: boolean;
  /** Another user, who owns the repository's area. */
  user?: OtherUser;
  /** The client has a terminal of its own. */
  atTerminal?: boolean;
  /** The client is killed once it is aborted, and comes to no end. */
  killedBy?: AbortSignal;
}

/**
 * Plays a session, each step after the answer to the one before. Throws what a test's own step threw,
 * and when the client did not come to the end of the script.
 */
export async function play(repo: TempRepo, steps: readonly Step[], options: PlayOptions = {}): Promise<Session> {
  const answers: Answer[] = [];
  const problems: unknown[] = [];
  const turns: { before: Act[]; step: Exclude<Step, Act> }[] = [];
  let before: Act[] = [];
  for (const step of [...steps, say(END)]) {
    if (typeof step === 'function') before.push(step);
    else {
      turns.push({ before, step });
      before = [];
    }
  }
  let asked = 0;
  let isAtEnd = false;

  const main = turns.map(({ before, step }, at) => async (request: ModelRequest): Promise<Turn> => {
    if (answers.length < asked) answers.push(...answersIn(request, repo));
    try {
      for (const act of before) await act();
    } catch (error) {
      problems.push(error);
    }
    isAtEnd ||= at === turns.length - 1;
    const turn = ['make' in step ? step.make(answers.at(-1)) : step].flat();
    asked += turn.filter((block) => 'tool' in block).length;
    return turn;
  });
  const agents = Object.entries(options.agents ?? {}).map(([marker, blocks]) => [marker, blocks.map((one) => [one])]);
  const run = await runClient({
    executable: options.executable ?? installClient(options.version),
    repo,
    script: { main, agents: Object.fromEntries(agents), ...(options.goesOn ? { ids: `${Date.now()}_` } : {}) },
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.prompt === undefined ? {} : { prompt: options.prompt }),
    ...(options.killedBy === undefined ? {} : { killedBy: options.killedBy }),
    ...(options.user === undefined ? {} : { user: options.user }),
    ...(options.atTerminal === undefined ? {} : { atTerminal: options.atTerminal }),
    ...(options.goesOn ? { args: ['--continue'] } : {}),
  });
  // Where a run has work left, the end of the turn is refused, and the model is asked once more than the script knows.
  const ended = isAtEnd;
  if (problems.length > 0) throw problems[0];
  if (options.killedBy?.aborted) return { run, answers, opening: openingOf(run) };
  if (run.exitCode !== 0 || (!ended && options.endsAnyhow !== true)) {
    throw new Error(`the client ended with ${run.exitCode} after ${answers.length} calls\n${run.stdout}${run.stderr}`);
  }
  return { run, answers, opening: openingOf(run) };
}

/** What hooks added between the answer before, if there is one, and the model's first turn. */
function openingOf({ requests }: ClientRun): string {
  const { messages = [] } = requests.find(({ lane }) => lane === 'main')?.body ?? {};
  const since = messages.slice(messages.findLastIndex((message) => message.role === 'assistant') + 1);
  const text = since.map(({ content }) => textOf(content)).join('\n');
  return [...text.matchAll(/hook additional context: .*?(?=\n\n|$)/gs)].join('\n');
}

/** The answers to the calls of the turn before a request; what hooks added to one is told with each of them. */
function answersIn({ messages }: ModelRequest, repo: TempRepo): Answer[] {
  const since = messages.slice(messages.findLastIndex((message) => message.role === 'assistant') + 1);
  const blocks = since.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const told = since.map(({ content }) => textOf(content)).join('\n');
  const refs = remoteRefs(repo);
  return blocks
    .filter((block) => block.type === 'tool_result')
    .map((block) => ({ isError: block.is_error === true, text: textOf(block.content), told, refs }));
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block: { text?: string; content?: unknown }) => block.text ?? textOf(block.content)).join('\n');
}

/** The remote's branches and tags, as `git ls-remote` prints them. */
export function remoteRefs(repo: TempRepo): string {
  return repo.git('ls-remote', 'origin', 'refs/heads/*', 'refs/tags/*');
}

/** The commit that the remote has of the branch of the agent's work; empty when it has none. */
export function pushed(repo: TempRepo): string {
  return repo.git('ls-remote', 'origin', `refs/heads/${BRANCH}`).split('\t')[0] ?? '';
}

/** What `flow-hooks status --json` says now. */
export function status(repo: TempRepo): Status {
  const run = cli(repo, ['status', '--json']);
  expect(run.stderr).toBe('');
  return JSON.parse(run.stdout) as Status;
}

/** State of each suite there, by its id. */
export function states(repo: TempRepo): Record<string, string> {
  return Object.fromEntries(status(repo).suites.map((suite) => [suite.suite, suite.state]));
}

/** How the host shows a refusal of ours to the model: an error that begins with these words, then our reason. */
export const refused = (code: string, tool = 'Bash') => ({
  isError: true,
  text: expect.stringMatching(new RegExp(`^PreToolUse:${tool} hook error: flow refused .*\\n- ${code}: `)),
});

/** An answer of a call that ran, and to which no hook of ours added a word. */
export const silent = { isError: false, told: expect.not.stringContaining('flow: ') };
