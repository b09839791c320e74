import type { SkillMatch } from '@flow/core/items';
import { hooks } from '../evidence.js';

/** Lines about the skills of this client that fit the work, and how many do not. */
export async function skillLines({ matched, others }: SkillMatch): Promise<string[]> {
  const { clean } = await hooks();
  const fit = matched.map(
    ({ name, words }) => `Skill that may help: ${clean(name, 100)} (${clean(words.join(', '), 200)})`,
  );
  const rest =
    others.length === 0 ? [] : [`${others.length} other ${others.length === 1 ? 'skill does' : 'skills do'} not fit.`];
  return [...fit, ...rest];
}
