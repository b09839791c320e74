import { isDeepStrictEqual } from 'node:util';
import { executableOf, formattersOf } from '@flow/engine/handle/format/choose';
import { runFormatter } from '@flow/engine/handle/format/run';
import { searchPath } from '@flow/evidence/environment';
import type { Environment, Repository } from '@flow/evidence/fast';
import { plainValue, readDocument } from './settings-document.js';

/** Milliseconds that a formatter may take. */
const MAX_TIME = 10_000;

/**
 * Lays out what is written as the project's own formatter does: its check would be red right after an installation, and
 * no agent may mend it. The text stays as it is where the project has no formatter, or where what stood there was laid
 * out in another way.
 * @param before what stood there, null for nothing
 */
export function asProjectFormats(
  file: string,
  before: string | null,
  text: string,
  { repository, environment }: { repository: Repository; environment: Environment },
): string {
  if (text === before) return text;
  return formattersOf(file, repository.root, { onEdit: true, use: null }).reduce((laid, spec) => {
    const program = executableOf(spec, file, repository, searchPath(environment));
    if (program === undefined) return laid;
    const run = { program, root: repository.root, environment, timeout: MAX_TIME };
    const formatted = (one: string) => runFormatter(spec, file, one, run);
    if (before !== null && before.trim() !== '') {
      const same = formatted(before);
      if (!same.ok || same.text !== before) return laid;
    }
    const printed = formatted(laid);
    return printed.ok && saysTheSame(printed.text, laid) ? printed.text : laid;
  }, text);
}

/**
 * Tells whether two texts of settings hold the same: whatever a program of the project prints, no hook may be lost by
 * it.
 */
function saysTheSame(one: string, other: string): boolean {
  const [first, second] = [readDocument(one), readDocument(other)];
  return first.ok && second.ok && isDeepStrictEqual(plainValue(first.document.root), plainValue(second.document.root));
}
