import type { TempRepo } from '@flow/test-kit';
import { expect } from 'vitest';
import { has } from '../../hooks/test/kit.js';
import { HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { flow, json, repository } from './kit.js';
import type { PlayedAgent, Seen, Work } from './played-agent.js';

const FILES = {
  'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n',
  'test_base.py': 'def test_base():\n    assert True\n',
  'check.sh': '! grep -qs broken *.py\n',
  'reproduce.sh': 'test -e add.py\n',
  '.gitignore': '__pycache__/\n.pytest_cache/\n',
};

/** A repository with a run of a workflow that is shipped. */
export function started(workflow: 'plan' | 'spec' | 'stories', ...words: string[]): TempRepo {
  const repo = repository({ files: FILES });
  expect(flow(repo, ['start', workflow, ...words])).toMatchObject({ status: 0, stderr: '' });
  return repo;
}

/** Where the branch is pushed, and all that is left is the pull request. */
export const isPushed = ({ position, open }: Seen) =>
  position === 'ship' && open.every(({ check }) => check === 'ship.pull-request');

/** Whether this machine has what the agent and the people need. */
export const CAN_PLAY = HAS_SCRIPT && has('python3', '-m', 'pytest', '--version');
/** Milliseconds. */
export const LONG = 180_000;

interface Status {
  debts: { check: string; item: string; why: string }[];
  items: { id: string; state: string }[];
  /** Ids of the items that are done or skipped, in all phases. */
  over: string[];
}

export const statusOf = (repo: TempRepo) => json(repo, ['status']).data as Status;

/** How often something was done. */
export const times = (agent: PlayedAgent, deed: string) => agent.did.filter((one) => one === deed).length;

/* Documents that a person approves, then task by task. */

/** A document of the workflow. */
export const specText = (name: string, body = 'What there is.') =>
  [`specs/feature/login/${name}.md`, `# ${name}\n\n${body}\n`] as const;
const ROUND = '- [ ] 1.2 Round them\n  - After: 1.1\n  - Files: `round.py`\n  - Verify: `sh check.sh`\n';
export const TASKS = `## Tasks\n\n- [ ] 1.1 Add prices\n  - Files: \`add.py\`\n  - Verify: \`sh check.sh\`\n${ROUND}`;

/** The line that says in which form an interview is written. */
export const FORM = '<!-- flow: interview 1 -->';

/** A question with its answer, and what it says besides. */
export const asked = (question: string, answer: string, more = '') =>
  `- ${question}\n  - Looked up: \`check.sh\` says nothing of it.\n  - Answer: ${answer}\n${more}`;

/** So many questions with their answers, the last of which names the command that shows a fault, and the approach that was chosen. */
function interviewText(answers: number) {
  const questions = Array.from({ length: answers }, (_, at) => {
    const command = at === 4 ? '  - Command: `sh reproduce.sh`\n' : '';
    return asked(`Question ${at + 1}?`, `Words ${at + 1}.`, command);
  }).join('');
  const ways = '## Approaches\n\n- A: A module for each.\n- B: One for all.\n\n## Approach\n\n- A: it is smaller.';
  return specText('interview', `${FORM}\n\n## Answers\n\n${questions}\n${ways}`);
}

/** Research and discovery as they are once the parts of their topics are merged. */
export const MERGED = `## Topics

- [ ] T1: [EXTERNAL] Rates
- [ ] T2: [CODEBASE] Sums

## External Research

### Rates (topic T1)

- Nothing alike is there.

## Codebase Analysis

### Sums (topic T2)

- Nothing alike is there.
`;

/** What is done in it: documents with so many answers, then a file for each task. */
export function specWork(answers: number, rest: Partial<Work> = {}, tasks = TASKS): Work {
  return {
    documents: {
      interview: [interviewText(answers)],
      research: [specText('research', MERGED)],
      requirements: [specText('requirements')],
      design: [specText('design')],
      tasks: [specText('tasks', tasks)],
    },
    files: (item, _phase, at) => [
      [item.startsWith('1.1') ? 'add.py' : `${item === '1.2' ? 'round' : 'show'}.py`, `VALUE = ${at}\n`],
    ],
    ...rest,
  };
}
