import { spawnSync } from 'node:child_process';
import type { Agent, TempRepo } from '@flow/test-kit';
import { expect } from 'vitest';
import { FLOW } from '../packages/cli/test/kit.js';
import { CLI } from '../packages/hooks/test/kit.js';

/* Examples of a Markdown text as tests: the commands of its `console` blocks are run and print what is shown. */

/** The built programs, by the names that people type. */
const PROGRAMS = { 'flow-hooks': CLI, flow: FLOW };

/** One command of an example: who types it, and what it is shown to print. */
export interface Step {
  who: 'agent' | 'person';
  command: string;
  shown: string;
}

/** The commands of the blocks `console agent` and `console person`, in their order. */
export function stepsOf(markdown: string): Step[] {
  const fences = [...markdown.matchAll(/^```console (agent|person)\n([\s\S]*?)^```$/gm)];
  return fences.flatMap(([, who, text]) =>
    text!
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command = '', ...lines] = part.split('\n');
        return { who: who as Step['who'], command, shown: lines.join('\n') };
      }),
  );
}

/** What `doctor` prints, as a fast machine prints it: how fast a machine is does not decide what is true of the words. */
export function withoutSpeed(text: string): string {
  return text.replace(
    /^warning {2}(.+): (passed|refused) as expected, but it took (\d+ ms)\.\n +fix: .+$/gm,
    'ok       $1: $2 in $3',
  );
}

/** Texts without what differs from run to run: colours, ids, times, durations, the machine's folders. */
function normal(text: string, repo: TempRepo, folder: string): string {
  return withoutSpeed(text)
    .replace(/\u001b\[[0-9;]*m/g, '')
    .replaceAll(repo.root, folder)
    .replace(/\([0-9a-f]{10}\)/g, '(<id>)')
    .replace(/flow-hooks allow [0-9A-Z]{4}/g, 'flow-hooks allow <code>')
    .replace(/\d+ (?:s|min) ago/g, '<n> s ago')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** A shown text as a pattern: a line `…` stands for any lines, `…` within one for any text there. */
function pattern(shown: string): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = shown.split(/^…$/m).map((part) => part.trim().split('…').map(literal).join('.*'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`);
}

function run({ who, command }: Step, repo: TempRepo, agent: Agent): string {
  if (who === 'agent') {
    const call = agent.bash(command);
    return call.refused ?? [...call.told, call.output].join('\n');
  }
  const words = command.replace(
    /^npx (flow-hooks|flow)\b/,
    (_, name: 'flow') => `"${process.execPath}" "${PROGRAMS[name]}"`,
  );
  const child = spawnSync('sh', ['-c', `${words} 2>&1`], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
  return child.stdout;
}

/**
 * Runs one step, the agent's through the built hook and a person's in a shell, and holds what it prints against what
 * is shown.
 * @param folder what the repository's own folder is called in the text
 */
export function expectShown(step: Step, repo: TempRepo, agent: Agent, folder: string): void {
  expect(normal(run(step, repo, agent), repo, folder), step.command).toMatch(pattern(normal(step.shown, repo, folder)));
}
