import { adapterOf } from '../nesting.js';
import { outputOf } from './shell-result.js';
import { TOOLS } from './tools.js';

/*
 * Gemini CLI 0.61.0. Its events nest as Claude Code's do, under names and with tools and answers of its own: JSON on standard
 * output counts before the exit code, and that of another dialect is no opinion, so Claude Code's denial would let the call
 * run. Recorded and measured (docs/hosts.md). Loaded only with `--host gemini`, as a file of its own.
 */
export const adapter = adapterOf({
  name: 'gemini',
  capabilities: {
    // The line that is registered ends a guard that hangs, and refuses.
    failClosed: 'all',
    armedByFile: 'folder',
    // No id ties the end of a call to its beginning once its input is another.
    rewrite: false,
    // Without a person at the terminal it would wait for ever.
    asks: false,
    stopGate: true,
    seesFailures: 'event',
    subagentEvents: true,
    seesTyping: true,
    changedFiles: false,
    configChange: false,
    staysArmed: true,
    promptExpansion: false,
    backgroundEnd: false,
  },
  events: {
    SessionStart: 'start',
    BeforeAgent: 'prompt',
    BeforeTool: 'before',
    AfterTool: 'after',
    AfterAgent: 'stop',
  },
  tools: TOOLS,
  servers: /^mcp_([^_]+)_(.+)$/,
  folders: { Bash: 'dir_path' },
  inputs: { Edit: { allow_multiple: 'replace_all' }, Skill: { name: 'skill' }, Agent: { agent_name: 'subagent_type' } },
  result: outputOf,
  refusals: { BeforeTool: ['block', 2], AfterAgent: ['block', 2] },
  context: { SessionStart: 'nested', BeforeAgent: 'nested', AfterTool: 'nested' },
  hasNotices: true,
});
