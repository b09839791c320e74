import { COMPANIONS } from '../companions/catalogue.js';
import { installCompanions, lineOf } from '../companions/install.js';
import { stepsFor } from '../companions/steps.js';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const companions: Command = {
  name: 'companions',
  group: 'setup',
  arguments: '[names...]',
  summary: "list what works well beside flow, or add some of it by the client's own commands (a person only)",
  flags: [{ flags: '--host <client>', description: 'the coding agent (default: claude-code)' }],
  examples: [
    ['companions', 'the catalogue, with the commands that add each'],
    ['companions context7 playwright', 'shows the commands, and runs them after you agree in your terminal'],
  ],
  run: runCompanions,
};

async function runCompanions(call: Call): Promise<Answer> {
  const { CLIENTS, hostNamed, unknownHost } = await hooks();
  const { host } = call.options;
  const client = typeof host === 'string' ? hostNamed(host) : CLIENTS[0];
  if (!client)
    throw new FlowError('usage', 'HOST_UNKNOWN', unknownHost(String(host)), `${call.program} companions --host codex`);
  if (call.words.length > 0) {
    const named = [...new Set(call.words)].map((name) => companionNamed(name, call));
    return installCompanions(call, await placeOf(call), client, named);
  }
  const told = COMPANIONS.map((one) => {
    const steps = stepsFor(one, client, call.environment);
    return { name: one.name, what: one.what, commands: steps?.adds.map((words) => lineOf(client, words)) ?? null };
  });
  const lines = told.flatMap(({ name, what, commands }) => [
    `${name}: ${what}${commands === null ? ` (not for ${client.product})` : ''}`,
    ...(commands ?? []).map((one) => `  ${one}`),
  ]);
  const text = `${lines.join('\n')}\nOthers keep these; flow has not checked them, and runs nothing of it by itself. To add some: ${call.program} companions <name>…\n`;
  return { exit: 0, data: { client: client.name, companions: told }, text };
}

function companionNamed(name: string, { program }: Call) {
  const found = COMPANIONS.find((one) => one.name === name);
  if (found) return found;
  const all = COMPANIONS.map((one) => one.name).join(', ');
  throw new FlowError(
    'usage',
    'COMPANION_UNKNOWN',
    `there is no such companion; there are ${all}.`,
    `${program} companions`,
  );
}
