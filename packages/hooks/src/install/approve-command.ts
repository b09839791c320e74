import { neededStrength, type Policy } from '@flow/core';

/**
 * Commands of the host that stand for an approval, for gates that a typed one is enough for: path below the root, and
 * text. The hook approves when it sees the command typed; what the model reads asks for nothing.
 */
export function approveCommands(policy: Policy): { path: string; text: string }[] {
  return Object.entries(policy.approvals.gates)
    .filter(([, rules]) => neededStrength(rules) === 'typed')
    .map(([gate, { title }]) => ({
      path: `.claude/commands/approve-${gate}.md`,
      text: `---
description: ${JSON.stringify(`Approve ${title}`)}
disable-model-invocation: true
---
The person typed an approval of gate ${gate}. Whether it holds was decided before you read this: \`npx flow-hooks approve --list\` shows it.
`,
    }));
}
