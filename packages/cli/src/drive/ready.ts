import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ANSWER_FORM } from '@flow/clients/headless';
import type { Agent } from '@flow/driver/drive';
import type { Environment } from '@flow/evidence';
import { searchPath } from '@flow/evidence/environment';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Here } from '../workflow/place.js';
import type { Chosen } from './agents.js';
import { PROGRAM } from './house.js';
import { writeProgram, writeText } from './write.js';

/** Milliseconds that a program may take to say its version. */
const PATIENCE = 60_000;

/** What the sessions of a driver find around them. */
export interface Ready {
  environment: Environment;
  /** The file that holds the form of an answer. */
  form: string;
}

/**
 * Makes ready what each session of an agent needs, and looks whether it is there: what would be found out only by a session
 * that is paid for is found out now (R10).
 * @param folder of the driver's own files
 * @param flow the words that start this program
 * @throws FlowError AGENT_MISSING, AGENT_UNTRUSTED, SUBMIT_UNREACHABLE
 */
export async function makeReady(
  call: Call,
  { around }: Here,
  agent: Chosen,
  { folder, flow }: { folder: string; flow: readonly string[] },
): Promise<Ready> {
  const { clean } = await hooks();
  const bin = path.join(folder, 'bin');
  const environment: NodeJS.ProcessEnv = {
    ...call.environment,
    PATH: `${bin}${path.delimiter}${searchPath(call.environment)}`,
  };
  // Windows takes one of both names, and which is chance.
  delete environment.Path;
  const form = path.join(folder, 'answer-form.json');
  const { root } = around.repository;
  const fails = (words: readonly string[]): string | null => {
    const [name = '', ...rest] = words;
    const said = spawnSync(name, rest, { cwd: root, env: environment, encoding: 'utf8', timeout: PATIENCE });
    if (said.error) return said.error.message;
    return said.status === 0 ? null : `exit code ${said.status}: ${(said.stderr || said.stdout).trim().slice(0, 300)}`;
  };
  // A session that cannot hand in what it has done would go on for ever, each turn paid for.
  const unreachable = reach(folder, () => {
    writeText(form, JSON.stringify(ANSWER_FORM));
    writeProgram(path.join(bin, PROGRAM), flow);
    return fails(['/bin/sh', '-c', `${PROGRAM} --version`]);
  });
  if (unreachable !== null)
    throw new FlowError(
      'broken',
      'SUBMIT_UNREACHABLE',
      `sessions could not hand in what they have done: ${clean(unreachable, 400)}. None is started.`,
      `${call.program} doctor`,
    );
  const missing = fails(agent.probe);
  if (missing !== null)
    throw new FlowError(
      'finding',
      'AGENT_MISSING',
      `${clean(agent.program, 200)} does not start: ${clean(missing, 400)}.`,
      agent.remedy,
    );
  await trusted(call, around, agent);
  return { environment, form };
}

function reach(folder: string, tries: () => string | null): string | null {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(path.dirname(folder), constants.W_OK);
    return tries();
  } catch (error) {
    return (error as Error).message;
  }
}

/** A client that runs only hooks that a person has trusted would work without them, and say nothing of it. */
async function trusted(call: Call, { repository }: Here['around'], { name, unarmed }: Agent): Promise<void> {
  if (unarmed || name !== 'codex') return;
  const { codexUntrusted, clean } = await hooks();
  const [first] = codexUntrusted(repository, call.environment);
  if (first === undefined) return;
  throw new FlowError(
    'finding',
    'AGENT_UNTRUSTED',
    `the hooks of flow would not run in Codex: ${clean(`${first.title}: ${first.detail}`, 500)}`,
    `${first.fix ?? 'codex'} (or, where what its sessions say need not count: ${call.program} run --agent ${name} --unarmed)`,
  );
}
