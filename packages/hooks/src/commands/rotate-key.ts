import { personsTerminal } from '@flow/engine/run/approvals/ask';
import { describeFault } from '@flow/engine/run/approvals/fault-words';
import { rotateKey } from '@flow/evidence';
import { failed } from '../answer/answer.js';
import { type Command, noRepository, repositoryOf } from './command.js';

export const rotate: Command = {
  name: 'rotate-key',
  usage: '',
  summary: 'create a new key for this user; earlier evidence still counts (a person, in a terminal)',
  run(call) {
    const around = repositoryOf(call);
    if (!around) return noRepository(call);
    const person = personsTerminal(call.environment);
    if ('fault' in person) return failed(1, person.fault, describeFault(person.fault, person.detail));
    person.terminal.close();
    const { from, to } = rotateKey(around.repository, call.environment);
    return { exit: 0, data: { ok: true, from, to }, text: `Key ${from} is retired; ${to} replaces it.\n` };
  },
};
