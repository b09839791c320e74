export { type Agent, type AgentOptions, agent, type CallResult } from './agent.js';
export { type AttendOptions, attendClient } from './attend-client.js';
export { cleanEnvironment, type Environment } from './clean-environment.js';
export { CLIENT_PACKAGES, versionOf } from './client-versions.js';
export { closeAfterTest } from './closing.js';
export { codexAgent, refusalIn as refusalInCodex } from './codex-agent.js';
export {
  type CodexCall,
  type CodexModel,
  codexEnvironment,
  configureCodex,
  patchCall,
  runCodex,
  sayInCodex,
  shellCall,
  startCodexModel,
  typed,
} from './codex-client.js';
export { type CodexOptions, codexEvents, codexTranscript, commandEnd } from './codex-events.js';
export { COPILOT, copilotAgent } from './copilot-agent.js';
export { CURSOR, cursorAgent } from './cursor-agent.js';
export { DROID_WORDS, droidAgent } from './droid-agent.js';
export { type EventOptions, events, type HostEvent, type HostEvents, type StopFields } from './events.js';
export { fakeGh } from './fake-gh.js';
export { type Forge, type ForgeFault, type ForgeOptions, type ForgeRequestSeen, startForge } from './forge.js';
export type { ForgeCheck, ForgePull } from './forge-api.js';
export { FORGED_BY, writeChecked } from './forged-objects.js';
export { GEMINI_SPEAKER, geminiAgent } from './gemini-agent.js';
export { type AnswerEvent, hookHere } from './hook-here.js';
export { type HostBackgroundRun, type HostRunOptions, hostBackgroundRun, hostRun } from './host-run.js';
export {
  CLIENT_VERSION,
  CLIENT_WITHOUT_SKILL_EVENT,
  CODEX_VERSION,
  installClient,
  installCodex,
  installNamed,
} from './install-client.js';
export { type ModelServer, type RecordedRequest, startModelServer } from './model-server.js';
export { denialIn, nestedAgent, type Speaker } from './nested-agent.js';
export { OPENCODE_SPEAKER, opencodeAgent } from './opencode-agent.js';
export { IS_SHORT, playsOf } from './plays.js';
export { QWEN, qwenAgent } from './qwen-agent.js';
export {
  recordedCallEvents,
  recordedCallTranscript,
  recordedCodexEvents,
  recordedCodexRollout,
  recordedCodexTranscript,
  recordedCopilotEvents,
  recordedCopilotTranscript,
  recordedEvents,
  recordedGeminiChat,
  recordedRuns,
  recordedSession,
} from './recorded-events.js';
export { type ClientRun, clientEnvironment, type OtherUser, type RunClientOptions, runClient } from './run-client.js';
export { type HookRun, type RunHookOptions, runHook } from './run-hook.js';
export { EACH_ALONE, type ProgramRun, type RunProgramOptions, runProgram, runProgramBeside } from './run-program.js';
export {
  type Block,
  bash,
  call,
  type ModelRequest,
  type Refusal,
  type Script,
  type ScriptedTurn,
  say,
  type Turn,
  textOf,
} from './script.js';
export { type TempRepo, type TempRepoOptions, tempRepo } from './temp-repo.js';
export { type ToolResult, textSeen, toolResults } from './tool-results.js';
export { ACTIONLINT, GOTESTSUM_FOLDER, JEST_MODULES, MOCHA_MODULES } from './tools.js';
