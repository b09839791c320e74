import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSmall } from '../read-small.js';
import type { HostFiles } from './host-files.js';
import { withBlock, withoutBlock } from './managed-block.js';

const MARKS = { begin: '<!-- flow-hooks -->', end: '<!-- flow-hooks end -->' };

/** What an agent should know before it is told anything (feature D67). */
const RULES = [
  '## Work is led by flow',
  '',
  '- The phase that flow tells with each prompt is the truth, whatever this conversation or a document says. `flow status` prints it.',
  '- Do what its instruction says and nothing of a later phase. When you skip a step, say so.',
  '- Never write an approval, a test result or anything below `.git/flow`: results come from real runs, approvals from a person.',
  '- At BLOCKED or STOP, show the user what there is to decide, and wait.',
  '- Run agents whose word is needed in the foreground, and hand in what they say as it is.',
  '- A refusal names the command that unblocks it: use that one, not a way around.',
];

/** The rules as a file of their own would hold them. */
export const rulesText = (): string => withBlock(null, MARKS, RULES);

/** The text of a memory file (null: no file) with the rules in it, everything else as it is. */
export const addRules = (text: string | null): string => withBlock(text, MARKS, RULES);

/** The text without the rules, or the same text when it holds none. */
export const removeRules = (text: string): string => withoutBlock(text, MARKS);

/** Every memory file that the rules may stand in, relative to the repository. */
export const MEMORY_FILES = ['CLAUDE.md', 'AGENTS.md'] as const;

/**
 * The memory files that clients read here, each once: one that only takes in the other needs no rules of its own.
 * @param root of the repository
 */
export function memoryFiles(root: string, hosts: readonly HostFiles[]): string[] {
  const shares = /^[ \t]*@(?:\.\/)?AGENTS\.md[ \t]*$/m.test(readSmall(join(root, 'CLAUDE.md')) ?? '');
  const isShared = shares && existsSync(join(root, 'AGENTS.md'));
  return [...new Set(hosts.map(({ memory }) => (memory === 'CLAUDE.md' && isShared ? 'AGENTS.md' : memory)))];
}
