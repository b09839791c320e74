import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, appendFileSync, constants, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Row, Screen } from './row.js';

/* A notification on the desktop of whoever started a run, when a person is needed. Nothing waits for it, and nothing follows from it. */

/** A notification as it is handed to a program: one text each, never a line of a shell. */
export interface Notification {
  title: string;
  body: string;
}

/** Reasons that one notification names. */
const NAMED = 3;
const LONGEST = 240;

/** Makes the notification for rows that nobody was told of yet. @returns null where there is none */
export function notificationOf(title: string, rows: readonly Row[]): Notification | null {
  if (rows.length === 0) return null;
  const named = rows
    .slice(0, NAMED)
    .map(({ item, why }) => `${item === null ? '' : `${item}: `}${why}`.slice(0, LONGEST));
  const more = rows.length - named.length;
  // Fixed words stand first: what others wrote is never taken for an option.
  const body = [`Needs you: ${named[0]}`, ...named.slice(1), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
  return { title: `flow: ${title}`.slice(0, LONGEST), body };
}

/** Tells the same reason once, also to whoever drives the run next: the reasons that were told lie beside its sessions. */
export class ToldReasons {
  readonly #file: string;
  readonly #told: Set<string>;

  constructor(folder: string, run: string) {
    this.#file = path.join(folder, `${run}.told`);
    this.#told = new Set(linesOf(this.#file));
  }

  /** Returns the rows that nobody was told of, and keeps that they are told now. */
  take({ rows }: Pick<Screen, 'rows'>): Row[] {
    const fresh = rows.filter((row) => row.group === 'needs-you' && !this.#told.has(markOf(row)));
    if (fresh.length === 0) return [];
    for (const row of fresh) this.#told.add(markOf(row));
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true });
      appendFileSync(this.#file, fresh.map((row) => `${markOf(row)}\n`).join(''));
    } catch {
      // They are told once more by the next driver.
    }
    return fresh;
  }
}

const markOf = ({ item, key }: Row) =>
  createHash('sha256')
    .update(JSON.stringify([item, key]))
    .digest('hex');

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** A program that shows notifications, with its words for one. */
export interface Notifier {
  program: string;
  words(notification: Notification): string[];
}

/**
 * Finds the program of this desktop that shows notifications; null where there is none. One that the repository brings is never
 * taken.
 */
export function findNotifier(
  environment: NodeJS.ProcessEnv,
  repository: string,
  platform: NodeJS.Platform = process.platform,
): Notifier | null {
  const isOthers = (folder: string) =>
    path.isAbsolute(folder) &&
    !folder.split(path.sep).includes('node_modules') &&
    path.relative(repository, folder).split(path.sep)[0] === '..';
  const folders = (environment.PATH ?? '').split(path.delimiter).filter(isOthers);
  const find = (name: string) => folders.map((folder) => path.join(folder, name)).find(canRun);
  if (platform === 'darwin') {
    const program = find('osascript');
    return program === undefined ? null : { program, words: ({ title, body }) => [...SCRIPT, title, body] };
  }
  const program = find('notify-send');
  if (program === undefined) return null;
  // Some desktops read the body as markup.
  return {
    program,
    words: ({ title, body }) => ['--app-name=flow', '--', title, body.replace(/[&<>]/g, (sign) => MARKS[sign]!)],
  };
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The texts come as arguments: nothing of them is read as a script. */
const SCRIPT = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run'].flatMap(
  (line) => ['-e', line],
);

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Shows a notification; one that cannot be shown is none. */
export function notify({ program, words }: Notifier, notification: Notification, environment: NodeJS.ProcessEnv): void {
  const child = spawn(program, words(notification), { env: environment, stdio: 'ignore', timeout: 5000 });
  child.on('error', () => {}).unref();
}
