import { hooks } from '../evidence.js';
import { LEAD } from './lead.js';
import { type Skill, skillText } from './skill.js';
import { TDD_SKILLS } from './tdd-steps.js';

const DEVELOP: Skill = {
  name: 'develop',
  description: 'Build a feature or mend a fault with flow, from a plan to a pull request.',
  hint: '[what is to be built]',
  person: true,
  body: `What the user wants: $ARGUMENTS

Where \`flow status\` knows of no run, begin one: \`flow start ceremony\`. Then, until nothing is left:

${LEAD}`,
};

const SHIP: Skill = {
  name: 'ship',
  description: 'Ship a finished run of flow: build, test, push, pull request, CI.',
  person: false,
  body: `Run \`flow ship\`. It goes on where it was left, says what stands in the way, and names the command that helps: run that one, then \`flow ship\` again, until nothing is left or a person has to decide. Do not push or open a pull request by other means.`,
};

const CHECKLIST: Skill = {
  name: 'checklist',
  description: 'Check what a run of flow has to show before it is handed over.',
  person: false,
  body: `Run \`flow checklist\` and show the user what it says, line by line. Mend what it finds wrong only where the phase of \`flow next\` lets you.`,
};

const SET_PHASE: Skill = {
  name: 'set-phase',
  description: 'Take the run of flow to another phase: what a person decides.',
  hint: '<phase> [why]',
  person: true,
  body: `Asked for: $ARGUMENTS

Only the user does this, in a terminal of their own. Say what it means (forward: what is not proven counts as waived and stays a debt; back: the phase is done anew), show them the line with the phase and the reason filled in, and end your turn:

    flow set-phase <phase> --reason '<why>'

\`flow graph\` names the phases.`,
};

/** The gates that the ceremony asks a person for (feature D68), and what they approve. */
const GATES: readonly [gate: string, title: string][] = [
  ['shape', 'what will be built, and the tests that show it'],
  ['report', 'the report of the finished work'],
  ['handoff', 'the work itself, to be shipped'],
];

/** Every skill by its name: what an installation writes, and what the plugin brings. */
export async function skills(): Promise<{ name: string; text: string }[]> {
  const { approveText } = await hooks();
  const led = [DEVELOP, SHIP, CHECKLIST, SET_PHASE, ...TDD_SKILLS].map((skill) => ({
    name: skill.name,
    text: skillText(skill),
  }));
  const approvals = GATES.map(([gate, title]) => {
    const name = `approve-${gate}`;
    return { name, text: approveText(gate, title, name) };
  });
  return [...led, ...approvals];
}
