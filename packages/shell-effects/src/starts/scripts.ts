import { posix } from 'node:path';
import { runCompiled } from '../code/compilers.js';
import { contentOf, emitUnread } from '../disk/paths.js';
import {
  baseName,
  type Call,
  HOLE,
  isKnown,
  PLAIN_SHELL,
  type Result,
  resolvePath,
  type Session,
  type Shell,
  under,
  ZSH,
} from '../state.js';

export const PLAIN_SHELLS = new Set(['sh', 'dash', 'ash']);
export const SHELLS = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'mksh', 'rbash', 'fish']);

/** Runs a program named by its path: a readable script is carried out, anything else is reported as not readable. */
export function runScriptFile(call: Call): Result | undefined {
  const { argv, words, session, shell, frame } = call;
  const [path = ''] = argv;
  const compiled = path.includes('/') ? runCompiled(path, call) : undefined;
  if (compiled !== undefined) return compiled;
  if (!path.includes('/') || /(?:^|\/)node_modules\/|^\/(?:usr|bin|sbin|opt)\//.test(path)) return undefined;
  // Another name that this line or a link on disk gives to a program.
  const place = resolvePath(path, shell, session);
  const target = place === undefined ? undefined : (session.links.get(place) ?? linkedTo(place, session));
  if (target !== undefined && isKnown(target) && baseName(target) !== baseName(path))
    return session.run([target, ...words], shell.external(), under(frame, baseName(path)));
  const text = contentOf(session, shell, path);
  if (text === undefined) {
    const isOurs = !/(?:^|\/)\.?venv\//.test(path);
    if (isOurs) emitUnread(session, path, 'a program that cannot be read');
    return undefined;
  }
  const [name = 'sh', ...options] = interpreterOf(text) ?? [];
  if (SHELLS.has(name)) {
    const child = shell.child(session.context.env);
    nameScript(child, path);
    if (text.startsWith('#!') && PLAIN_SHELLS.has(name)) child.options.add(PLAIN_SHELL);
    if (name === ZSH) child.options.add(ZSH);
    child.positional = argv.slice(1);
    if (/^#!.*[ \t]-\w*e/.test(text)) child.errexit = true;
    return session.code(text, child, under(frame, baseName(path)), text === HOLE ? 'line' : 'file');
  }
  return session.run([name, ...options, path, ...words], shell.external(), under(frame, baseName(path)));
}

/** Returns the end of the links that lie at a place on disk; undefined where none does. */
function linkedTo(place: string, session: Session): string | undefined {
  let at: string | undefined;
  for (let step = 0; step < 8; step++) {
    const next = isKnown(at ?? place) ? session.context.readLink?.(at ?? place) : undefined;
    if (next === undefined) return at;
    at = next.startsWith('/') ? next : posix.join(posix.dirname(at ?? place), next);
  }
  return at;
}

/** Returns the words of a `#!` line, `env` taken off. */
function interpreterOf(text: string): readonly string[] | undefined {
  const words = /^#![ \t]*(.*)/.exec(text)?.[1]?.trim().split(/\s+/);
  if (words === undefined) return undefined;
  const [program = '', ...rest] = words;
  if (baseName(program) !== 'env') return [baseName(program), ...rest];
  const at = rest.findIndex((word) => !word.startsWith('-') && !/^\w+=/.test(word));
  return at < 0 ? ['sh'] : [baseName(rest[at] as string), ...rest.slice(at + 1)];
}

/** `$0` and `$BASH_SOURCE`, by which scripts find what lies beside them. */
export function nameScript(shell: Shell, path: string): void {
  shell.name = path;
  shell.variables.set('BASH_SOURCE', { value: path, items: new Map([['0', path]]), exported: false });
}
