import type { DisarmingWords } from '@flow/shell-effects';
import type { Adapter } from './adapter.js';
import type { Past, Progress } from './past.js';
import type { FlatHandler, HandlerGroup, Registration } from './registrations.js';
import type { Trial } from './trial.js';

/** Facts about a client that guards ask for: plain data, as every event that is judged loads it. */
export interface Traits {
  /** Word behind `--host` in the installed configuration. */
  name: string;
  /** The client as people call it. */
  product: string;
  /** Name of the client's program, as it is typed and as the system lists it. */
  program: string;
  /** The file that registers hooks, relative to the repository. */
  settings: string;
  /** How that file begins where all of it is ours, such as a plugin. @default our entries stand among others in it, as JSON */
  mark?: string;
  /** Places that say whether its hooks run, and which: kept from the agent where the client is guarded. */
  guarded?: GuardedPlaces;
  /** The client shows sub-agents to its hooks, so that a reviewer can be seen at work. */
  showsSubagents: boolean;
  /** Words of the program that switch its hooks off. */
  disarms: readonly DisarmingWords[];
}

/** Guarded places are names of files, and of folders with a slash at their end. */
export interface GuardedPlaces {
  /** Beside the file that registers hooks, relative to the repository. */
  project: readonly string[];
  /** Below the client's folder in a person's home; `own`: what the client itself writes there. */
  home: { variable: string | null; folder: string; settings: readonly string[]; own: readonly string[] };
}

/**
 * A client is that of a coding agent: its dialect, what an installation writes for it, and what doctor and replay know of
 * it.
 */
export interface Client extends Traits {
  adapter: Adapter;
  /** The version of the client that its capabilities were measured on; null: they are those of its documentation, and it was not run. */
  measured: string | null;
  /** Every event that is registered, in the order in which it is written. */
  registrations: readonly Registration[];
  groupOf(registration: Registration): HandlerGroup | FlatHandler;
  /** The client starts a file by its name with words behind it, and its dialect is the one that a front reads. */
  startsByName?: true;
  /** Files of other clients whose hooks the client runs as well, without the words behind a command. */
  reads?: readonly string[];
  /** What a file of hooks has to begin with, where the file is new. */
  head?: Readonly<Record<string, unknown>>;
  /** The text of the file of hooks where all of it is ours; it begins with `mark`. */
  whole?(registrations: readonly Registration[]): string;
  /** True where the client shows a line of a command's choice, set in the file of hooks. */
  hasStatusLine: boolean;
  /** The file of a project that the client takes into every session. */
  memory: 'CLAUDE.md' | 'AGENTS.md' | 'GEMINI.md';
  /** The file of a person that the client takes into every session of theirs, in whichever project. */
  personMemory(environment: Readonly<Record<string, string | undefined>>): string;
  extensions: Extensions;
  /** Signs that a project or a person uses the client: files of the repository, and of the home. */
  signs: { project: readonly string[]; home: readonly string[] };
  /** Looks whether the client would run hooks that are registered as they should be. @default nothing keeps it from that */
  trust?(place: HookPlace): readonly TrustFact[];
  /** What a person does first, so that hooks run. @default nothing */
  firstStep?: string;
  /** The command that installs this client's part. */
  install: string;
  /** The oldest version of the program that is supported, why, and the command that brings a newer one. */
  oldest: { version: string; why: string; fix: string };
  /** Events as the client sends them, for doctor. */
  samples(place: SamplePlace): Samples;
  transcripts: Transcripts;
  /** How doctor tries the client; a text says why doctor cannot. */
  trial: Trial | string;
  /** The file that holds all sessions, where the client keeps them in a database, and a reader of the calls in it. */
  database?: { name: string; read(file: string): Iterable<Past> };
}

/**
 * Extensions are words of the client's own program by which a person extends it; each command is a list of words behind the
 * program's name.
 */
export interface Extensions {
  /** A server of tools (Model Context Protocol), started by a command. */
  server(name: string, command: readonly string[]): ExtensionSteps;
  /** A plugin of a marketplace; null where the client has none. */
  plugin: ((name: string, marketplace: { name: string; source: string }) => ExtensionSteps) | null;
}

export interface ExtensionSteps {
  /** Asks for what is there: it is there where the command succeeds, and where its output holds the mark, if one is named. */
  asks: { words: readonly string[]; mark?: string };
  /** Commands that add it, in their order. */
  adds: readonly (readonly string[])[];
}

/** A hook place is where the hooks of a client are registered. */
export interface HookPlace {
  /** Absolute root of the work tree whose file counts. */
  root: string;
  /** Absolute path of that file, and what it holds. */
  file: string;
  settings: Readonly<Record<string, unknown>>;
  environment: Readonly<Record<string, string | undefined>>;
}

/** A trust fact is what was found of it, as doctor tells it. */
export interface TrustFact {
  /** Stable, behind the client's name. */
  id: string;
  status: 'ok' | 'warning' | 'failure';
  title: string;
  detail: string;
  /** The command to type. */
  fix?: string;
}

/** A sample place is a repository that doctor plays sample events in, and throws away. */
export interface SamplePlace {
  /** Absolute folder of the repository. */
  directory: string;
}

/** A sample event is an event as a client sends it to its hook. */
export interface SampleEvent {
  name: string;
  /** Subject of the event, where the name does not tell the subject. */
  about?: string;
  fields: object;
  /** The event is an untested push, which must be refused. */
  isPush?: boolean;
}

/** The sample events of one client, and how they differ from those of the others. */
export interface Samples {
  /** Arguments behind the event's name. */
  words: readonly string[];
  idPrefix: string;
  titlePrefix: string;
  /** Fields that each of the client's events has. */
  common: object;
  events: readonly SampleEvent[];
}

/** A reader of the transcripts that a client keeps of its sessions: files of one JSON value a line. */
export interface Transcripts {
  /** Tells whether a line can hold a call or the end of a call; JSON is only read where it pays. */
  mayHold(line: Buffer): boolean;
  /** A reader of one transcript's lines in their order; the reader gives null for a line of another client's. */
  reader(file: string, progress: Progress): (value: object, line: number) => Iterable<Past> | null;
}

/** The client that is installed where nobody names one. */
const USUAL = 'claude-code';

/** Sorts clients by name, the usual one first: the order of a module's exports is none to rely on. */
export function inOrder<One extends Pick<Traits, 'name'>>(all: readonly One[]): One[] {
  const rank = ({ name }: One) => (name === USUAL ? '' : name);
  return all.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
}
