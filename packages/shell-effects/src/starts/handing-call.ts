import type { Call, Frame, Result } from '../state.js';

/** A call of a program that hands text to a shell somewhere else. */
export interface HandingCall extends Call {
  /** Frame of the commands that the program starts. */
  readonly later: Frame;
}

/** Carries out what a program hands on; undefined where another reader may know the same program, too. */
export type Handing = (call: HandingCall) => Result | undefined;

/** Runs shell code where the program would have it run. */
export function runHanded({ session, shell, later }: HandingCall, code: string): void {
  session.code(code, shell.clone(), later, 'file');
}

/** Returns the text of the program's standard input. */
export const inputOf = ({ frame }: HandingCall) => frame.input?.rest ?? '';

/** Words of the call, each on a line of its own, and what the program reads: commands of a dialog may stand in either. */
export const dialogOf = (call: HandingCall) => [...call.words, inputOf(call)].join('\n');

/** Runs what the groups of a pattern find, of which each match has one. */
export function runMatches(call: HandingCall, text: string, pattern: RegExp): undefined {
  for (const match of text.matchAll(pattern)) runHanded(call, match.slice(1).find((one) => one !== undefined) ?? '');
}
