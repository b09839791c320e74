import type { Redirection } from 'unbash';
import { contentOf, emitRead, emitWrite, setContent } from './paths.js';
import { baseName, type Frame, HOLE, type Input, type Session, type Shell, type Sink } from './state.js';
import { expander } from './words.js';

export interface Redirected {
  readonly frame: Frame;
  /** The file that standard output goes to, and whether it is appended. */
  readonly file: { readonly path: string; readonly append: boolean } | undefined;
  /** Standard output goes elsewhere, so the pipe or substitution around gets nothing. */
  readonly isMoved: boolean;
  /** Standard error joins standard output on its way. */
  readonly errorsJoin: boolean;
}

/**
 * Applies the redirections of one command in order: reports the files that they open, gives the input that they hold, and
 * tells where output and errors go.
 */
export function redirect(
  redirections: readonly Redirection[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Redirected {
  const words = expander(session, shell, frame);
  const sinks = new Map<number, Sink>([
    [1, frame.out],
    [2, frame.err],
  ]);
  let input: Input | undefined = frame.input;
  let file: Redirected['file'];
  let isMoved = false;
  let errorsJoin = false;
  for (const one of redirections) {
    const descriptor = one.descriptor?.type === 'FileDescriptor' ? one.descriptor.value : undefined;
    if (one.type === 'HereString') {
      input = { rest: one.target === undefined ? '' : `${words.text(one.target)}\n` };
      continue;
    }
    if (one.type === 'HereDoc') {
      const body = words.hereDoc(one.body, one.delimiter?.quoted === true);
      input = { rest: one.operator === '<<-' ? body.replace(/^\t+/gm, '') : body };
      continue;
    }
    const target = one.target === undefined ? '' : (words.fields([one.target])[0] ?? HOLE);
    const isDuplicate = (one.operator === '>&' || one.operator === '<&') && /^(?:\d+-?|-)$/.test(target);
    if (isDuplicate) {
      const from = descriptor ?? (one.operator === '>&' ? 1 : 0);
      const to = Number.parseInt(target, 10);
      const sink: Sink = target === '-' ? { reach: 'redirected' } : (sinks.get(to) ?? { reach: 'redirected' });
      if (from === 1) {
        isMoved = to === 2 || target === '-';
        file = undefined;
      }
      if (from === 2) errorsJoin = to === 1;
      sinks.set(from, sink);
      continue;
    }
    if (one.operator === '<') {
      emitRead(session, shell, target, 'redirection');
      if ((descriptor ?? 0) === 0) input = { rest: readInput(target, session, shell, frame) };
      continue;
    }
    if (one.operator === '<&') continue;
    emitWrite(session, shell, 'write', target, 'redirection');
    const append = one.operator.endsWith('>>') || one.operator === '<>';
    const sink: Sink = { reach: 'redirected', file: target };
    const both = one.operator.startsWith('&>') || (one.operator === '>&' && descriptor === undefined);
    const number = descriptor ?? (one.operator === '<>' ? 0 : 1);
    if (both || number === 1) {
      sinks.set(1, sink);
      file = { path: target, append };
      isMoved = true;
      if (/^\/dev\/(?:stdout|fd\/1)$/.test(target)) {
        sinks.set(1, frame.out);
        file = undefined;
        isMoved = false;
      }
    }
    if (both || number === 2) sinks.set(2, sink);
    else if (number !== 1) sinks.set(number, sink);
    // Opening truncates, whatever is written later and by whom.
    if (!append && number !== 1) setContent(session, shell, target, HOLE);
  }
  return {
    frame: { ...frame, input, out: sinks.get(1) ?? frame.out, err: sinks.get(2) ?? frame.err },
    file,
    isMoved,
    errorsJoin,
  };
}

function readInput(target: string, session: Session, shell: Shell, frame: Frame): string {
  if (target === '/dev/null') return '';
  if (/^\/dev\/(?:stdin|fd\/0)$/.test(target)) return frame.input?.rest ?? HOLE;
  return contentOf(session, shell, target) ?? HOLE;
}

/** Puts a command's output where its redirections send it; gives back what is left for the reader. */
export function deliver(output: string, to: Redirected, session: Session, shell: Shell): string {
  if (to.file !== undefined && baseName(to.file.path) !== 'null')
    setContent(session, shell, to.file.path, output, to.file.append);
  return to.isMoved ? '' : output;
}
