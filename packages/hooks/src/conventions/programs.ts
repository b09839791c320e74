import path from 'node:path';
import { type Convention, looksAt, type ProgramRule } from '@flow/core';
import { findProgram, type Repository } from '@flow/evidence';
import { isWithinFolder } from '../is-within-folder.js';
import { type Printed, runWithInput } from '../run-with-input.js';
import { trustedFiles } from './trusted-files.js';
import type { ChangedFile, Checked, Violation } from './violation.js';

/** What programs of the project are run with. */
export interface ProgramContext {
  repository: Repository;
  /** A commit of the base branch, whose version of the programs runs; null where there is none. */
  base(): string | null;
  environment: NodeJS.ProcessEnv;
  /** Epoch milliseconds at which what still runs is killed. */
  until: number;
}

const MAX_FOUND = 500;
const MAX_MESSAGE = 300;

/** Asks the rules that are programs. They are open: what cannot be asked is told, and stops nothing. */
export function checkPrograms(
  rules: readonly Convention[],
  files: readonly ChangedFile[],
  context: ProgramContext,
): Checked {
  const checked: Checked = { violations: [], unrun: [] };
  for (const rule of rules) {
    const { how } = rule;
    if (!('module' in how || 'command' in how)) continue;
    const seen = files.filter((file) => file.lines.length > 0 && looksAt(rule, file.path, file.class));
    if (seen.length === 0) continue;
    const answer = ask(how, seen, context);
    const found = answer.ok ? violationsIn(answer.text, rule, seen) : answer.why;
    if (typeof found === 'string') checked.unrun.push({ rule: rule.name, why: found });
    else checked.violations.push(...found);
  }
  return checked;
}

/** All of a rule's files in one process: the protocol is in docs/conventions.md. */
function ask(how: ProgramRule, files: readonly ChangedFile[], context: ProgramContext): Printed {
  const { repository, environment, until } = context;
  const base = context.base();
  if (base === null) return { ok: false, why: 'there is no base branch to take it from' };
  const trusted = trustedFiles(how, base, repository, environment, until);
  if ('why' in trusted) return { ok: false, why: trusted.why };
  const { folder } = trusted;
  const searchPath = outside(environment.PATH ?? '', repository.root);
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

/** What a program answered, of the added lines of its files only (feature D45); a text says what is wrong with it. */
function violationsIn(text: string, rule: Convention, files: readonly ChangedFile[]): Violation[] | string {
  let answer: unknown;
  try {
    answer = JSON.parse(text.trim() || '[]');
  } catch {
    return 'its answer is not JSON';
  }
  if (!Array.isArray(answer)) return 'its answer is not a list';
  const added = new Map(files.map(({ path: file, lines }) => [file, new Set(lines.map(({ line }) => line))]));
  const only = files.length === 1 ? files[0]!.path : undefined;
  return answer.slice(0, MAX_FOUND).flatMap((one: Partial<Record<string, unknown>> | null): Violation[] => {
    const file = typeof one?.file === 'string' ? one.file : only;
    const line = Number(one?.line);
    if (file === undefined || !added.get(file)?.has(line)) return [];
    const own = typeof one?.rule === 'string' && one.rule !== '' ? `${rule.name}/${one.rule}` : rule.name;
    const message = typeof one?.message === 'string' && one.message !== '' ? one.message : rule.message;
    const severity = rule.severity === 'block' && one?.severity !== 'warn' ? 'block' : 'warn';
    return [
      {
        code: 'CONVENTION_BROKEN',
        severity,
        file,
        line,
        rule: own.slice(0, 80),
        message: message.slice(0, MAX_MESSAGE),
      },
    ];
  });
}
