import { posix } from 'node:path';
import { join, weaken } from '../bash/walk.js';
import { expandGlob } from '../bash/words/glob.js';
import { contentOf, namesInput, setContent } from '../disk/paths.js';
import { runScriptFile } from '../starts/scripts.js';
import {
  baseName,
  type Call,
  callOf,
  type Frame,
  HOLE,
  isKnown,
  type Result,
  type Scope,
  type Session,
  type Shell,
  UNKNOWN,
  under,
} from '../state.js';
import { programOf } from '../table.js';
import type { Recipe, RecipeHost } from './recipes.js';
import type { TargetRunner } from './target-runner.js';

/** What the words after a runner say. */
interface AskedTargets {
  readonly targets: string[];
  readonly overrides: string[];
  readonly added: string[];
  readonly rest: readonly string[];
  file?: string | undefined;
  directory?: string | undefined;
  isDry?: boolean;
}

/** `make test`, `just test`, `task test`: the recipe's lines as far as the file says them plainly. */
export function runTargets({ program, words, session, shell, frame }: Call): Result | undefined {
  const runner = programOf(program).targets;
  if (runner === undefined) return undefined;
  if (program === 'just' && /^(?:-c|--command)$/.test(words[0] ?? ''))
    return session.run(words.slice(1), shell.external(), under(frame, program));
  const asked = readTargets([...(runner.kind === 'make' ? flagsOf(shell) : []), ...words], runner);
  if (asked === undefined) return undefined;
  const child = shell.child(session.context.env);
  moveTo(child, asked, runner, session);
  // Lines of its own need no file.
  const found = findFile(asked, runner, session.at(child, frame)) ?? (asked.added.length > 0 ? '' : undefined);
  if (asked.isDry && !isKnown(found)) return UNKNOWN;
  if (found === undefined || !isKnown(found))
    return unreadable(program, asked.targets, session, 'its file cannot be read');
  const own = asked.overrides.find((word) => word.startsWith('SHELL='))?.slice(6);
  if (own !== undefined) session.code(own, child.clone(), { ...under(frame, program), exit: 'hidden' }, 'guess');
  if (runner.kind === 'task') asked.overrides.push(`CLI_ARGS=${asked.rest.join(' ')}`);
  const recipe = runner.read(
    [found, ...asked.added].join('\n'),
    asked.targets,
    asked.overrides,
    hostOf(child, session),
  );
  for (const [name, value] of recipe.exports ?? []) child.variables.set(name, { value, exported: true });
  for (const code of recipe.startup ?? [])
    session.code(code, child.clone(), { ...under(frame, program), exit: 'hidden', certain: false }, 'file');
  if (!recipe.ok && asked.isDry) return UNKNOWN;
  if (!recipe.ok) return unreadable(program, asked.targets, session, recipe.reason);
  const handed = [...(runner.kind === 'just' ? asked.targets.slice(1) : []), ...valuesOf(asked.overrides)];
  const lines = asked.isDry ? recipe.lines.filter((line) => line.isAlways) : recipe.lines;
  return runLines({ ...recipe, lines }, program, session.at(child, { ...frame, handed: frame.handed ?? handed }));
}

/** Returns the words in the values of `name=value`. */
const valuesOf = (overrides: readonly string[]) =>
  overrides.flatMap((one) => one.slice(one.indexOf('=') + 1).split(/\s+/)).filter((word) => word !== '');

function runLines(recipe: Recipe & { ok: true }, program: string, { session, shell, frame }: Scope): Result {
  let output = '';
  for (const [index, line] of recipe.lines.entries()) {
    const isLast = index === recipe.lines.length - 1;
    const exit = line.ignoresFailure ? 'hidden' : isLast ? frame.exit : weaken(frame.exit);
    const inner: Frame = { ...under(frame, `${program} ${line.target}`), exit };
    const handed = line.shell ?? recipe.shell;
    const isScript = /^#!(?!\s*\S*\b(?:env\s+)?(?:ba|da|z)?sh\b)/.test(line.code);
    const result =
      handed && !line.code.startsWith('#!')
        ? session.run([...handed, line.code], shell.external(), inner)
        : isScript
          ? runScript(line.code, session.at(shell, inner))
          : session.code(line.code, shell.clone(), inner, 'file');
    output = join(output, result.output);
  }
  return { output, status: undefined };
}

/** Runs a recipe in another language: as if it lay in a file of its own. */
function runScript(code: string, { session, shell, frame }: Scope): Result {
  const name = './.recipe';
  setContent(session, shell, name, code);
  const result = runScriptFile(callOf([name], session.at(shell.clone(), frame))) ?? UNKNOWN;
  if (isKnown(shell.cwd)) session.files.delete(posix.join(shell.cwd, name));
  return result;
}

/** Tells what the environment gives make before its own words; short options may lack their dash there. */
function flagsOf(shell: Shell): string[] {
  return ['GNUMAKEFLAGS', 'MAKEFLAGS'].flatMap((name) => {
    const variable = shell.variables.get(name);
    const words = (variable?.exported && isKnown(variable.value) && variable.value.match(/(?:\\.|[^\s\\])+/gs)) || [];
    return words.map((word, at) => (at === 0 && /^[a-zA-Z]+$/.test(word) ? `-${word}` : word.replace(/\\(.)/gs, '$1')));
  });
}

