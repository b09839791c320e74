import path from 'node:path';
import type { Check } from '@flow/hooks/program';
import { hooks } from '../evidence.js';
import { projectFiles } from './project-files.js';

const TITLE = 'Agents and skills';

/**
 * `TYPED` matches our commands as the project that wrote the files types them: behind `npx` or `yarn`, and under the second
 * name.
 */
const TYPED = /(^Command: |`)(?:npx |yarn |pnpm exec |bunx )?flow(?:ctl|(-hooks))? (?=[a-z])/gm;

/**
 * Returns a text with our commands as they are everywhere: a clone in which nothing is installed yet types them in
 * another way.
 */
const plain = (text: string): string => text.replace(TYPED, '$1flow$2 ');

/**
 * Agents and skills of ours in a project, against what this version writes.
 * @param root of the work tree
 * @returns nothing where there are none: they are a tier's choice
 */
export async function checkFiles(root: string): Promise<Check[]> {
  const { promptFiles, isMarked, marked, ok, warning, failure, clean } = await hooks();
  const found = promptFiles(root);
  if (found.length === 0) return [];
  const files = await projectFiles({ tier: 3, agentsFrom: 'files', without: { phases: [], agents: [] } });
  const wanted = new Map(files.map((one) => [one.path, plain(marked(one.text))]));
  const ours = found.filter(({ text }) => isMarked(text));
  const names = (list: typeof found) =>
    clean(list.map((one) => path.posix.relative('.claude', one.path)).join(', '), 300);
  const foreign = found.filter((one) => !ours.includes(one));
  const changed = ours.filter((one) => wanted.get(one.path) !== plain(one.text));
  if (foreign.length > 0) {
    const detail = `${names(foreign)}: named like a flow agent but not written by flow. Its verdict would count as a review.`;
    return [failure('prompts', TITLE, detail, `git log -- ${clean(foreign[0]?.path, 200)}`)];
  }
  if (changed.length > 0)
    return [
      warning(
        'prompts',
        TITLE,
        `${names(changed)}: differs from what this version writes.`,
        'npx flow init --yes --tier 3',
      ),
    ];
  return [ok('prompts', TITLE, `${found.length} under .claude/, as this version writes them`)];
}
