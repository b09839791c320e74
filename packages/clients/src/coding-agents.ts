/** A coding agent is described for whoever asks what an agent is: terminals, approvals, guards of ordered pushes. */
interface CodingAgent {
  /** Names of its programs, without their folders. */
  programs: readonly string[];
  /** Parts of the paths from which a runtime starts the agent: names of packages, folders with slashes around them. */
  packages?: readonly string[];
  /**
   * Variables that the agent sets for the commands that it starts. Not those that an editor's extension sets in every
   * terminal of its own.
   */
  marks?: readonly string[];
}

/** Every coding agent that is known, also those that have no client here: one line per agent. */
const AGENTS: readonly CodingAgent[] = [
  // `AI_AGENT` is set by more than one.
  {
    programs: ['claude'],
    packages: ['@anthropic-ai/claude-code'],
    marks: ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'AI_AGENT'],
  },
  {
    programs: ['codex'],
    packages: ['@openai/codex'],
    marks: ['CODEX_THREAD_ID', 'CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED'],
  },
  { programs: ['gemini'], packages: ['@google/gemini-cli'], marks: ['GEMINI_CLI'] },
  { programs: ['cursor-agent'], packages: ['/cursor-agent/'], marks: ['CURSOR_AGENT'] },
  { programs: ['opencode'], packages: ['opencode-ai'], marks: ['OPENCODE'] },
  { programs: ['crush'], packages: ['@charmland/crush'], marks: ['CRUSH'] },
  { programs: ['auggie'], packages: ['@augmentcode/'], marks: ['AUGMENT_AGENT'] },
  { programs: ['goose'], marks: ['GOOSE_TERMINAL'] },
  { programs: ['cline'], marks: ['CLINE_ACTIVE'] },
  { programs: ['qwen'], packages: ['@qwen-code/'], marks: ['QWEN_CODE'] },
  { programs: [], marks: ['REPLIT_AGENT'] },
  { programs: ['copilot'], packages: ['@github/copilot'], marks: ['COPILOT_CLI'] },
  { programs: ['amp'], packages: ['@sourcegraph/amp'], marks: ['AMP_THREAD_ID'] },
  { programs: ['aider'], packages: ['aider-chat', 'aider/main.py'] },
  { programs: ['openhands'], packages: ['openhands'] },
  { programs: ['continue', 'cn'], packages: ['@continuedev/cli'] },
  { programs: ['droid'] },
  { programs: ['kiro-cli', 'q'] },
  { programs: ['devin'] },
  { programs: ['plandex'] },
  { programs: ['forge'] },
  { programs: ['kilocode'] },
  { programs: ['roo'] },
  { programs: ['kimi'] },
  { programs: ['iflow'] },
  { programs: ['grok'] },
  { programs: ['openclaw'] },
  { programs: ['codebuddy'] },
  { programs: ['gptme'] },
];

/** `CODING_AGENTS` names the programs of all coding agents. */
export const CODING_AGENTS: readonly string[] = AGENTS.flatMap(({ programs }) => programs);

const NAMES = new Set(CODING_AGENTS);
const PACKAGES = AGENTS.flatMap(({ packages = [] }) => packages);
const MARKS = AGENTS.flatMap(({ marks = [] }) => marks);

/** Tells whether a program is a coding agent. */
export const isCodingAgent = (name: string): boolean => NAMES.has(name);

/** Tells whether words that a runtime was started with name a package of a coding agent. */
export const namesAgentPackage = (words: string): boolean => PACKAGES.some((name) => words.includes(name));

/** Returns the variables of an environment that a coding agent has set. */
export const agentMarks = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  MARKS.filter((name) => environment[name]);
