import type { Task } from '@flow/core/drive';

/** `Asked` tells what a session is started for. */
interface Asked {
  item: string | null;
  task: Task;
  /** Why the item did not land, where that is what is mended. */
  why: string;
  program: string;
  /** The branch of the run. */
  branch: string;
}

/** Writes what a session is told for one position: what it is for, how it ends, and the brief. */
export function promptOf(asked: Asked, brief: string): string {
  const { item, task, program } = asked;
  return `${TASKS[task](item ?? 'the run', asked)}

You work alone: nobody answers questions, and nobody approves. Work in this folder only, which is a git work tree of its own. \`${program} next\` says at any time what is missing. Do this one position and end; what comes after it is another session's. If you cannot go on, say why: \`${program} item block ${item ?? '<item>'} --reason '…'\`.

${brief.trim()}
`;
}

const TASKS: Readonly<Record<Task, (what: string, asked: Asked) => string>> = {
  work: (what, { program, item }) =>
    `Work on ${what} until \`${program} next\` names nothing more that you can do for it${item === null ? '' : `, and commit what you have changed (\`${program} commit --item ${what}\`)`}.`,
  judge: (what, { program }) =>
    `Have ${what} judged: start the agents that \`${program} next\` names, each once, in the foreground, with exactly the prompt that it names. Change nothing yourself. End when their verdicts are recorded.`,
  analysis: (what, { program }) =>
    `${what} has failed twice in the same way. Find out why, change nothing, and say it: \`${program} item analyse ${what} --reason '…'\`.`,
  landing: (what, { why, branch }) =>
    `${what} is done, and does not hold together with what others have done meanwhile: ${why.slice(0, 600)}. Merge ${branch} into this branch (\`git merge ${branch}\`), mend what is in the way without taking away what either side does, run the commands that fail, and commit.`,
};
