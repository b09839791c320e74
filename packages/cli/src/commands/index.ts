import type { Command } from './command.js';

/**
 * The commands that are `flow`'s own by their names, in the order of the help. A command's file is a chunk of its own in the
 * built program and is read when the command is called: reading all of them took half of the time of a short call.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./init.js')).init,
  doctor: async () => (await import('./doctor.js')).doctor,
  plugin: async () => (await import('./plugin.js')).plugin,
  companions: async () => (await import('./companions.js')).companions,
  start: async () => (await import('./start.js')).start,
  status: async () => (await import('./status.js')).status,
  next: async () => (await import('./next.js')).next,
  agents: async () => (await import('./agents.js')).agents,
  explain: async () => (await import('./explain.js')).explain,
  brief: async () => (await import('./brief.js')).brief,
  context: async () => (await import('./context.js')).context,
  submit: async () => (await import('./submit.js')).submit,
  verdict: async () => (await import('./verdict.js')).verdict,
  answer: async () => (await import('./answer.js')).answer,
  clarify: async () => (await import('./clarify.js')).clarify,
  advance: async () => (await import('./advance.js')).advance,
  item: async () => (await import('./item.js')).item,
  await: async () => (await import('./await.js')).awaitCommand,
  research: async () => (await import('./research.js')).research,
  skills: async () => (await import('./skills.js')).skills,
  'follow-up': async () => (await import('./follow-up.js')).followUp,
  epic: async () => (await import('./epic.js')).epic,
  import: async () => (await import('./import.js')).importCommand,
  export: async () => (await import('./export.js')).exportCommand,
  adopt: async () => (await import('./adopt.js')).adopt,
  dial: async () => (await import('./dial.js')).dial,
  checklist: async () => (await import('./checklist.js')).checklist,
  commit: async () => (await import('./commit.js')).commit,
  checkpoint: async () => (await import('./checkpoint.js')).checkpoint,
  rollback: async () => (await import('./rollback.js')).rollback,
  run: async () => (await import('./run.js')).run,
  watch: async () => (await import('./watch.js')).watch,
  board: async () => (await import('./board.js')).board,
  mcp: async () => (await import('./mcp.js')).mcp,
  ship: async () => (await import('./ship.js')).ship,
  push: async () => (await import('./push.js')).push,
  fetch: async () => (await import('./fetch.js')).fetchCommand,
  progress: async () => (await import('./progress.js')).progress,
  metrics: async () => (await import('./metrics.js')).metrics,
  resume: async () => (await import('./pause.js')).resume,
  end: async () => (await import('./end.js')).end,
  graph: async () => (await import('./graph.js')).graph,
  validate: async () => (await import('./validate.js')).validate,
  report: async () => (await import('./report.js')).report,
  analyze: async () => (await import('./analyze.js')).analyze,
  diagnose: async () => (await import('./diagnose.js')).diagnose,
  workflow: async () => (await import('./workflow.js')).workflow,
  check: async () => (await import('./check.js')).check,
  template: async () => (await import('./template.js')).template,
  override: async () => (await import('./override.js')).override,
  'set-phase': async () => (await import('./set-phase.js')).setPhase,
  reopen: async () => (await import('./reopen.js')).reopen,
  waive: async () => (await import('./waive.js')).waive,
  decide: async () => (await import('./decide.js')).decide,
  choose: async () => (await import('./choose.js')).choose,
  pause: async () => (await import('./pause.js')).pause,
  reset: async () => (await import('./reset.js')).reset,
};

/** Loads the command of a name; null where `flow` has no such command of its own. */
export async function commandNamed(name: string): Promise<Command | null> {
  return Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]!() : null;
}

/** Loads all commands that are `flow`'s own, in the order of the help. */
export function allCommands(): Promise<Command[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}
