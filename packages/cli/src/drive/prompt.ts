import type { Task } from '@flow/core/drive';
import type { Hand } from '@flow/driver/drive';

/** `Asked` tells what a session is started for. */
interface Asked {
  item: string | null;
  task: Task;
  /** Why the item did not land, where that is what is mended. */
  why: string;
  program: string;
  hand: Hand;
  /** The judge that the session is; null for none. */
  judge: string | null;
  /** The branch of the run. */
  branch: string;
}

/** Writes what a session is told for one position: what it is for, how it ends, and the brief. */
export function promptOf(asked: Asked, brief: string): string {
  const { item, task, hand, judge } = asked;
  const handing = judge === null ? HANDS[hand](item ?? '<item>', asked) : JUDGING;
  return `${TASKS[task](item ?? 'the run', asked)}

You work alone: nobody answers questions, and nobody approves. Work in this folder only, which is a git work tree of its own. Do this one position and end; what comes after it is another session's. ${handing}

${brief.trim()}
`;
}

/** What is said of how work is handed in. */
const HANDS: Readonly<Record<Hand, (item: string, asked: Asked) => string>> = {
  commands: (item, { program }) =>
    `\`${program} next\` says at any time what is missing. If you cannot go on, say why: \`${program} item block ${item} --reason '…'\`.`,
  answer: () =>
    "Your commands cannot write into git's folder: do not commit, and call no `flow`. Run the tests, and leave your changes in the work tree; they are committed for you. Your last words are an answer of the form that you are given: `done`, `done-with-concerns` with the concerns, or `needs-context` or `blocked` with what is missing.",
  proof: () =>
    'Nothing that you say or record counts: do not commit, and call no `flow`. Leave your changes in the work tree. Once you have ended, the commands that prove the work are run on them.',
};

const JUDGING =
  'You can read and run commands, and write nothing: call no `flow`. Your last message is the verdict, whole, in the form that is asked for below; it is recorded for you.';

const TASKS: Readonly<Record<Task, (what: string, asked: Asked) => string>> = {
  work: (what, { program, item, hand }) =>
    hand === 'commands'
      ? `Work on ${what} until \`${program} next\` names nothing more that you can do for it, and commit what you have changed (\`${program} commit${item === null ? '' : ` --item ${what}`}\`).`
      : `Work on ${what}, as the brief below says.`,
  judge: (what, { program, judge }) =>
    judge !== null
      ? `Judge ${what} as ${judge}.`
      : `Have ${what} judged: start the agents that \`${program} next\` names, each once, in the foreground, with exactly the prompt that it names. Change nothing yourself. End when their verdicts are recorded.`,
  analysis: (what, { program, hand }) =>
    `${what} has failed twice in the same way. Find out why, change nothing, and say it: ${hand === 'commands' ? `\`${program} item analyse ${what} --reason '…'\`` : 'in the note of your answer'}.`,
  landing: (what, { why, branch, hand }) =>
    `${what} is done, and does not hold together with what others have done meanwhile: ${why.slice(0, 600)}. ${hand === 'commands' ? `Merge ${branch} into this branch (\`git merge ${branch}\`)` : `${branch} is being merged into this branch: files that both sides changed hold the marks of a conflict`}, mend what is in the way without taking away what either side does, run the commands that fail${hand === 'commands' ? ', and commit' : ''}.`,
};
