import path from 'node:path';
import { withArguments } from './arguments.js';
import { asksAboutEach } from './event-sees.js';
import { type ClientText, type Found, findTexts, type Unread } from './find.js';
import { type Place, projectOf } from './folders.js';
import { listOf } from './front-matter.js';
import { shellCommandsIn } from './shell-commands.js';
import { commandLinesIn } from './started-programs.js';

export type { Unread } from './find.js';

/** A text that a call has the client read: a skill or command with its arguments, or an agent. */
export type Named = { kind: 'skill'; name: string; given: string } | { kind: 'agent'; name: string };

/** A command line that the client runs for a text without a tool being called. */
export interface TextLine {
  command: string;
  /** Absolute: the file that it stands in. */
  path: string;
}

export interface Reading {
  lines: TextLine[];
  unread: Unread[];
}

/** More commands than these are no one's to judge one by one. */
const MAX_LINES = 100;

/**
 * Commands that the client would run for a text that a call names: shell commands in the text, unless the client asks about
 * each command; hooks that the text brings; servers that an agent starts; and all of that in the skills of an agent.
 * @param all also the shell commands that the client asks about
 */
export function readTexts(named: Named, place: Place & { session: string }, deadline: number, all = false): Reading {
  const reader = new Reader(place, deadline, all || !asksAboutEach(place));
  reader.read(named);
  const { lines, unread } = reader;
  if (lines.length <= MAX_LINES) return { lines, unread };
  const many = { path: lines[0]!.path, why: `it holds more than ${MAX_LINES} commands` };
  return { lines: lines.slice(0, MAX_LINES), unread: [...unread, many] };
}

class Reader implements Reading {
  readonly lines: TextLine[] = [];
  readonly unread: Unread[] = [];
  readonly #read = new Set<string>();

  readonly #place: Place & { session: string };
  readonly #deadline: number;
  readonly #isShellRead: boolean;

  constructor(place: Place & { session: string }, deadline: number, isShellRead: boolean) {
    this.#place = place;
    this.#deadline = deadline;
    this.#isShellRead = isShellRead;
  }

  read(named: Named): void {
    const key = `${named.kind} ${named.name}`;
    if (this.#read.has(key)) return;
    this.#read.add(key);
    const { texts, unread }: Found = findTexts(named.kind, named.name, this.#place, this.#deadline);
    this.unread.push(...unread);
    for (const text of texts) {
      if (named.kind === 'agent') this.#agent(text);
      else this.#skill(text, named.given);
    }
  }

  #skill(text: ClientText, given: string): void {
    const { fields, body } = text.parts;
    const filled = withArguments(body, given, listOf(fields.arguments));
    const own = this.#isShellRead ? shellCommandsIn(this.#withPlaces(filled, text)) : [];
    this.#add(text, [...own, ...commandLinesIn(fields.hooks)]);
    this.#needs(text, /^["']?hooks\b/m);
    if (fields.context === 'fork' && typeof fields.agent === 'string') this.read({ kind: 'agent', name: fields.agent });
  }

  #agent(text: ClientText): void {
    const { fields } = text.parts;
    // The client passes over what the agent of a plugin brings, but for skills.
    if (text.plugin === null)
      this.#add(
        text,
        [fields.hooks, fields.mcpServers].flatMap((part) => commandLinesIn(part)),
      );
    this.#needs(text, /^["']?(?:hooks|mcpServers|skills)\b/m);
    for (const name of listOf(fields.skills)) this.read({ kind: 'skill', name, given: '' });
  }

  #add(text: ClientText, commands: readonly string[]): void {
    this.lines.push(...commands.map((one) => ({ command: this.#withPlaces(one, text), path: text.path })));
  }

  /** A front matter that cannot be read, and may hold what has to be. */
  #needs({ parts, path: at }: ClientText, what: RegExp): void {
    if (parts.isBroken && what.test(parts.front)) this.unread.push({ path: at, why: 'its front matter is not YAML' });
  }

  /** The names that the client fills in before anything runs. */
  #withPlaces(text: string, { path: at, plugin }: ClientText): string {
    const places: Readonly<Record<string, string>> = {
      CLAUDE_SKILL_DIR: path.dirname(at),
      CLAUDE_PROJECT_DIR: projectOf(this.#place),
      CLAUDE_SESSION_ID: this.#place.session,
      ...(plugin === null ? {} : { CLAUDE_PLUGIN_ROOT: plugin }),
    };
    return text.replace(/\$\{(CLAUDE_\w+)\}/g, (whole, name: string) => places[name] ?? whole);
  }
}
