import { type Command, out } from './command.js';

/** What an agent should know before it is told anything, for the project's memory file (feature D67). */
const RULES = `<!-- flow-hooks -->
## Work is led by flow

- The phase that flow tells with each prompt is the truth, whatever this conversation or a document says. \`flow status\` prints it.
- Do what its instruction says and nothing of a later phase. When you skip a step, say so.
- Never write an approval, a test result or anything below \`.git/flow\`: results come from real runs, approvals from a person.
- At BLOCKED or STOP, show the user what there is to decide, and wait.
- Run agents whose word is needed in the foreground, and hand in what they say as it is.
- A refusal names the command that unblocks it: use that one, not a way around.
<!-- flow-hooks end -->
`;

export const rules: Command = {
  name: 'rules',
  usage: '',
  summary: "rules for the project's memory file: flow-hooks rules >> CLAUDE.md",
  options: {},
  run() {
    out(RULES);
    return 0;
  },
};
