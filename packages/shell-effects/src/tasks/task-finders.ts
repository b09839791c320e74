import type { Language } from '../code/literals.js';
import { isRecord } from '../text/record.js';
import { readToml, type TomlEntry } from './toml.js';

/**
 * A task tells what it is made of: shell code, other tasks, words of a command, or code in the language of its file.
 */
export interface Task {
  readonly code?: readonly string[];
  readonly needs?: readonly string[];
  readonly argv?: readonly string[];
  readonly foreign?: readonly string[];
  /** The language of that code, where it is one that is read for what it writes. */
  readonly language?: Language;
}

/** Finds a task by its name in the text of a file. */
export type Finder = (text: string, name: string) => Task | undefined;

/** Returns a task of a TOML file below one of the given tables: a text, a list, or a table of its own. */
export function inToml(...tables: readonly RegExp[]): Finder {
  return (text, name) => {
    const own = readToml(text).flatMap(([path, value]): TomlEntry[] => {
      const table = tables.map((one) => one.exec(path)?.[0]).find((one) => one !== undefined);
      const rest = table === undefined ? undefined : path.slice(table.length);
      return rest === name || rest?.startsWith(`${name}.`) ? [[rest.slice(name.length + 1), value]] : [];
    });
    if (own.length === 0) return undefined;
    const valuesOf = (pattern: RegExp) => own.filter(([key]) => pattern.test(key)).map(([, value]) => value);
    const command = own.find(([key]) => key === 'command')?.[1];
    const args = valuesOf(/^args\.\d+$/);
    return {
      code: valuesOf(/^(?:\d+|cmd|shell|run|script|chain|composite|sequence|)(?:\.\d+)?(?:\.(?:cmd|shell))?$/),
      needs: valuesOf(
        /^(?:depends?(?:[-_]on)?|dependencies|deps|run_task|ref|sequence|composite|chain)(?:\.\d+)?(?:\.(?:ref|name|task))?$|^\d+$/,
      ),
      ...(command === undefined ? {} : { argv: [command, ...args] }),
    };
  };
}

/** A task of a JSON file (comments are taken out): a text, a list of texts, or an object with a `command`. */
export function inJson(key: string): Finder {
  return (text, name) => {
    const value = jsonAt(text, key, name);
    const texts = (Array.isArray(value) ? value : [isRecord(value) ? value.command : value]).filter(
      (one): one is string => typeof one === 'string',
    );
    if (texts.length === 0) return undefined;
    return {
      code: texts
        .filter((one) => !one.startsWith('@') || /^@(?:php|composer|putenv)\b/.test(one))
        .map((one) => one.replace(/^@(?=php|composer)/, '')),
      needs: texts.filter((one) => one.startsWith('@')).map((one) => one.slice(1)),
    };
  };
}

function jsonAt(text: string, ...path: readonly string[]): unknown {
  try {
    let value: unknown = JSON.parse(
      text
        .replace(/^[ \t]*\/\/.*$/gm, '')
        .replace(/("(?:[^"\\]|\\.)*")|\/\*[\s\S]*?\*\//g, '$1')
        .replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*/g, '$1'),
    );
    for (const key of path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    return value;
  } catch {
    return undefined;
  }
}

/**
 * Finds a task of tox that is called with no words for what it runs: each place for them holds what stands there
 * without.
 */
export function inToxAlone(text: string, name: string): Task | undefined {
  return inTox(text.replace(/\{posargs(?::([^{}\n]*))?\}/g, '$1'), name);
}

/** Returns the `commands` of a section of `tox.ini`. */
export function inTox(text: string, name: string): Task | undefined {
  const sections = text.split(/^(?=\[)/m);
  const envs = /^envlist\s*=\s*((?:.*\n?)(?:[ \t]+.*\n?)*)/m.exec(text)?.[1] ?? '';
  const wanted =
    name === 'default'
      ? ['testenv', ...envs.split(/[\s,]+/).map((one) => `testenv:${one}`)]
      : [`testenv:${name}`, 'testenv'];
  const found = wanted
    .map((head) => sections.find((section) => section.startsWith(`[${head}]`)))
    .filter((one) => one !== undefined);
  const used = name === 'default' ? found : found.slice(0, 1);
  const code = used.flatMap((section) => {
    const block = /^commands(?:_pre|_post)?\s*=\s*(.*(?:\n[ \t]+.*)*)/gm;
    return [...section.matchAll(block)].flatMap((match) => (match[1] ?? '').split('\n'));
  });
  const lines = code
    .map((line) =>
      line
        .trim()
        .replace(/^-\s+/, '')
        .replace(/\{[^}]*\}/g, '${__tox}'),
    )
    .filter((line) => line !== '');
  return lines.length === 0 ? undefined : { code: lines };
}

