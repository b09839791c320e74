import { type ChildProcess, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';

/*
 * The Agent Client Protocol, spoken for one prompt. It needs somebody who answers for as long as the session lasts, and a
 * driver may be killed meanwhile; so this is a program of its own between the two, in the group of the session.
 */

/** A permission asks tells what a client wants to be allowed. */
export interface Asked {
  kind: string | null;
  /** Files that it names. */
  paths: readonly string[];
  /** A command line, where it is one. */
  command: string | null;
}

/** `AcpSession` tells what a session is led with. */
export interface AcpSession {
  /** Program and words of the client. */
  words: readonly string[];
  /** The work tree. */
  directory: string;
  environment: Readonly<Record<string, string | undefined>>;
  prompt: string;
  /** Writes one line down. */
  say(line: object): void;
  /** Tells why policy does not allow something; null where it does. */
  judge(asked: Asked): string | null;
  /** Cancels the turn. */
  signal: AbortSignal;
}

/** Milliseconds that a client has to end a turn that was cancelled. */
const GRACE = 2000;

/** The mode of a session in which a client asks before it changes anything, as all have named it that were tried. */
const ASKING = 'default';

/** The code of an error that says no more than that something failed. */
const INTERNAL = -32603;

/** Leads a session to its end. @returns the exit code of this program: 0 once the client has told how the turn ended */
export async function leadSession(session: AcpSession): Promise<number> {
  const { words, directory, environment, say } = session;
  const [program = '', ...rest] = words;
  const child = spawn(program, rest, {
    ...{ cwd: directory, env: environment as NodeJS.ProcessEnv },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const broken = new Promise<never>((_, failed) => {
    child.once('error', (error) => failed(new Broken('start', error.message)));
    child.once('exit', (code, signal) => failed(new Broken('closed', `the client ended (${signal ?? code})`)));
  });
  try {
    const stopReason = await Promise.race([converse(session, child), broken]);
    say({ acp: 'end', stopReason });
    return 0;
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    // A talk breaks off a moment before it is seen that the client has ended.
    const isOver = await Promise.race([broken.catch(() => true), new Promise((done) => setTimeout(done, 300, false))]);
    const known = isOver && (code === undefined || code === INTERNAL) ? 'closed' : (code ?? null);
    say({ acp: 'error', code: known, message: String(message ?? error).slice(0, 2000) });
    return 1;
  } finally {
    broken.catch(() => {});
    child.kill();
  }
}

/** A break in the talk that is not the client's own word. */
class Broken extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

async function converse(session: AcpSession, { stdin, stdout }: ChildProcess): Promise<string> {
  const { directory, prompt, say, signal } = session;
  stdin!.on('error', () => {});
  const stream = acp.ndJsonStream(
    Writable.toWeb(stdin!) as WritableStream<Uint8Array>,
    Readable.toWeb(stdout!) as ReadableStream<Uint8Array>,
  );
  const calls = new Map<string, acp.ToolCallUpdate>();
  const { client: update, agent } = acp.methods;
  return acp
    .client({ name: 'flow' })
    .onNotification(update.session.update, ({ params }) => {
      const { update: told } = params;
      say({ acp: 'update', update: told });
      if (told.sessionUpdate === 'tool_call' || told.sessionUpdate === 'tool_call_update') keep(calls, told);
    })
    .onRequest(update.session.requestPermission, ({ params }) => {
      keep(calls, params.toolCall);
      const asked = askedFor(calls.get(params.toolCall.toolCallId)!);
      const why = session.judge(asked);
      say({ acp: 'permission', asked, refused: why });
      return { outcome: outcomeFor(params.options, why === null) };
    })
    .connectWith(stream, async (client) => {
      const { protocolVersion } = await client.request(agent.initialize, {
        protocolVersion: acp.PROTOCOL_VERSION,
        // Its own tools write and run: what goes by them, its hooks or its person's settings see.
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: 'flow', version: '1' },
      });
      if (protocolVersion !== acp.PROTOCOL_VERSION)
        throw new Broken('version', `the client speaks version ${protocolVersion} of the protocol`);
      const { sessionId, modes } = await client.request(agent.session.new, { cwd: directory, mcpServers: [] });
      // Else some judge by a model of their own, or by nobody, what they do.
      if (modes && modes.currentModeId !== ASKING && modes.availableModes.some(({ id }) => id === ASKING))
        await client.request(agent.session.setMode, { sessionId, modeId: ASKING });
      say({ acp: 'session', id: sessionId });
      const turn = client.request(agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: prompt }] });
      const cancelled = new Promise<never>((_, failed) => {
        signal.addEventListener('abort', () => {
          void client.notify(agent.session.cancel, { sessionId });
          setTimeout(
            () => failed(new Broken('closed', 'the client did not end a turn that was cancelled')),
            GRACE,
          ).unref();
        });
      });
      return (await Promise.race([turn, cancelled])).stopReason;
    });
}

/** Takes in what is told of a tool call: each message names only what is new. */
function keep(calls: Map<string, acp.ToolCallUpdate>, told: acp.ToolCallUpdate): void {
  const known = Object.entries(told).filter(([, value]) => value !== undefined && value !== null);
  calls.set(told.toolCallId, { ...calls.get(told.toolCallId), ...Object.fromEntries(known) } as acp.ToolCallUpdate);
}

function askedFor({ kind, locations, content, rawInput }: acp.ToolCallUpdate): Asked {
  const { command } = (rawInput ?? {}) as { command?: unknown };
  const diffs = (content ?? []).flatMap((one) => (one.type === 'diff' ? [one.path] : []));
  return {
    kind: kind ?? null,
    paths: [...new Set([...(locations ?? []).map(({ path }) => path), ...diffs])],
    command: typeof command === 'string' ? command : null,
  };
}

/** Chooses for this once, and never for ever: each thing is asked for anew. */
function outcomeFor(options: readonly acp.PermissionOption[], isAllowed: boolean): acp.RequestPermissionOutcome {
  const chosen = options.find(({ kind }) => kind === (isAllowed ? 'allow_once' : 'reject_once'));
  return chosen ? { outcome: 'selected', optionId: chosen.optionId } : { outcome: 'cancelled' };
}
