import { rotateKey } from '@flow/evidence';
import { personsTerminal } from '../approvals/ask.js';
import { describeFault } from '../approvals/fault-words.js';
import { type Command, err, out, repositoryOf } from './command.js';

export const rotate: Command = {
  name: 'rotate-key',
  usage: '',
  summary: 'create a new key for this user; earlier evidence still counts (a person, in a terminal)',
  run(call) {
    const around = repositoryOf(call);
    if (!around) return 3;
    const person = personsTerminal(call.environment);
    if ('fault' in person) {
      err(`${person.fault}: ${describeFault(person.fault, person.detail)}\n`);
      return 1;
    }
    person.terminal.close();
    const { from, to } = rotateKey(around.repository, call.environment);
    out(`Key ${from} is retired; ${to} replaces it.\n`);
    return 0;
  },
};