function readTargets(words: readonly string[], runner: TargetRunner): AskedTargets | undefined {
  const dashes = words.indexOf('--');
  const before = (dashes < 0 ? words : words.slice(0, dashes)).flatMap((word) => {
    const [, plain, last] = runner.bundle?.exec(word) ?? [];
    return plain === undefined ? [word] : [plain, `-${last}`];
  });
  const asked: AskedTargets = {
    targets: [],
    overrides: [],
    added: [],
    rest: dashes < 0 ? [] : words.slice(dashes + 1),
  };
  for (let at = 0; at < before.length; at++) {
    const word = before[at] as string;
    const long = /^(--[\w-]+)=([\s\S]*)$/.exec(word) ?? /^(-[CfdtI])(.+)$/.exec(word);
    const name = long?.[1] ?? word;
    const value = () => long?.[2] ?? before[++at];
    if (runner.directory.test(name)) asked.directory = value();
    else if (runner.file.test(name)) asked.file = value();
    else if (name === '--eval') asked.added.push(value() ?? '');
    else if (runner.sets?.test(name)) asked.overrides.push(`${before[++at]}=${before[++at]}`);
    else if (runner.valued.test(name)) value();
    else if (runner.tells.test(name)) return undefined;
    else if (runner.dry?.test(name)) asked.isDry = true;
    else if (/^-[jl]$/.test(word) && /^\d/.test(before[at + 1] ?? '')) at++;
    else if (/^[A-Za-z_.][\w.]*:{0,3}=/.test(word)) asked.overrides.push(word.replace(/:+=/, '='));
    else if (!word.startsWith('-')) asked.targets.push(word);
  }
  return asked;
}

function moveTo(shell: Shell, asked: AskedTargets, runner: TargetRunner, session: Session): void {
  const path = runner.kind === 'just' ? /^([^=]*\/)([\w:-]*)$/.exec(asked.targets[0] ?? '') : null;
  // `just sub/recipe` looks in that folder.
  if (path !== null) {
    asked.directory = path[1];
    if (path[2]) asked.targets[0] = path[2];
    else asked.targets.shift();
  }
  if (asked.directory !== undefined)
    shell.cwd = isKnown(asked.directory) && isKnown(shell.cwd) ? posix.resolve(shell.cwd, asked.directory) : undefined;
  else if (runner.isUpwards && asked.file === undefined) {
    for (let at = shell.cwd; isKnown(at); at = posix.dirname(at)) {
      const folder = at;
      if (runner.files.some((name) => session.read(posix.join(folder, name)) !== undefined)) {
        shell.cwd = folder;
        return;
      }
      if (at === '/') return;
    }
  }
}

function findFile(asked: AskedTargets, runner: TargetRunner, { session, shell, frame }: Scope): string | undefined {
  if (asked.file !== undefined && namesInput(asked.file)) return frame.input?.rest;
  // make reads a file that is named from the folder that it goes to, just from where it is started.
  const given = asked.file;
  const names = given === undefined ? runner.files : [given, ...(runner.kind === 'just' ? [baseName(given)] : [])];
  const text = names.map((name) => contentOf(session, shell, name)).find((one) => one !== undefined);
  const more = runner.kind === 'make' ? shell.variables.get('MAKEFILES')?.value : undefined;
  const before = (more ?? '').split(/\s+/).map((name) => (name === '' ? '' : (contentOf(session, shell, name) ?? '')));
  return text === undefined ? undefined : [...before.filter((one) => one !== ''), text].join('\n');
}

function hostOf(shell: Shell, session: Session): RecipeHost {
  return {
    read(name) {
      if (!name.includes('*')) return contentOf(session, shell, name);
      const folder = posix.dirname(name);
      const pattern = new RegExp(
        `^${baseName(name)
          .replace(/[.+^${}()|[\]\\?]/g, '\\$&')
          .replaceAll('*', '.*')}$`,
      );
      const path = isKnown(shell.cwd) ? posix.resolve(shell.cwd, folder) : undefined;
      const names = (path === undefined ? undefined : session.list(path)) ?? [];
      const texts = names
        .filter((one) => pattern.test(one))
        .map((one) => contentOf(session, shell, `${folder}/${one}`));
      return texts.filter((one) => one !== undefined).join('\n');
    },
    list: (pattern) => expandGlob(pattern, shell.cwd, (path) => session.list(path)),
    variable(name) {
      const variable = shell.variables.get(name);
      return variable?.exported ? variable.value : session.context.env?.[name];
    },
  };
}

function unreadable(program: string, targets: readonly string[], session: Session, reason: string): Result {
  session.effects.push({
    kind: 'opaque',
    what: 'program',
    text: `${program} ${targets.join(' ')}`.replaceAll(HOLE, '…').slice(0, 200),
    reason,
  });
  return UNKNOWN;
}
