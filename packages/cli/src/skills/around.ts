import { LEAD } from './lead.js';
import type { Skill } from './skill.js';

/* Skills that go with any workflow: where it stands, one item of it, a review beside it, and what comes after it. */

const RUN_STATUS: Skill = {
  name: 'run-status',
  description: 'Show where the flow run stands, and every run of this repository.',
  person: false,
  body: 'Run `flow status`, `flow item` and `flow status --all`, and show the user what they say: the phase, what blocks it, whom it waits for, and which command helps. Change nothing.',
};

const IMPLEMENT: Skill = {
  name: 'implement',
  description: 'Do one item of the flow run: a task, a stage or a story.',
  hint: '[item]',
  person: true,
  body: `The item: $ARGUMENTS

If none is named, take the first that \`flow item\` says is ready. Run \`flow item begin <id>\`, then repeat until the item is done, set aside or waits for somebody, and end your turn there:

${LEAD}`,
};

const REVIEW_FILES: Skill = {
  name: 'review-files',
  description:
    'Have files reviewed by agents that have seen nothing of this conversation. Advice alone: it moves no phase.',
  hint: '[files]',
  person: true,
  body: `The files: $ARGUMENTS (none named: those that \`git diff --name-only HEAD\` lists)

Start the sub-agents \`flow-reviewer\` and \`flow-code-quality\` in the foreground, and \`flow-security\` where input comes from outside, each with the paths and nothing from this conversation. Show the user their findings, the severe ones first, with file and line. Change no file, and submit nothing: a verdict of a run is asked for by \`flow next\`.`,
};

const TRIAGE: Skill = {
  name: 'triage',
  description: 'Cut a goal that is too large for one run into an epic: a list of runs, each of which ships by itself.',
  hint: '[goal]',
  person: true,
  body: `The goal: $ARGUMENTS

Look at the code first. Cut the goal into runs of which each is worth shipping by itself, at most seven, and say what has to come before what. Show the user the list; when they agree, write each with \`flow epic add <name> '<goal>'\` (\`--workflow\`, \`--after <ids>\`), then show \`flow epic status <name>\`. Start none of them: the user does.`,
};

const FOLLOW_UP: Skill = {
  name: 'follow-up',
  description:
    'Say what becomes of a further wish: a fix, a new item, a reopened one, more planning, or a run of its own.',
  hint: '[wish]',
  person: true,
  body: `The wish: $ARGUMENTS

Find out which files it touches, then run \`flow follow-up '<wish>' --files <paths>\`. Show the user what it proposes and why, with the commands, and end your turn: the user decides.`,
};

/** Every skill that goes with any workflow. */
export const AROUND: readonly Skill[] = [RUN_STATUS, IMPLEMENT, REVIEW_FILES, TRIAGE, FOLLOW_UP];
