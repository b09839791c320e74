import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostEvent, TempRepo } from '../src/index.js';

/** A hook entry of the settings file. */
export type HookEntry = Readonly<Record<string, unknown>>;

/** An event as the recorder saw it: what came in, and the process that it came to. */
export interface Seen extends HostEvent {
  seenBy: { script: string; args: string[]; cwd: string; environment: Record<string, string> };
}

/**
 * A hook of the tests' own. It appends what it gets to a file outside the repository and says nothing, but for a
 * wake-up, which it refuses: a pending one would keep the client running.
 */
export const recorderSource = `const fs = require('node:fs');
const event = JSON.parse(fs.readFileSync(0, 'utf8'));
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(CLAUDE|ANTHROPIC|AI_)/.test(name)));
const seenBy = { script: __filename, args: process.argv.slice(3), cwd: process.cwd(), environment };
fs.appendFileSync(process.argv[2], JSON.stringify({ ...event, seenBy }) + '\\n');
if (event.hook_event_name === 'PreToolUse' && event.tool_name === 'ScheduleWakeup') {
  process.stderr.write('no wake-ups here');
  process.exitCode = 2;
}
`;

const recordedNames = [
  ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch'],
  ...['ConfigChange', 'SubagentStart', 'SubagentStop', 'Stop', 'SessionEnd'],
];

/** A recorder for one repository. */
export function recorder(repo: TempRepo) {
  const script = join(repo.area, 'recorder.cjs');
  const log = join(repo.area, 'events.jsonl');
  writeFileSync(script, recorderSource);
  const entry: HookEntry = { type: 'command', command: process.execPath, args: [script, log] };
  return {
    log,
    /** The hook itself. */
    entry,
    /** Settings that record every event. */
    settings: { hooks: Object.fromEntries(recordedNames.map((name) => [name, [{ hooks: [entry] }]])) },
    seen: (name?: string): Seen[] =>
      readSeen(log).filter((event) => name === undefined || event.hook_event_name === name),
    /** Waits until `count` events of a name are there; throws after 20 s. */
    async until(name: string, count: number): Promise<void> {
      const deadline = Date.now() + 20_000;
      while (readSeen(log).filter((event) => event.hook_event_name === name).length < count) {
        if (Date.now() > deadline) throw new Error(`no ${name} number ${count} within 20 s`);
        await new Promise((done) => setTimeout(done, 50));
      }
    },
  };
}

function readSeen(log: string): Seen[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Seen);
}
