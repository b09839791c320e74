import type { Call } from '../commands/command.js';
import { FlowError } from '../commands/command.js';
import { COMPANIONS } from '../companions/catalogue.js';
import { installCompanions } from '../companions/install.js';
import { clientProgram } from '../companions/run-client.js';
import { type Client, stepsFor } from '../companions/steps.js';
import { placeOf } from '../workflow/here.js';
import type { Answers } from './answers.js';

/**
 * Offers companions at the end of a set-up with questions, and adds what the person agrees to. Nothing that goes wrong here
 * takes the set-up back: it is told.
 * @returns what is told
 */
export async function offerCompanions(call: Call, client: Client, { tier, agentsFrom }: Answers): Promise<string[]> {
  if (tier < 3) return [];
  const place = await placeOf(call);
  if (clientProgram(client.program, place.around.repository.root, call.environment) === null) return [];
  const offered = COMPANIONS.filter((one) => stepsFor(one, client, call.environment) !== null);
  const { askCompanions } = await import('./ask.js');
  const wanted = await askCompanions(client.product, offered, agentsFrom === 'plugin' ? ['flow'] : []);
  if (wanted.length === 0) return [];
  try {
    const chosen = offered.filter(({ name }) => wanted.includes(name));
    const { text = '', problems = [] } = await installCompanions(call, place, client, chosen);
    return [
      ...text.trimEnd().split('\n'),
      ...problems.map(({ code, message, remedy }) => `${code}: ${message} ${remedy ?? ''}`),
    ];
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    const { code, message } = error.problem;
    return [`No companion was added (${code}: ${message}). Later: ${call.program} companions ${wanted.join(' ')}`];
  }
}
