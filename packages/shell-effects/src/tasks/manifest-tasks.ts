import { runForeignText } from '../code/foreign-text.js';
import type { Language } from '../code/literals.js';
import { readCode } from '../code/read.js';
import { contentOf } from '../disk/paths.js';
import { type Call, isKnown, type Result, type Scope, UNKNOWN, under, underScript } from '../state.js';
import { programOf } from '../table.js';
import { quoted } from '../text/quoted.js';
import { inCode, type Task } from './task-finders.js';

const MAX_TASKS = 32;

/** Runs a task that a file of the project names; undefined when there is none of that name. */
export function runManifestTask(call: Call): Result | undefined {
  const { argv, program, session, shell, frame } = call;
  for (const tool of programOf(program).tasks ?? []) {
    const picked = tool.pick(argv.slice(1));
    if (picked === undefined) continue;
    const files = [...(tool.named?.(argv.slice(1), shell) ?? []), ...tool.files];
    const found = files.map((file) => ({ file, text: contentOf(session, shell, file) }));
    const texts = found.flatMap(({ file, text }) => (isKnown(text) ? [{ text, language: languageOf(file) }] : []));
    const find = (name: string): Task | undefined => {
      for (const { text, language } of texts) {
        const task = tool.find(text, name);
        if (task !== undefined) return language === undefined ? task : { ...task, language };
      }
      return undefined;
    };
    const [name = '', ...words] = picked;
    // Of tasks in a language of its own, several can be named one after the other.
    const more = tool.find === inCode ? picked.map((word) => word.replace(/^:(?:.*:)?/, '')) : [];
    // `rake release:push`: a task in a name space.
    for (const [at, word] of more.entries())
      if (find(word) === undefined && /^[\w-]+(?::[\w-]+)+$/.test(word))
        more[at] = word.slice(word.lastIndexOf(':') + 1);
    const known = more.filter((word) => !word.startsWith('-') && find(word) !== undefined);
    for (const one of known) runTask(one, [], find, program, call);
    if (known.length > 0) return UNKNOWN;
    if (find(name) !== undefined) return runTask(name, words, find, program, call);
    const file =
      program === 'mise'
        ? MISE_FOLDERS.map((folder) => `${folder}/${name}`).find(
            (path) => contentOf(session, shell, path) !== undefined,
          )
        : undefined;
    if (file !== undefined) return session.run([`./${file}`, ...words], shell.external(), under(frame, `mise ${name}`));
  }
  return undefined;
}

const MISE_FOLDERS = ['.mise/tasks', 'mise-tasks', '.mise-tasks', '.config/mise/tasks', 'mise/tasks'];

function runTask(
  name: string,
  words: readonly string[],
  find: (name: string) => Task | undefined,
  program: string,
  scope: Scope,
  seen = new Set<string>(),
): Result {
  const { session, shell, frame } = scope;
  const task = find(name);
  if (task === undefined || seen.has(name) || seen.size > MAX_TASKS) return UNKNOWN;
  seen.add(name);
  const inner = underScript(frame, `${program} ${name}`, words);
  for (const need of task.needs ?? []) runTask(need, [], find, program, scope, seen);
  for (const text of task.foreign ?? []) {
    runForeignText(text, session.at(shell.child(session.context.env), inner));
    reportTaskWrites({ text, words, language: task.language }, session.at(shell, inner));
  }
  if (task.argv !== undefined) session.run([...task.argv, ...words], shell.external(), inner);
  const extra = words.map((word) => (isKnown(word) ? ` ${quoted(word)}` : ' "$__unknown"')).join('');
  let result: Result = UNKNOWN;
  for (const code of task.code ?? [])
    result = session.code(code + extra, shell.child(session.context.env), inner, 'file');
  return task.code?.length === 1 ? result : UNKNOWN;
}

/** Returns the language that a file of tasks is written in, as far as it is one of those that are read. */
function languageOf(file: string): Language | undefined {
  if (/\.py$/.test(file)) return 'python';
  if (/\.[cm]?[jt]s$|(?:^|\/)Jakefile$/.test(file)) return 'node';
  return /(?:^|\/)(?:[Rr]akefile(?:\.rb)?|Thorfile|Fastfile)$/.test(file) ? 'ruby' : undefined;
}

/** Reports what a task's own code writes. What it publishes is told from its text. */
function reportTaskWrites(
  { text, words, language }: { text: string; words: readonly string[]; language: Language | undefined },
  { session, shell, frame }: Scope,
): void {
  if (language === undefined) return;
  const start = session.effects.length;
  const inner = shell.child(session.context.env);
  readCode({ text, language, words, isInline: false }, session.at(inner, { ...frame, fromFile: true }));
  const written = session.effects.splice(start).filter((one) => one.kind === 'write');
  session.effects.push(...written);
}
