import { baseName, HOLE, PLAIN_SHELL, type Session, type Shell } from '../../state.js';
import { lookup } from './parameters.js';

/** Returns the tildes of an unquoted text: at its start, and in the value of an assignment behind each colon. */
export function expandTildes(text: string, isValue: boolean, shell: Shell, session: Session): string {
  if (!text.includes('~')) return text;
  if (!isValue) return expandTilde(text, shell, session);
  return text
    .split(':')
    .map((piece) => expandTilde(piece, shell, session))
    .join(':');
}

function expandTilde(text: string, shell: Shell, session: Session): string {
  if (!text.startsWith('~')) return text;
  const slash = text.indexOf('/');
  const prefix = slash < 0 ? text : text.slice(0, slash);
  const place = placeOf(prefix, shell, session);
  return place === undefined ? text : place + text.slice(prefix.length);
}

function placeOf(prefix: string, shell: Shell, session: Session): string | undefined {
  const { home } = session.context;
  if (prefix === '~') return lookup('HOME', shell, session)?.value ?? home;
  // Not every `sh` knows the others.
  if (/^~[+-]/.test(prefix) && shell.options.has(PLAIN_SHELL)) return HOLE;
  if (prefix === '~+') return shell.cwd ?? HOLE;
  if (prefix === '~-') return shell.previous ?? HOLE;
  if (/^~[+-]?\d+$/.test(prefix)) return HOLE;
  // Whose home it is stands in a file that is not read.
  if (/^~[A-Za-z_][\w.-]*$/.test(prefix)) return baseName(home) === prefix.slice(1) ? home : HOLE;
  return undefined;
}
