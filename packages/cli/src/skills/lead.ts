/** How the agent is led, in every skill that leads: what is to be done, `flow next` knows. */
export const LEAD = `- \`flow next\` says the one thing to do now. Do that, nothing of a later phase, and ask again. Where it names a command, that is the one to run.
- Before you begin, read the documents that \`flow status\` names and \`flow.config.yaml\`.
- Work that a phase gives to an agent (a reviewer, a test writer, an implementer) is done by the sub-agent \`flow-<name>\`, in the foreground, with the prompt that flow gives for it and nothing of this conversation. You lead, you do not do its work.
- At BLOCKED, STOP or a gate: show the user what there is to see, name the command that they run, and end your turn.
- A refusal names what unblocks it: use that. \`flow explain\` says why the run is where it is.

If the shell has no \`flow\`, it is \`npx --no-install flow\`.`;
