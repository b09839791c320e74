import { advance } from './advance.js';
import { agents } from './agents.js';
import { analyze } from './analyze.js';
import { answer } from './answer.js';
import { awaitCommand } from './await.js';
import { board } from './board.js';
import { brief } from './brief.js';
import { check } from './check.js';
import { checklist } from './checklist.js';
import { checkpoint } from './checkpoint.js';
import { choose } from './choose.js';
import { clarify } from './clarify.js';
import type { Command } from './command.js';
import { commit } from './commit.js';
import { companions } from './companions.js';
import { context } from './context.js';
import { decide } from './decide.js';
import { diagnose } from './diagnose.js';
import { dial } from './dial.js';
import { doctor } from './doctor.js';
import { end } from './end.js';
import { epic } from './epic.js';
import { explain } from './explain.js';
import { fetchCommand } from './fetch.js';
import { followUp } from './follow-up.js';
import { graph } from './graph.js';
import { init } from './init.js';
import { item } from './item.js';
import { mcp } from './mcp.js';
import { metrics } from './metrics.js';
import { next } from './next.js';
import { override } from './override.js';
import { pause, resume } from './pause.js';
import { plugin } from './plugin.js';
import { progress } from './progress.js';
import { push } from './push.js';
import { reopen } from './reopen.js';
import { report } from './report.js';
import { research } from './research.js';
import { reset } from './reset.js';
import { rollback } from './rollback.js';
import { run } from './run.js';
import { setPhase } from './set-phase.js';
import { ship } from './ship.js';
import { skills } from './skills.js';
import { start } from './start.js';
import { status } from './status.js';
import { submit } from './submit.js';
import { template } from './template.js';
import { validate } from './validate.js';
import { verdict } from './verdict.js';
import { waive } from './waive.js';
import { watch } from './watch.js';
import { workflow } from './workflow.js';

/** All commands that are `flow`'s own, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  init,
  doctor,
  plugin,
  companions,
  start,
  status,
  next,
  agents,
  explain,
  brief,
  context,
  submit,
  verdict,
  answer,
  clarify,
  advance,
  item,
  awaitCommand,
  research,
  skills,
  followUp,
  epic,
  dial,
  checklist,
  commit,
  checkpoint,
  rollback,
  run,
  watch,
  board,
  mcp,
  ship,
  push,
  fetchCommand,
  progress,
  metrics,
  resume,
  end,
  graph,
  validate,
  report,
  analyze,
  diagnose,
  workflow,
  check,
  template,
  override,
  setPhase,
  reopen,
  waive,
  decide,
  choose,
  pause,
  reset,
];
