/* The clients that can be installed. */

export { CLIENT as claudeCode } from './claude-code/client.js';
export { CLIENT as codex } from './codex/client.js';
export { CLIENT as copilot } from './copilot/client.js';
export { CLIENT as cursor } from './cursor/client.js';
export { CLIENT as droid } from './droid/client.js';
export { CLIENT as gemini } from './gemini/client.js';
export { CLIENT as opencode } from './opencode/client.js';
export { CLIENT as qwen } from './qwen/client.js';
