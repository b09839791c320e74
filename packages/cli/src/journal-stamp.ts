import { statSync } from 'node:fs';
import path from 'node:path';

/** Returns a word that is another one when the journal of a repository has grown, for the price of one look. */
export function journalStamp({ evidence }: { evidence: string }): string {
  const stat = statSync(path.join(evidence, 'journal.jsonl'), { throwIfNoEntry: false });
  return `${stat?.size} ${stat?.mtimeMs}`;
}