/** Where a definition of something begins, in the languages of task files. */
const DEFINES =
  /^(?:\s{0,4}(?:@|def\s|task[\s(]|tasks\.|namespace\s|desc\s|multitask\s|file\s|(?:private_)?lane\s|platform\s)|(?:export|exports\.|async |function |const |gulp\.task|grunt\.registerTask|func |module\.exports)|\s{0,4}(?:g|grunt)\.registerTask)/;

/** Returns the part of a file that defines a name, and the other names that its head asks for first. */
export function inCode(text: string, name: string): Task | undefined {
  const lines = text.split('\n');
  const word = new RegExp(
    `(?:def|task|function|func|const|exports\\.|export|multitask|lane|registerTask\\(|register(?:<\\w+>)?\\(|gulp\\.task\\()\\s*\\(?\\s*[:'"]?${name.replace(/[^\w]/g, '\\W').replace(/-/g, '[-_]')}\\b`,
    'i',
  );
  const at = lines.findIndex((line) => word.test(line));
  if (at < 0) return undefined;
  const end = lines.findIndex(
    (line, index) => index > at && DEFINES.test(line) && !/^\s*@/.test(lines[index - 1] ?? ''),
  );
  const head = lines[at] as string;
  const needs = [
    ...head.slice(head.search(word)).matchAll(/(?:=>|:|pre=|depends=)\s*\[?\s*((?:[:'"]?\w+['"]?\s*,?\s*)+)\]?/g),
  ];
  const asked = needs
    .flatMap((match) => [...(match[1] ?? '').matchAll(/\w+/g)].map((one) => one[0]))
    .filter((one) => one !== name && one !== 'do');
  return { foreign: [lines.slice(at, end < 0 ? undefined : end).join('\n')], needs: asked };
}

/** Returns a command of Click's or Flask's: the function below a decorator that names it, or the one of that name. */
export function inClick(text: string, name: string): Task | undefined {
  const decorated = new RegExp(
    `^@[\\w.]*command\\(\\s*['"]${name.replace(/\W/g, '\\W')}['"].*\\n(?:@.*\\n)*(?:async )?def\\s+(\\w+)`,
    'm',
  );
  return inCode(text, decorated.exec(text)?.[1] ?? name);
}

/** Returns an alias of a `mix.exs`: `cmd …` is for the shell, anything else another task. */
export function inMix(text: string, name: string): Task | undefined {
  const value = new RegExp(`\\b"?${name.replace(/\W/g, '\\W')}"?:\\s*(\\[[^\\]]*\\]|"[^"\n]*")`).exec(text)?.[1];
  const steps = [...(value ?? '').matchAll(/"([^"\n]*)"/g)].map((match) => match[1] ?? '');
  if (steps.length === 0) return undefined;
  return {
    code: steps.flatMap((step) => /^cmd\s+(.*)$/.exec(step)?.[1] ?? []),
    needs: steps.filter((step) => /^[\w.]+$/.test(step)),
  };
}

/** Returns a target of Nx: what its `nx:run-commands` runs, and the targets that it waits for. */
export function inNx(text: string, name: string): Task | undefined {
  const target = jsonAt(text, 'targets', name);
  if (!isRecord(target)) return undefined;
  const options = isRecord(target.options) ? target.options : {};
  const listed = Array.isArray(options.commands) ? options.commands : [];
  const code = [target.command, options.command, ...listed.map((one) => (isRecord(one) ? one.command : one))];
  const needs = Array.isArray(target.dependsOn) ? target.dependsOn : [];
  const isText = (one: unknown): one is string => typeof one === 'string';
  return { code: code.filter(isText), needs: needs.filter(isText) };
}

/** Returns lines `name: command` of a Procfile. */
export function inProcfile(text: string, name: string): Task | undefined {
  const lines = text
    .split('\n')
    .flatMap((line) =>
      /^([\w-]+):\s*(.+)$/.exec(line)?.slice(1, 3) ? [/^([\w-]+):\s*(.+)$/.exec(line) as RegExpExecArray] : [],
    );
  const code = lines.filter((line) => name === 'default' || line[1] === name).map((line) => line[2] as string);
  return code.length === 0 ? undefined : { code };
}

/** Returns the `entry` of local hooks of pre-commit; all of them, or the one with an id. */
export function inPreCommit(text: string, name: string): Task | undefined {
  const hooks = text.split(/^[ \t]*-\s+(?=id:)/m).slice(1);
  const code = hooks.flatMap((hook) => {
    const id = /^id:\s*['"]?([\w.-]+)/.exec(hook)?.[1];
    const entry = /^[ \t]*entry:\s*(.+)$/m.exec(hook)?.[1];
    return entry === undefined || (name !== 'default' && name !== id) ? [] : [entry.replace(/^(['"])(.*)\1$/, '$2')];
  });
  return code.length === 0 ? undefined : { code };
}

/** Returns the `run:` lines below a top key of lefthook's file. */
export function inLefthook(text: string, name: string): Task | undefined {
  const section = text.split(/^(?=\S)/m).find((one) => one.startsWith(`${name}:`)) ?? '';
  const code = [...section.matchAll(/^[ \t]+(?:-\s+)?run:\s*(.+)$/gm)].map((match) =>
    (match[1] ?? '').replace(/^(['"])(.*)\1$/, '$2').replace(/\{[\w_]+\}/g, '${__lefthook}'),
  );
  return code.length === 0 ? undefined : { code };
}
