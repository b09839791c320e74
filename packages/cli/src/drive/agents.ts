import { fileURLToPath } from 'node:url';
import { headlessOf } from '@flow/clients/acp/headless';
import { HEADLESS as claudeCode } from '@flow/clients/claude-code/headless';
import { HEADLESS as codex } from '@flow/clients/codex/headless';
import type { Headless } from '@flow/clients/headless';
import type { Policy } from '@flow/core';
import type { Agent } from '@flow/driver/drive';
import { type Call, FlowError } from '../commands/command.js';

/** A client of which a driver knows how it works without a terminal. */
interface Known {
  program: string;
  headless: Headless;
}

/** An agent, and what shows that its program is there. */
export interface Chosen extends Agent {
  program: string;
  /** The words that start the program to no end. */
  probe: readonly string[];
  /** What a person does where it does not start. */
  remedy: string;
}

/** The program that speaks the Agent Client Protocol for a driver, beside the built file of this one. */
const BRIDGE = fileURLToPath(new URL('acp-session.js', import.meta.url));

/** Known clients by name; the first is the one that is started where nobody names one. */
const KNOWN: Readonly<Record<string, Known>> = {
  'claude-code': { program: 'claude', headless: claudeCode },
  codex: { program: 'codex', headless: codex },
};

/**
 * Returns the agent that a run is driven with: the one that the call names, else the one of the policy in force.
 * @throws FlowError AGENT_UNKNOWN, USAGE
 */
export function agentFor({ options, program }: Call, { drive = {} }: Pick<Policy, 'drive'>): Chosen {
  const name = String(options.agent ?? drive.agent ?? Object.keys(KNOWN)[0]);
  const own = drive.agents && Object.hasOwn(drive.agents, name) ? drive.agents[name] : undefined;
  if (own) {
    const named = `name its program in flow.config.yaml, drive.agents.${name}.acp`;
    if (options.program !== undefined)
      throw new FlowError('usage', 'USAGE', `--program is not for ${name}, whose words the configuration has.`, named);
    const headless = headlessOf(own.hooks === true);
    const unarmed = options.unarmed === true || headless.arming === 'never';
    const probe = ['/bin/sh', '-c', 'command -v "$1"', 'flow', own.acp[0]!];
    const start = [process.execPath, BRIDGE, ...own.acp];
    return { name, program: own.acp[0]!, start, headless, unarmed, probe, remedy: named };
  }
  if (!Object.hasOwn(KNOWN, name)) {
    const all = [...Object.keys(KNOWN), ...Object.keys(drive.agents ?? {})];
    throw new FlowError(
      'usage',
      'AGENT_UNKNOWN',
      `there is no agent ${JSON.stringify(name)} here. These are: ${all.join(', ')}.`,
      `${program} run --agent ${all[0]}`,
    );
  }
  const { program: usual, headless } = KNOWN[name]!;
  const start = String(options.program ?? usual);
  return {
    ...{ name, program: start, start: [start], headless, unarmed: options.unarmed === true },
    ...{ probe: [start, '--version'], remedy: `${program} run --agent ${name} --program <path>` },
  };
}

/**
 * Returns how sessions of a client are read that a driver has started. One that neither this program nor the configuration names
 * any longer was an agent of the configuration.
 */
export function readerOf(client: string, { drive = {} }: Pick<Policy, 'drive'>): Headless {
  const own = drive.agents && Object.hasOwn(drive.agents, client) ? drive.agents[client] : undefined;
  const known = Object.hasOwn(KNOWN, client) ? KNOWN[client] : undefined;
  return own === undefined && known ? known.headless : headlessOf(own?.hooks === true);
}

/** Words for the agent of a run, and for how far what its sessions say counts. */
export function agentLine({ name, unarmed }: Agent): string {
  return unarmed
    ? `agent: ${name}, unarmed: what its sessions say counts for nothing, only what commands show of their work does`
    : `agent: ${name}`;
}
