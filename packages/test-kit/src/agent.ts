import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { events, type HostEvent } from './events.js';
import type { AnswerEvent } from './hook-here.js';
import { type HostBackgroundRun, hostBackgroundRun, hostRun } from './host-run.js';
import { type HookRun, runHook } from './run-hook.js';
import type { TempRepo } from './temp-repo.js';

/** A call result tells what became of one tool call. */
export interface CallResult {
  /** The hook's reason, when it refused; the call was not made then. */
  refused: string | null;
  /** What the hooks told the model, before and after. */
  told: string[];
  /** Exit code as the host's failure event states it, 0 for a success; null when refused. */
  exit: number | null;
  output: string;
  /** The shell command as it ran, which a hook may have put in the place of the agent's. */
  ran?: string;
}

export interface AgentOptions {
  /** The built dispatcher, `hook.cjs`, or the launcher that `install` wrote. */
  hook: string;
  /** Answers the events in place of a process of the hook's. */
  answer?: AnswerEvent;
  /** Gives the hook the event's name as its first argument, as the settings that `install` writes do. */
  byName?: boolean;
  repo: TempRepo;
  /** Folder of the session. @default the repository's root */
  cwd?: string;
  session?: string;
  /** The sub-agent that makes the calls. */
  agent?: { id: string; type: string };
  node?: string;
  environment?: Record<string, string>;
}

/**
 * Plays a coding agent in Claude Code against a built hook: each call goes through the hook as the host would send it,
 * runs for real when it is not refused, and its end goes through the hook again.
 */
export function agent(options: AgentOptions) {
  const { hook, repo } = options;
  const cwd = options.cwd ?? repo.root;
  const environment = { ...repo.environment, ...options.environment };
  const session = options.session ?? '11111111-1111-4111-8111-111111111111';
  const build = events(session, cwd, { home: repo.home, ...(options.agent ? { agent: options.agent } : {}) });
  let calls = 0;

  const send = (event: HostEvent | string): HookRun =>
    options.answer?.(event, environment, cwd) ??
    runHook(hook, event, {
      environment,
      cwd,
      ...(options.byName && typeof event !== 'string' ? { args: [event.hook_event_name] } : {}),
      ...(options.node ? { node: options.node } : {}),
    });
  const nextId = () => `toolu_agent_${session.slice(0, 4)}_${options.agent?.id ?? 'main'}_${++calls}`;

  /** A denial as the host honours it. */
  const denial = (run: HookRun): string | null => {
    const output = field(field(run.json, 'hookSpecificOutput'), 'permissionDecision');
    if (output === 'deny') return String(field(field(run.json, 'hookSpecificOutput'), 'permissionDecisionReason'));
    return run.status === 2 ? run.stderr : null;
  };
  const told = (run: HookRun): string[] => {
    const context = field(field(run.json, 'hookSpecificOutput'), 'additionalContext');
    return typeof context === 'string' ? [context] : [];
  };
  /** The shell command that the hook has put in the place of the agent's. */
  const rewritten = (run: HookRun): string | null => {
    const command = field(field(field(run.json, 'hookSpecificOutput'), 'updatedInput'), 'command');
    return typeof command === 'string' ? command : null;
  };
  const refusal = (reason: string): CallResult => ({ refused: reason, told: [], exit: null, output: '' });

  return {
    events: build,
    send,
    /** Starts the session. */
    start: () => send(build.sessionStart()),
    /** Runs a shell command. */
    bash(command: string): CallResult {
      const id = nextId();
      const before = send(build.preToolUse('Bash', { command, description: 'a command' }, id));
      const reason = denial(before);
      if (reason !== null) return refusal(reason);
      const ran = rewritten(before) ?? command;
      const end = hostRun(ran, {
        cwd,
        environment,
        session,
        id,
        events: build,
        input: { description: 'a command' },
      });
      const after = send(end);
      const failed = /^Exit code (\d+)\n?(.*)$/s.exec(String(end.error ?? ''));
      return {
        refused: null,
        told: [...told(before), ...told(after)],
        exit: failed ? Number(failed[1]) : 0,
        output: failed ? failed[2]! : String(field(end.tool_response, 'stdout') ?? ''),
        ran,
      };
    },
    /** Starts a shell command in the background; `finish` runs it and sends the host's notification. */
    background(command: string): { refused: string | null; run?: HostBackgroundRun; finish(): HookRun } {
      const id = nextId();
      const input = { command, description: 'a command', run_in_background: true };
      const before = send(build.preToolUse('Bash', input, id));
      const reason = denial(before);
      if (reason !== null) return { refused: reason, finish: () => before };
      const run = hostBackgroundRun(rewritten(before) ?? command, { cwd, environment, session, id, events: build });
      send(run.launched);
      return { refused: null, run, finish: () => send(run.finish()) };
    },
    /** Writes a file with the Write tool. */
    write(path: string, content: string): CallResult {
      const id = nextId();
      const file = path.startsWith('/') ? path : repo.path(path);
      const before = send(build.preToolUse('Write', { file_path: file, content }, id));
      const reason = denial(before);
      if (reason !== null) return refusal(reason);
      mkdirSync(dirname(file), { recursive: true });
      const original = readOrNull(file);
      writeFileSync(file, content);
      const response = {
        type: original === null ? 'create' : 'update',
        filePath: file,
        content,
        structuredPatch: [],
        originalFile: original,
        userModified: false,
      };
      const after = send(build.postToolUse('Write', { file_path: file, content }, response, id));
      return { refused: null, told: [...told(before), ...told(after)], exit: 0, output: '' };
    },
    /** Any other tool: only what the hook says before it. */
    tool(name: string, input: unknown): CallResult {
      const before = send(build.preToolUse(name, input, nextId()));
      const reason = denial(before);
      return reason === null ? { refused: null, told: told(before), exit: 0, output: '' } : refusal(reason);
    },
  };
}

export type Agent = ReturnType<typeof agent>;

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
