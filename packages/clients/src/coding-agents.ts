/** Coding agents by the names of their programs: whoever asks what an agent is has the same list. */
export const CODING_AGENTS: readonly string[] = [
  ...['claude', 'codex', 'gemini', 'copilot', 'cursor-agent', 'aider', 'opencode', 'amp', 'goose', 'crush', 'droid'],
  ...['qwen', 'cline', 'auggie', 'kiro-cli', 'q', 'openhands', 'devin', 'continue', 'cn', 'plandex', 'forge'],
  ...['kilocode', 'roo', 'kimi', 'iflow', 'grok', 'openclaw', 'codebuddy', 'gptme'],
];

const NAMES = new Set(CODING_AGENTS);

/** Whether a program is a coding agent. @param name without its folder */
export const isCodingAgent = (name: string): boolean => NAMES.has(name);
