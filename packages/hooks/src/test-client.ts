import type { Adapter } from '@flow/clients/adapter';
import type { Answer, Event } from '@flow/clients/event';

/*
 * Tests of a client's adapter (docs/hosts.md) on events that the real client was recorded to send: what no client may be
 * without, whoever wrote its adapter. Each test is a name and a function that throws, for any framework.
 */

/** What was recorded of a client, and what is known of the recording. */
export interface ClientSamples {
  /** Events in their order, as the client wrote them; `name`: what the hook was registered for, where the event has no name. */
  events: readonly { name?: string; event: unknown }[];
  /** Shell commands among them; `exit`: what the event behind it tells, null where it does not, missing where none comes. */
  commands: readonly { command: string; exit?: number | null; prints?: string }[];
  /** Files that its own tools write, as they stand in the events. */
  files: readonly string[];
  /**
   * What the client makes of an answer, as it was measured: the reason of a refusal as its model reads it, null where the call
   * is made.
   */
  refusalIn(answer: Answer, name: string): string | null;
}

/** A test has a name and a function that throws where it fails. */
export interface ClientTest {
  name: string;
  run(): void;
}

type Before = Extract<Event, { kind: 'tool-before' }>;
type After = Extract<Event, { kind: 'tool-after' }>;
interface Read {
  name: string;
  event: Event;
  raw: unknown;
}

/** Tools by the names that the guards know: those that write a file, and those whose input a guard cannot be without. */
const WRITES = /^(?:Write|Edit|MultiEdit|NotebookEdit|apply_patch)$/;
const NEEDED = /^(?:Bash|PowerShell|Write|Edit|MultiEdit|NotebookEdit|apply_patch)$/;

const REASON = 'flow refused this call: `npm test` first.';

/** Returns the tests of an adapter. */
export function testClient(adapter: Adapter, samples: ClientSamples): ClientTest[] {
  const all = () => samples.events.map((one) => readOf(adapter, one));
  const begun = () => all().filter((one): one is Read & { event: Before } => one.event.kind === 'tool-before');
  const ended = () => all().filter((one): one is Read & { event: After } => one.event.kind === 'tool-after');
  const test = (name: string, run: () => void): ClientTest => ({ name: `${adapter.name}: ${name}`, run });

  return [
    test('every recorded event is read, and at least one begins a call', () => {
      check(begun().length > 0, 'no event is read as the beginning of a call');
    }),
    ...samples.commands.map(({ command, exit, prints }) =>
      test(`the command \`${command.slice(0, 60)}\` is told before it runs, and its end as far as the client tells it`, () => {
        const first = begun().find(({ event }) => event.tool === 'Bash' && event.input.command === command)?.event;
        check(first !== undefined, 'no beginning of a call of `Bash` with that `command`');
        check(first!.directory.startsWith('/'), `its folder is not absolute: ${first!.directory}`);
        const last = ended().find(({ event }) => event.tool === 'Bash' && event.input.command === command)?.event;
        check((last !== undefined) === (exit !== undefined), `there is ${last ? 'an' : 'no'} end of it`);
        if (!last) return;
        check(last.call === first!.call, `its end has another id: ${last.call}, not ${first!.call}`);
        check(last.output.exit === exit, `its exit code is read as ${last.output.exit}, not ${exit}`);
        check(prints === undefined || last.output.text.trim() === prints, `its output is read as ${last.output.text}`);
      }),
    ),
    ...samples.files.map((file) =>
      test(`a tool that writes ${file} names it as \`file_path\``, () => {
        const named = begun().some(({ event: { tool, input } }) => {
          const edits = Array.isArray(input.edits) ? (input.edits as { file_path?: unknown }[]) : [input];
          return WRITES.test(tool) && edits.some((edit) => edit?.file_path === file);
        });
        check(named, 'no beginning of a call does');
      }),
    ),
    test('a call of a shell or of a file tool without its tool, its input or its folder is a problem: nothing is guessed', () => {
      for (const { raw, name, event } of begun().filter(({ event: { tool } }) => NEEDED.test(tool)))
        for (const field of Object.keys(raw as object).filter((one) =>
          /^(?:cwd|tool_?(?:name|input|args))$/i.test(one),
        )) {
          const { [field]: _taken, ...rest } = raw as Record<string, unknown>;
          const read = adapter.readEvent(rest, name);
          check(!read.ok || read.event.kind !== 'tool-before', `${name} of ${event.tool} without ${field} is read`);
        }
    }),
    test('no text, list or number in the place of an event, or of a field, makes it throw', () => {
      for (const raw of [null, [], 'text', 7, true, {}]) adapter.readEvent(raw, null);
      for (const { raw, name } of all())
        for (const field of Object.keys(raw as object))
          for (const value of [null, [], [[]], '', 'text', 7, {}, { command: 7 }])
            adapter.readEvent({ ...(raw as object), [field]: value }, name);
    }),
    test('the beginning of a call is closed, as is an event without a name, and what only tells is open', () => {
      check(adapter.isClosed(null), 'an event without a name is open');
      for (const { name, event } of all()) {
        const isGuard = event.kind === 'tool-before' || event.kind === 'config-change';
        check(adapter.isClosed(name) === isGuard, `${name} is ${isGuard ? 'open' : 'closed'}`);
      }
    }),
    test('a refusal is one to the client, with its reason, and with one even where nobody gave any', () => {
      for (const name of names(begun())) {
        const told = samples.refusalIn(adapter.render({ kind: 'refuse', reason: REASON }, name), name);
        check(told?.includes(REASON), `${name}: the client reads ${told}`);
        for (const reason of ['', ' \n'])
          check(
            samples.refusalIn(adapter.render({ kind: 'refuse', reason }, name), name),
            `${name}: a blank reason passes`,
          );
      }
    }),
    test('a question is one to the client, or a refusal', () => {
      if (adapter.capabilities.asks) return;
      for (const name of names(begun()))
        check(samples.refusalIn(adapter.render({ kind: 'ask', reason: REASON }, name), name), `${name}: it passes`);
    }),
    test('standard output is one JSON value or nothing, and no text that only tells refuses', () => {
      for (const { name } of all()) {
        const none = adapter.render({ kind: 'none' }, name);
        check(`${none.stdout}${none.stderr}${none.exit}` === '0', `${name}: no decision is an answer`);
        const tell = adapter.render({ kind: 'tell', context: 'for the model', notice: 'for the person' }, name);
        const refuse = adapter.render({ kind: 'refuse', reason: REASON }, name);
        check(tell.exit === 0 && samples.refusalIn(tell, name) === null, `${name}: a text refuses`);
        for (const { stdout } of [tell, refuse]) check(stdout === '' || isJson(stdout), `${name}: ${stdout}`);
      }
    }),
  ];
}

function readOf(adapter: Adapter, { name, event }: ClientSamples['events'][number]): Read {
  const read = adapter.readEvent(event, name ?? null);
  if (!read.ok) throw new Error(`${read.name ?? name ?? 'an event'} is not read: ${read.why}`);
  return { name: read.name, event: read.event, raw: event };
}

const names = (read: readonly Read[]) => [...new Set(read.map(({ name }) => name))];

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

function check(is: unknown, why: string): void {
  if (!is) throw new Error(why);
}
