import { neededStrength, type Policy } from '@flow/core';

/**
 * Commands of the host that stand for an approval, for gates that a typed one is enough for: path below the root, and
 * text. The hook approves when it sees the command typed; what the model reads asks for nothing.
 */
export function approveCommands(policy: Policy): { path: string; text: string }[] {
  return Object.entries(policy.approvals.gates)
    .filter(([, rules]) => neededStrength(rules) === 'typed')
    .map(([gate, { title }]) => ({ path: `.claude/commands/approve-${gate}.md`, text: approveText(gate, title) }));
}

/**
 * Returns the text of the command that stands for a gate's approval: of a typed one where that is enough, else the hook
 * answers with what to run in a terminal, and nobody reads this.
 * @param title of the gate
 * @param name in the front matter, where the form asks for one
 */
export function approveText(gate: string, title: string, name?: string): string {
  return `---
${name === undefined ? '' : `name: ${name}\n`}description: ${JSON.stringify(`Approve ${title}`)}
disable-model-invocation: true
---
The person typed an approval for gate ${gate}. Whether it counts was decided before you read this: \`flow-hooks approve --list\` shows it.
`;
}
