/** The words that lead the agent, in every skill that leads: `flow next` knows what is to be done. */
export const LEAD = `- \`flow next\` tells you the next thing to do. Do only that, nothing from a later phase, then ask again. If it names a command, run that command.
- Before you begin, read the documents named by \`flow status\` and \`flow.config.yaml\`.
- If a phase assigns work to an agent (a reviewer, a test writer, an implementer), start the sub-agent \`flow-<name>\` in the foreground, with the prompt flow gives for it and nothing from this conversation. You coordinate; do not do its work.
- At BLOCKED, STOP or a gate: show the user what to review, name the command they should run, and end your turn.
- If your client has a task list, keep it as \`flow progress --tasks\` says; if that fails, run \`flow progress --tasks failed\` and go on. Nothing is decided from it.
- A refusal names its resolution: use that. \`flow explain\` shows why the run is where it is.

If the shell does not find \`flow\`, use \`npx --no-install flow\`.`;
