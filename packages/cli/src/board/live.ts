import { claudeSpoken } from '@flow/clients/claude-code/spoken';
import { codexSpoken } from '@flow/clients/codex/spoken';
import { plainSpoken, type ReadSpoken, type Spoken } from '@flow/clients/spoken';
import type { Tidy } from '../report/words.js';
import { tailOf } from './tail.js';

/** The live output of a session, bounded: its newest lines, and whether there were others before. */
export interface Live {
  lines: Spoken[];
  isCut: boolean;
}

/** How each client's stream is read; any other is shown as it stands. */
const SPOKEN: Readonly<Record<string, ReadSpoken>> = { 'claude-code': claudeSpoken, codex: codexSpoken };

/** Lines that are shown, and characters of each. */
const MOST = 80;
const LONGEST = 400;

/** Reads what a session said last; its texts are cleaned and bounded. */
export function liveOf(client: string, files: { out: string; errors: string }, tidy: Tidy): Live {
  const out = tailOf(files.out);
  const read = (Object.hasOwn(SPOKEN, client) ? SPOKEN[client] : undefined) ?? plainSpoken;
  const spoken = out.lines.flatMap(read);
  const complained = tailOf(files.errors, 4096)
    .lines.slice(-5)
    .map((text): Spoken => ({ kind: 'fault', text }));
  const all = [...spoken, ...complained].flatMap(({ kind, text }) =>
    // What stands on several lines is shown so, but for what would push all else away.
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, kind === 'text' || kind === 'end' ? 12 : 4)
      .map((line): Spoken => ({ kind, text: tidy(line, LONGEST) })),
  );
  return { lines: all.slice(-MOST), isCut: out.before > 0 || all.length > MOST };
}
