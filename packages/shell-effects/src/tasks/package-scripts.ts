import { posix } from 'node:path';
import { speculate } from '../bash/speculate.js';
import { join, weaken } from '../bash/walk.js';
import { HOLE, isKnown, known, type Result, type Scope, type Session, UNKNOWN, under, underScript } from '../state.js';
import { quoted } from '../text/quoted.js';
import type { PackageCall } from './package-call.js';
import { nearestManifest } from './workspaces.js';

/** `npm config set script-shell ./x`, for a script that a later step of the line runs. */
export function noteSetting(words: readonly string[], session: Session): void {
  const value = /^script-shell[= ](.+)$/.exec(words.filter((word) => !word.startsWith('-')).join(' '))?.[1];
  if (value !== undefined) session.gitSettings.set('npm script-shell', value);
}

/** `npm pkg set scripts.x=…`: what a later `npm run x` in the same line would do. */
export function setScripts(words: readonly string[], directory: string | undefined, session: Session): void {
  const found = nearestManifest(directory, session);
  if (found === undefined) return;
  for (const word of words) {
    const match = /^scripts(?:\.|\[["']?)([^=\]"']+)["']?\]?=([\s\S]*)$/.exec(word);
    if (match?.[1] !== undefined) found.scripts[match[1]] = match[2] ?? '';
  }
  session.files.set(posix.join(found.directory, 'package.json'), JSON.stringify({ scripts: found.scripts }));
}

/** Lists code that the line gives to a script of this name in words of its own: `.scripts.x = "…"`, `"x": "…"`. */
function codeInLine(name: string, line: string): string[] {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const given = new RegExp(String.raw`(?<![\w:-])${escaped}\\?["'\]]{0,3}\s*[:=]\s*\\?["']([^"'\n]{1,400})`, 'g');
  return [...line.matchAll(given)].map((match) => (match[1] ?? '').replace(/\\$/, ''));
}

/** Runs a script that the line itself put into the package.json, by a program that only says so in its words. */
function runRewritten(name: string, directory: string | undefined, { session, shell, frame }: Scope): void {
  if (directory === undefined || !isKnown(name)) return;
  const path = posix.join(directory, 'package.json');
  if (!session.effects.some((effect) => effect.kind === 'write' && effect.path === path)) return;
  for (const own of [`pre${name}`, name, `post${name}`])
    for (const code of codeInLine(own, session.line).slice(0, 4))
      speculate(session, () => session.code(code, shell.external(), { ...under(frame, own), certain: false }, 'guess'));
}

const SCRIPT_SHELL = /^script-shell\s*=\s*(.+?)\s*$/m;

/** npm can be told which program is the shell of its scripts: a script of the project's then runs in their place. */
function runOwnShell(words: readonly string[], directory: string | undefined, { session, shell, frame }: Scope): void {
  const option = words.flatMap((word, at) => {
    const joined = /^--script-shell(?:=(.+))?$/.exec(word);
    return joined === null ? [] : [joined[1] ?? words[at + 1] ?? ''];
  });
  const own = directory === undefined ? undefined : session.read(posix.join(directory, '.npmrc'));
  const variable = shell.variables.get('npm_config_script_shell') ?? shell.variables.get('NPM_CONFIG_SCRIPT_SHELL');
  const program =
    option[0] ??
    (variable?.exported ? variable.value : undefined) ??
    session.gitSettings.get('npm script-shell') ??
    SCRIPT_SHELL.exec(own ?? '')?.[1];
  if (program === undefined || !isKnown(program) || !program.includes('/')) return;
  speculate(session, () =>
    session.run([program, '-c', ':'], shell.external(), { ...under(frame, 'script-shell'), certain: false }),
  );
}

/**
 * Runs a script of the nearest `package.json`, with those of the names `pre…` and `post…`. Undefined where there is
 * none.
 */
export function runScript(
  program: string,
  name: string,
  words: readonly string[],
  call: PackageCall,
  scope: Scope,
  argv?: readonly string[],
): Result | undefined {
  const { session, shell, frame } = scope;
  runRewritten(name, call.directory, scope);
  runOwnShell(argv ?? call.words, call.directory, scope);
  const found = nearestManifest(call.directory, session);
  const main = name.includes(HOLE) ? undefined : found?.scripts[name];
  const several = program === 'pnpm' && main === undefined ? scriptsLike(name, Object.keys(found?.scripts ?? {})) : [];
  if (several.length > 0) {
    for (const one of several) runScript(program, one, words, call, scope, argv);
    return UNKNOWN;
  }
  if (found === undefined || main === undefined) {
    if (call.directory === undefined && argv !== undefined) {
      session.effects.push({
        kind: 'opaque',
        what: 'program',
        text: `${program} ${known(name) ?? '…'}`,
        reason: `cannot tell which package \`${program} ${known(name) ?? '…'}\` runs in`,
      });
    }
    return undefined;
  }
  const child = shell.child(session.context.env);
  child.cwd = found.directory;
  child.functions = new Map();
  const extra =
    words.length === 0 ? '' : ` ${words.map((word) => (isKnown(word) ? quoted(word) : '"$__unknown"')).join(' ')}`;
  const steps = [
    { name: `pre${name}`, code: found.scripts[`pre${name}`] },
    { name, code: main + extra },
    { name: `post${name}`, code: found.scripts[`post${name}`] },
  ].filter((step) => step.code !== undefined);
  let output = '';
  for (const [at, step] of steps.entries()) {
    const exit = at === steps.length - 1 ? frame.exit : weaken(frame.exit);
    const result = session.code(
      step.code as string,
      child.clone(),
      { ...underScript(frame, `${program} script ${step.name}`, words), exit },
      'file',
    );
    output = join(output, result.output);
  }
  return { output, status: undefined };
}

/** The scripts of `pnpm run "/^build:/"`, where the pattern is plain: no text of an agent is compiled. */
function scriptsLike(pattern: string, names: readonly string[]): string[] {
  const [, start, text, end] = /^\/(\^?)([\w:@.-]*?)(\$|\.[*+]\$?)?\/$/.exec(pattern) ?? [];
  if (text === undefined) return [];
  return names.filter((name) =>
    start === '' ? name.includes(text) : end === '$' ? name === text : name.startsWith(text),
  );
}
