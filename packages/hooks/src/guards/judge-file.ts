import type { Ruling } from '@flow/core';
import { type Surroundings, surroundingsOf } from '../surroundings.js';
import { type Deed, GUARD_ENTRIES, judgeDeed } from './index.js';
import { partsOf } from './parts.js';

/**
 * What the guards would say if an agent edited a file now. Nothing is recorded.
 * @param file absolute
 * @param role kind of the sub-agent that would do it
 */
export function judgeFile(file: string, role: string | null, { repository, policy, start }: Surroundings): Ruling[] {
  const input = { file_path: file };
  const deed: Deed = { tool: 'Edit', input, directory: repository.root, role, command: null, edits: [] };
  const find = (place: string) => surroundingsOf(place, start);
  return partsOf(deed, [{ path: file, added: null }], find).flatMap(({ part, home }) =>
    judgeDeed(GUARD_ENTRIES, part, { around: home, start }, home?.policy ?? policy, false),
  );
}
