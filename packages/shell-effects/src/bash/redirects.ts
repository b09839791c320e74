import type { Redirect, Redirection } from 'unbash';
import { contentOf, emitRead, emitWrite, isDirectory, isStandardInput, setContent } from '../disk/paths.js';
import {
  baseName,
  type Channel,
  type Frame,
  HOLE,
  type Input,
  isKnown,
  resolvePath,
  type Scope,
  type Session,
  type Shell,
  type Sink,
} from '../state.js';
import { assign } from './words/parameters.js';
import { Expander } from './words/words.js';

export interface Redirected {
  readonly frame: Frame;
  /** The file that standard output goes to. */
  readonly file: string | undefined;
  /** Standard output goes elsewhere, so the pipe or substitution around gets nothing. */
  readonly isMoved: boolean;
  /** Descriptors beyond the first three, as far as they were opened here. */
  readonly channels: ReadonlyMap<number, Channel>;
}

/**
 * Applies the redirections of one command in order: reports the files that they open, gives the input that they hold, and
 * tells where output and errors go.
 */
export function redirect(redirections: readonly Redirection[], scope: Scope): Redirected {
  const { session, shell, frame } = scope;
  const words = new Expander(session, shell, frame);
  const state: Opened = {
    sinks: new Map([
      [1, frame.out],
      [2, frame.err],
    ]),
    inputs: new Map(frame.input === undefined ? [] : [[0, frame.input]]),
    folders: new Map(),
    file: undefined,
    isMoved: false,
  };
  const channels = new Map<number, Channel>();
  for (const [number, channel] of [...shell.channels, ...(frame.channels ?? [])]) {
    if (channel.sink !== undefined && number > 2) state.sinks.set(number, channel.sink);
    if (channel.input !== undefined && !state.inputs.has(number)) state.inputs.set(number, channel.input);
  }
  for (const one of redirections) {
    const number = numberOf(one, session, shell);
    if (one.type === 'HereString') {
      const text = one.target === undefined ? '' : words.text(one.target);
      openInput(number ?? 0, `${text}\n`, state, session);
    } else if (one.type === 'HereDoc') {
      // Tabs go before anything is put in, so that those of a value stay.
      const body = words.hereDoc(one.body, one.delimiter?.quoted === true);
      openInput(number ?? 0, one.operator === '<<-' ? body.replace(/^\t+/gm, '') : body, state, session);
    } else redirectOne(one, number, words, state, scope);
  }
  for (const [number, sink] of state.sinks) if (number > 2) channels.set(number, { sink });
  for (const [number, input] of state.inputs)
    if (number > 2) {
      const folder = state.folders.get(number) ?? shell.channels.get(number)?.folder;
      channels.set(number, { ...channels.get(number), input, folder });
    }
  return {
    frame: {
      ...frame,
      input: state.inputs.get(0),
      out: state.sinks.get(1) ?? frame.out,
      err: state.sinks.get(2) ?? frame.err,
      ...(channels.size === 0 ? {} : { channels }),
    },
    file: state.file,
    isMoved: state.isMoved,
    channels,
  };
}

/** What is open while the redirections of one command are gone through. */
interface Opened {
  readonly sinks: Map<number, Sink>;
  readonly inputs: Map<number, Input>;
  readonly folders: Map<number, string | undefined>;
  file: string | undefined;
  isMoved: boolean;
}

/** Returns the descriptor before the operator; `{name}` stands for one that the shell chooses. */
function numberOf(one: Redirection, session: Session, shell: Shell): number | undefined {
  if (one.descriptor === undefined) return undefined;
  if (one.descriptor.type === 'FileDescriptor') return one.descriptor.value;
  const { name } = one.descriptor;
  const held = Number(shell.variables.get(name)?.value);
  const isClosing = one.type === 'Redirect' && one.target?.value === '-';
  if (isClosing && Number.isInteger(held)) return held;
  const number = 10 + [...session.files.keys()].filter((path) => path.startsWith('/dev/fd/')).length;
  assign(shell, name, String(number));
  return number;
}

