import { emitWrite } from '../disk/paths.js';
import type { Frame, Session, Shell } from '../state.js';
import { listedPaths, type PathAct, writePathspecs, writeWholeTree } from './pathspecs.js';

/** A git command with all that its writers need. */
export interface GitCall {
  readonly verb: string;
  readonly words: readonly string[];
  readonly operands: readonly string[];
  /** Words before `--` that begin with a dash and are no value of another option. */
  readonly options: readonly string[];
  /** What stands behind `--`. */
  readonly afterDashes: readonly string[] | undefined;
  readonly by: string;
  readonly session: Session;
  readonly shell: Shell;
  readonly frame: Frame;
}

/** Reports one path that the command changes. */
export function write(
  call: GitCall,
  path: string,
  reach: 'exact' | 'tree' | 'into' = 'tree',
  how: PathAct['how'] = 'write',
): void {
  emitWrite(call.session, call.shell, how, path, call.by, reach);
}

/** Tells whether an option of the call matches. */
export function has(call: GitCall, pattern: RegExp): boolean {
  return call.options.some((word) => pattern.test(word));
}

/** Told to show only: the last of the options that say so or take it back; `letters` may stand before `n` in a cluster. */
export function isDryRun(call: GitCall, letters: string): boolean {
  const said = new RegExp(`^(?:--(?:no-)?dry-run|-[${letters}]*n\\w*)$`);
  const last = call.options.filter((word) => said.test(word)).at(-1);
  return last !== undefined && last !== '--no-dry-run';
}

/** Lists paths that the command reads from a file or its input. */
export function listed(call: GitCall): string[] {
  return listedPaths(call.words, call.session, call.shell, call.frame);
}

/** Reports what pathspecs name. */
export function act(
  call: GitCall,
  paths: readonly string[],
  fromElsewhere: boolean,
  how: PathAct['how'] = 'write',
): void {
  writePathspecs(paths, { how, by: call.by, fromElsewhere }, call.session, call.shell);
}

/** Whatever git tracks may be rewritten. */
export function whole(call: GitCall): void {
  writeWholeTree({ how: 'write', by: call.by }, call.session, call.shell);
}
