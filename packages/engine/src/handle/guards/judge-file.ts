import type { Finding, Ruling } from '@flow/core';
import { editsOf } from '../../judges/file-edits.js';
import { homeOf, type Surroundings, surroundingsOf } from '../../places/surroundings.js';
import { type Deed, GUARD_ENTRIES, judgeDeed } from './index.js';
import { partsOf } from './parts.js';

/**
 * Judges a file as the guards would if an agent edited the file now. Nothing is recorded.
 * @param file absolute
 * @param role kind of the sub-agent that would do it
 */
export function judgeFile(file: string, role: string | null, { repository, policy, start }: Surroundings): Ruling[] {
  const input = { file_path: file };
  const deed: Deed = { tool: 'Edit', input, directory: repository.root, role, command: null, edits: [] };
  const { edits, problem } = editsOf(
    'Edit',
    { ...input, old_string: '', new_string: '' },
    repository.root,
    homeOf(start.environment),
  );
  if (problem !== null) {
    const finding: Finding = { code: 'INPUT_INVALID', level: 'block', args: { why: problem } };
    return [{ guard: 'unreadable', finding, answer: 'refuse' }];
  }
  const find = (place: string) => surroundingsOf(place, start);
  return partsOf(
    deed,
    edits.map((one) => ({ ...one, added: null })),
    find,
  ).flatMap(({ part, home }) => judgeDeed(GUARD_ENTRIES, part, { around: home, start }, home?.policy ?? policy, false));
}
