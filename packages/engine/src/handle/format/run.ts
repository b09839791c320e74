import { existsSync } from 'node:fs';
import path from 'node:path';
import { readSmall } from '@flow/evidence/disk/read-small';
import { type Printed, runWithInput } from '../../facts/run-with-input.js';
import { foldersAbove } from './choose.js';
import type { FormatterSpec } from './formatters.js';

/** Folder and time limit of one run of a formatter. */
export interface FormatRun {
  /** Absolute path of the executable. */
  program: string;
  root: string;
  environment: NodeJS.ProcessEnv;
  /** Milliseconds. */
  timeout: number;
}

/**
 * Has a text formatted, without a shell: the executable gets its words as they are, the text on standard input, and
 * nothing to write to.
 */
export function runFormatter(spec: FormatterSpec, file: string, text: string, run: FormatRun): Printed {
  const read = (name: string) => {
    const folder = foldersAbove(file, run.root).find((above) => readSmall(path.join(above, name)) !== undefined);
    return folder === undefined ? undefined : readSmall(path.join(folder, name));
  };
  const printed = runWithInput(run.program, spec.words(file, read), {
    // That of a file that is yet to be written may not be there.
    directory: foldersAbove(file, run.root).find((folder) => existsSync(folder)) ?? run.root,
    environment: { ...run.environment, NO_COLOR: '1', NODE_OPTIONS: '' },
    input: text,
    timeout: run.timeout,
    // Half a text, well formatted, would take the place of the whole.
    mayLeaveInput: false,
  });
  // What prints nothing for a text has not formatted it.
  if (printed.ok && printed.text.trim() === '' && text.trim() !== '') return { ok: false, why: 'it printed nothing' };
  return printed;
}
