import type { Workflow } from '@flow/core/workflow';
import type { TempRepo } from '@flow/test-kit';
import { expect } from 'vitest';
import { has } from '../../hooks/test/kit.js';
import { HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { flow, json, repository } from './kit.js';
import type { PlayedAgent, Work } from './played-agent.js';

const FILES = {
  'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n',
  'test_base.py': 'def test_base():\n    assert True\n',
  'check.sh': '! grep -qs broken *.py\n',
  'build.sh': 'exit 0\n',
  'reproduce.sh': 'test -e add.py\n',
  '.gitignore': '__pycache__/\n.pytest_cache/\n',
};

/** A repository with a run of a workflow of its own. */
export function started({ id, ...rest }: Workflow, ...words: string[]): TempRepo {
  const config = JSON.stringify({ workflows: { [id]: { define: { id, ...rest } } } });
  const repo = repository({ files: { ...FILES, 'flow.config.yaml': config } });
  expect(flow(repo, ['check'])).toMatchObject({ status: 0 });
  expect(flow(repo, ['start', id, ...words])).toMatchObject({ status: 0, stderr: '' });
  return repo;
}

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
const ROUND = '- [ ] 1.2 Round them\n  - After: 1.1\n  - Files: `round.py`\n';
export const TASKS = `## Tasks\n\n- [ ] 1.1 Add prices\n  - Files: \`add.py\`\n${ROUND}`;

/** What is done in it: documents with so many answers, then a file for each task. */
export function specWork(answers: number, rest: Partial<Work> = {}, tasks = TASKS): Work {
  const answered = Array.from(
    { length: answers },
    (_, at) => `- Question ${at + 1}?\n  - Looked up: README.md\n  - Answer: Number ${at + 1}.`,
  ).join('\n');
  const ways = '## Approaches\n\n- A: one for all\n- B: a module for each\n\n## Approach\n\nB: they change apart.';
  return {
    documents: {
      interview: [specText('interview', `<!-- flow: interview 1 -->\n\n## Answers\n\n${answered}\n\n${ways}`)],
      research: [specText('research')],
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
