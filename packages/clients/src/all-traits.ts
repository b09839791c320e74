/* What every judged event loads of the clients that can be installed. */

export { TRAITS as claudeCode } from './claude-code/traits.js';
export { TRAITS as codex } from './codex/traits.js';
export { TRAITS as copilot } from './copilot/traits.js';
export { TRAITS as cursor } from './cursor/traits.js';
export { TRAITS as droid } from './droid/traits.js';
export { TRAITS as gemini } from './gemini/traits.js';
export { TRAITS as opencode } from './opencode/traits.js';
export { TRAITS as qwen } from './qwen/traits.js';
