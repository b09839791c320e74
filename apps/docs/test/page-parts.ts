import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Step, stepsOf } from '../../../test/examples.js';

/** The folder of the site. */
export const site = path.resolve(import.meta.dirname, '..');
/** Text of a page of the site, below `src/content/docs`. */
export const page = (name: string) => readFileSync(path.join(site, 'src/content/docs', name), 'utf8');

/** The project of the quick starts. */
export const SHOP = {
  'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n',
  '.gitignore': '__pycache__/\n.pytest_cache/\n',
  'shop.py': 'def total(prices):\n    return sum(prices)\n',
  'test_shop.py': 'from shop import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n',
};

/** What a page shows, in its order: files that it has written (by the title of their block), and commands. */
export function parts(text: string): ({ file: string; content: string } | { steps: Step[] })[] {
  return [...text.matchAll(/^```(\w+)(?: (.*))?\n([\s\S]*?)^```$/gm)].map(([block, , meta = '', content = '']) => {
    const file = /title="([^"]+)"/.exec(meta)?.[1];
    return file ? { file, content } : { steps: stepsOf(block) };
  });
}
