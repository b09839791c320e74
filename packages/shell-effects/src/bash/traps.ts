import type { Call, Scope } from '../state.js';
import { lookup } from './words/parameters.js';

/** Signals by number, as far as a command line names them. */
const NUMBERS: Readonly<Record<string, string>> = { '0': 'EXIT', '1': 'HUP', '2': 'INT', '3': 'QUIT', '15': 'TERM' };

/**
 * Plays `trap code signal…`: what runs at the end, on errors or before each command is kept; any other code may run at any
 * time.
 */
export function setTrap(call: Call): void {
  const { argv, shell } = call;
  const words = argv[1] === '--' ? argv.slice(2) : argv.slice(1);
  const [code = '', ...signals] = words;
  if (signals.length === 0 || /^-[lp]$/.test(code)) return;
  for (const signal of signals) {
    const name = NUMBERS[signal] ?? signal.toUpperCase().replace(/^SIG/, '');
    if (code === '-' || code === '') shell.traps.delete(name);
    else shell.traps.set(name, code);
    if (code === '-' || code === '') continue;
    // Its own `exit` may give the line another exit code.
    shell.ended = true;
    if (name !== 'EXIT') runTrap(name, call);
  }
}

/** Carries a trap's code out on a copy of the shell: when a trap strikes, and how often, is not known. */
export function runTrap(name: string, scope: Scope): void {
  const { shell } = scope;
  const code = shell.traps.get(name);
  if (code !== undefined) runAside(code, 'trap', scope);
}

/** A prompt is expanded before it is shown: `PS4` before each command that is traced. */
export function runPrompt(name: string, scope: Scope): void {
  const { session, shell } = scope;
  const text = lookup(name, shell, session)?.value ?? '';
  if (/[$`]/.test(text)) runAside(`: "${text.replaceAll('"', '\\"')}"`, name, scope, 'guess');
}

/** Code that runs between others, on a copy of the shell; what it said shortly before is not said again. */
function runAside(code: string, via: string, { session, shell, frame }: Scope, kind: 'line' | 'guess' = 'line'): void {
  const inner = shell.clone();
  inner.traps = new Map();
  inner.options.delete('xtrace');
  inner.leaving = undefined;
  const start = session.effects.length;
  session.code(code, inner, { ...frame, exit: 'hidden', certain: false, via: [...frame.via, via] }, kind);
  const said = new Set(session.effects.slice(Math.max(0, start - 64), start).map((one) => JSON.stringify(one)));
  const added = session.effects.splice(start).filter((one) => !said.has(JSON.stringify(one)));
  session.effects.push(...added);
}

/** Runs the traps at the end of a shell: its EXIT trap, and once more what strikes on errors, as things are now. */
export function runExitTrap(scope: Scope): void {
  const { shell } = scope;
  for (const name of shell.traps.keys()) runTrap(name, scope);
}