/** Text that a descriptor gives; it can also be read by the descriptor's own path. */
function openInput(number: number, text: string, state: Opened, session: Session): void {
  state.inputs.set(number, { rest: text });
  if (number <= 2) return;
  session.files.set(`/dev/fd/${number}`, text);
  session.files.set(`/proc/self/fd/${number}`, text);
}

function redirectOne(one: Redirect, number: number | undefined, words: Expander, state: Opened, scope: Scope): void {
  const { session, shell, frame } = scope;
  const target = one.target === undefined ? '' : (words.fields([one.target])[0] ?? HOLE);
  const isDuplicate = (one.operator === '>&' || one.operator === '<&') && /^(?:\d+-?|-)$/.test(target);
  if (isDuplicate) {
    duplicate(one.operator, number, target, state);
    return;
  }
  if (one.operator === '<&') {
    state.inputs.set(number ?? 0, { rest: HOLE });
    return;
  }
  if (one.operator === '<') {
    emitRead(session, shell, target, 'redirection');
    openInput(number ?? 0, readInput(target, scope), state, session);
    if ((number ?? 0) > 2 && isDirectory(session, shell, target))
      state.folders.set(number as number, resolvePath(target, shell, session));
    return;
  }
  emitWrite(session, shell, 'write', target, 'redirection');
  const append = one.operator.endsWith('>>') || one.operator === '<>';
  const both = one.operator.startsWith('&>') || (one.operator === '>&' && number === undefined);
  const own = number ?? (one.operator === '<>' ? 0 : 1);
  // Where it lies now: the shell may go elsewhere before something is written.
  const place = resolvePath(target, shell, session);
  const sink: Sink = { reach: 'redirected', file: target, path: isKnown(place) ? place : target };
  if (one.operator === '<>' && own === 0) openInput(0, readInput(target, scope), state, session);
  if (both || own === 1) {
    const isSame = /^\/dev\/(?:stdout|fd\/1)$/.test(target);
    state.sinks.set(1, isSame ? frame.out : sink);
    state.file = isSame ? undefined : sink.path;
    state.isMoved = !isSame;
  }
  if (both || own === 2) state.sinks.set(2, sink);
  else if (own !== 1 && own !== 0) state.sinks.set(own, sink);
  // Opening truncates, whatever is written later and by whom; what a program says on other descriptors is not known.
  if (!append) setContent(session, shell, target, both || own === 1 || own > 2 ? '' : HOLE);
}

/** `duplicate` plays `2>&1`, `<&3` and `>&-`. */
function duplicate(operator: string, number: number | undefined, target: string, state: Opened): void {
  const from = number ?? (operator === '>&' ? 1 : 0);
  const to = Number.parseInt(target, 10);
  if (target === '-') {
    state.sinks.set(from, { reach: 'redirected' });
    state.inputs.delete(from);
    if (from === 0) state.inputs.set(0, { rest: '' });
  } else {
    const sink = state.sinks.get(to);
    const input = state.inputs.get(to);
    if (input !== undefined) state.inputs.set(from, input);
    if (sink !== undefined || operator === '>&') state.sinks.set(from, sink ?? { reach: 'redirected' });
  }
  if (from !== 1) return;
  const sink = state.sinks.get(1);
  state.file = to > 2 ? sink?.path : undefined;
  state.isMoved = to === 2 || target === '-' || state.file !== undefined;
}

function readInput(target: string, { session, shell, frame }: Scope): string {
  if (target === '/dev/null') return '';
  if (isStandardInput(target)) return frame.input?.rest ?? HOLE;
  return contentOf(session, shell, target) ?? HOLE;
}

/** Puts a command's output where its redirections send it; gives back what is left for the reader. */
export function deliver(output: string, to: Redirected, session: Session, shell: Shell): string {
  // The file was emptied, or not, when it was opened.
  if (to.file !== undefined && baseName(to.file) !== 'null') setContent(session, shell, to.file, output, true);
  return to.isMoved ? '' : output;
}
