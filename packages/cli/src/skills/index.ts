import { hooks } from '../evidence.js';
import { AROUND } from './around.js';
import { LEAD } from './lead.js';
import { type Skill, skillText } from './skill.js';
import { type ShippedWorkflow, stepSkills } from './steps.js';

const DEVELOP: Skill = {
  name: 'develop',
  description: 'Build a feature or fix a bug with flow, from a plan to a pull request.',
  hint: '[what to build]',
  person: true,
  body: `What the user wants: $ARGUMENTS

If \`flow status\` shows no run, start one: \`flow start ceremony\`. Then repeat until nothing is left:

${LEAD}`,
};

const SHIP: Skill = {
  name: 'ship',
  description: 'Ship a finished flow run: build, test, push, pull request, CI.',
  person: false,
  body: `Run \`flow ship\`. It continues where it stopped, says what blocks it, and names the command to use: run that command, then \`flow ship\` again, until nothing is left or a person has to decide. Do not push or open a pull request any other way.`,
};

const CHECKLIST: Skill = {
  name: 'checklist',
  description: 'Check what a flow run must show before handoff.',
  person: false,
  body: `Run \`flow checklist\` and show the user what it says, line by line. Fix problems only if the phase shown by \`flow next\` allows it.`,
};

const SET_PHASE: Skill = {
  name: 'set-phase',
  description: 'Move the flow run to another phase. Only a person decides this.',
  hint: '<phase> [why]',
  person: true,
  body: `Asked for: $ARGUMENTS

Only the user can do this, in their own terminal. Explain what it means (forward: unproven checks are waived and remain debts; back: the phase is done again), show them this line with the phase and the reason filled in, and end your turn:

    flow set-phase <phase> --reason '<why>'

\`flow graph\` lists the phases.`,
};

/** A command by which a phase tells a person what to approve. */
const APPROVES = /^flow approve ([a-z][a-z0-9-]*)$/;

/** Returns the gates that phases of workflows ask a person for by a command (feature D68), with what they approve. */
function askedGates(workflows: readonly ShippedWorkflow[]): Map<string, string> {
  const asked = workflows.flatMap(({ phases, gates = {} }) =>
    phases.flatMap(({ command = '' }): [gate: string, title: string][] => {
      const gate = APPROVES.exec(command)?.[1];
      return gate === undefined ? [] : [[gate, gates[gate]?.title ?? gate]];
    }),
  );
  return new Map(asked);
}

/** Collects every skill by its name: an installation writes these, and the plugin brings them. */
export async function skills(): Promise<{ name: string; text: string }[]> {
  const { approveText, WORKFLOWS } = await hooks();
  const led = [DEVELOP, SHIP, CHECKLIST, SET_PHASE, ...AROUND, ...WORKFLOWS.flatMap(stepSkills)].map((skill) => ({
    name: skill.name,
    text: skillText(skill),
  }));
  const approvals = [...askedGates(WORKFLOWS)].map(([gate, title]) => {
    const name = `approve-${gate}`;
    return { name, text: approveText(gate, title, name) };
  });
  return [...led, ...approvals];
}
