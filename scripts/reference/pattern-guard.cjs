// Our own re-creation of a guard by rules that users write as regular expressions (the pattern of hookify): each is held
// against the text of a shell command or the path of an edit, ignoring case; the first that is found refuses. Whatever
// goes wrong lets the call through, as there.
const { readFileSync } = require('node:fs');

const EDITS = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

function fieldOf(event, name) {
  const input = event.tool_input ?? {};
  if (name === 'command') return event.tool_name === 'Bash' ? input.command : undefined;
  return EDITS.has(event.tool_name) ? (input.file_path ?? input.notebook_path) : undefined;
}

try {
  const event = JSON.parse(readFileSync(0, 'utf8'));
  const rules = JSON.parse(readFileSync(process.env.PATTERN_GUARD_RULES, 'utf8'));
  const broken = rules.find(({ field, pattern }) => {
    const text = fieldOf(event, field);
    return typeof text === 'string' && new RegExp(pattern, 'i').test(text);
  });
  if (broken !== undefined) {
    const reason = `A rule of this repository forbids it: ${broken.pattern}`;
    const hookSpecificOutput = {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    };
    process.stdout.write(JSON.stringify({ hookSpecificOutput }));
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
}
