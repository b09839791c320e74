/**
 * `CLIENT_PACKAGES` is every client that tests install, as its package on npm, by the variable in which a canary names a newer
 * version than the one that is proven. `scripts/newest-clients.mjs` prints them with the newest versions.
 */
export const CLIENT_PACKAGES = {
  FLOW_CLAUDE_CODE_VERSION: '@anthropic-ai/claude-code',
  FLOW_CODEX_VERSION: '@openai/codex',
  FLOW_OPENCODE_VERSION: 'opencode-ai',
  FLOW_QWEN_CODE_VERSION: '@qwen-code/qwen-code',
  FLOW_GEMINI_CLI_VERSION: '@google/gemini-cli',
  FLOW_COPILOT_VERSION: '@github/copilot',
  /** Its program is in a package of the platform. */
  FLOW_DROID_VERSION: `@factory/cli-${process.platform}-${process.arch}`,
  FLOW_CLAUDE_AGENT_ACP_VERSION: '@agentclientprotocol/claude-agent-acp',
} as const;

/** Returns the version of a client that tests install: the one that a canary names, else the one that is proven. */
export const versionOf = (variable: keyof typeof CLIENT_PACKAGES, proven: string): string =>
  process.env[variable] || proven;
