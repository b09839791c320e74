import path from 'node:path';
import { type Convention, looksAt, type ProgramRule } from '@flow/core';
import { DeadlineError, findProgram, type Repository } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { searchPath as searchPathOf } from '@flow/evidence/environment';
import { type Printed, runWithInput } from '../run-with-input.js';
import { trustedFiles } from './trusted-files.js';
import type { ChangedFile, Checked } from './violation.js';

/** Context that programs of the project run in. */
export interface ProgramContext {
  repository: Repository;
  /** A commit of the base branch, whose version of the programs runs; null where there is none. */
  base(): string | null;
  environment: NodeJS.ProcessEnv;
  /** Epoch milliseconds at which what still runs is killed. */
  until: number;
}

/**
 * Share of the remaining time that one rule may take, so that the other rules are asked, too; the last rule may take all.
 */
const SHARE = 0.5;

const MAX_FOUND = 500;
const MAX_MESSAGE = 300;

/** Asks the rules that are programs. They are open: what cannot be asked is told, and stops nothing. */
export function checkPrograms(
  rules: readonly Convention[],
  files: readonly ChangedFile[],
  context: ProgramContext,
): Checked {
  const checked: Checked = { violations: [], unrun: [] };
  const asked = rules.flatMap((rule) => {
    const { how } = rule;
    if (!('module' in how || 'command' in how)) return [];
    const seen = files.filter((file) => file.lines.length > 0 && looksAt(rule, file.path, file.class));
    return seen.length > 0 ? [{ rule, how, seen }] : [];
  });
  for (const [at, { rule, how, seen }] of asked.entries()) {
    const left = context.until - Date.now();
    const until = at === asked.length - 1 ? context.until : Date.now() + Math.floor(left * SHARE);
    const answer = askInTime(how, seen, { ...context, until });
    if (answer.ok) take(answer.text, rule, seen, checked);
    else checked.unrun.push({ rule: rule.name, why: answer.why });
  }
  return checked;
}

/** Asks the program of one rule. A deadline that passes ends this rule alone, and says nothing of the other rules. */
function askInTime(how: ProgramRule, files: readonly ChangedFile[], context: ProgramContext): Printed {
  try {
    return ask(how, files, context);
  } catch (error) {
    if (error instanceof DeadlineError) return { ok: false, why: 'no time was left' };
    throw error;
  }
}

/** Asks a rule's program about all of its files in one process: the protocol is in docs/conventions.md. */
function ask(how: ProgramRule, files: readonly ChangedFile[], context: ProgramContext): Printed {
  const { repository, environment, until } = context;
  const base = context.base();
  if (base === null) return { ok: false, why: 'there is no base branch to take it from' };
  const trusted = trustedFiles(how, base, repository, environment, until);
  if ('why' in trusted) return { ok: false, why: trusted.why };
  const { folder } = trusted;
  const searchPath = outside(searchPathOf(environment), repository.root);
  const [program, words] = callOf(how, folder, searchPath, repository);
  if (program === undefined) return { ok: false, why: `${'command' in how && how.command[0]} was not found on PATH` };
  const timeout = until - Date.now();
  if (timeout <= 0) return { ok: false, why: 'no time was left' };
  const request = {
    version: 1,
    root: repository.root,
    files: files.map(({ path: file, class: kind, lines }) => ({
      file,
      class: kind,
      language: path.posix.extname(file).slice(1),
      lines,
    })),
  };
  const environ = { ...plain(environment), PATH: searchPath, NO_COLOR: '1' };
  return runWithInput(program, words, {
    directory: folder,
    environment: environ,
    input: JSON.stringify(request),
    timeout,
    mayLeaveInput: true,
  });
}

function callOf(
  how: ProgramRule,
  folder: string,
  searchPath: string,
  repository: Repository,
): [string | undefined, string[]] {
  if ('module' in how) {
    const { pathToFileURL } = process.getBuiltinModule('node:url');
    const url = pathToFileURL(path.join(folder, how.module)).href;
    return [process.execPath, ['--input-type=module', '-e', ASK_MODULE, url]];
  }
  const [first = '', ...words] = how.command;
  return [first.includes('/') ? path.join(folder, first) : findProgram(first, searchPath, repository), words];
}

/** Calls a module's function for each file, in a process of its own; what it prints itself goes to standard error. */
const ASK_MODULE = `
import { readFileSync } from 'node:fs';
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
try {
  const { root, files } = JSON.parse(readFileSync(0, 'utf8'));
  const module = await import(process.argv[1]);
  const check = module.default ?? module;
  if (typeof check !== 'function') throw new Error('it exports no function by default');
  const found = [];
  for (const file of files) for (const one of (await check({ root, ...file })) ?? []) found.push({ ...one, file: file.file });
  answer(JSON.stringify(found), () => process.exit(0));
} catch (error) {
  console.error(String(error?.message ?? error));
  process.exit(1);
}
`;

/** Folders of PATH that do not lie in the repository, where the agent could have put a program. */
const outside = (searchPath: string, root: string) =>
  searchPath
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder) && !isWithinFolder(folder, root))
    .join(path.delimiter);

const KEPT = /^(?:HOME|USERPROFILE|LANG|LC_\w+|TMPDIR|TEMP|TMP|TZ|SYSTEMROOT|COMSPEC|PATHEXT)$/i;

/** Variables that programs need, and none that steers them or holds a secret. */
const plain = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => KEPT.test(name)));

/** Takes in what a program answered, of the added lines of its files only (feature D45), and what is wrong with it. */
function take(text: string, rule: Convention, files: readonly ChangedFile[], { violations, unrun }: Checked): void {
  const wrong = (why: string) => unrun.push({ rule: rule.name, why });
  let answer: unknown;
  try {
    answer = JSON.parse(text.trim() || '[]');
  } catch {
    wrong('its answer is not JSON');
    return;
  }
  if (!Array.isArray(answer)) {
    wrong('its answer is not a list');
    return;
  }
  const added = new Map(files.map(({ path: file, lines }) => [file, new Set(lines.map(({ line }) => line))]));
  const only = files.length === 1 ? files[0]!.path : undefined;
  const entries = answer.slice(0, MAX_FOUND) as (Partial<Record<string, unknown>> | null)[];
  // Who misspells a key must not be taken for one that has found nothing.
  if (entries.some((one) => !Number.isInteger(Number(one?.line ?? Number.NaN))))
    wrong('an entry of its answer has no line');
  else if (entries.some((one) => typeof one?.file !== 'string' && only === undefined))
    wrong('an entry of its answer has no file');
  for (const one of entries) {
    const file = typeof one?.file === 'string' ? one.file : only;
    const line = Number(one?.line);
    if (file === undefined || !added.get(file)?.has(line)) continue;
    const own = typeof one?.rule === 'string' && one.rule !== '' ? `${rule.name}/${one.rule}` : rule.name;
    const message = typeof one?.message === 'string' && one.message !== '' ? one.message : rule.message;
    const severity = rule.severity === 'block' && one?.severity !== 'warn' ? 'block' : 'warn';
    violations.push({
      ...{ code: 'CONVENTION_BROKEN', severity, file, line },
      rule: own.slice(0, 80),
      message: message.slice(0, MAX_MESSAGE),
    });
  }
}
