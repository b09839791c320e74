import { hooks } from '../evidence.js';
import { failedThere, wayTo } from '../git/outside.js';
import { placeOf } from '../workflow/here.js';
import { type Command, EXIT, FlowError } from './command.js';

/** Milliseconds that a fetch may take. */
const PATIENCE = 600_000;

export const fetchCommand: Command = {
  name: 'fetch',
  group: 'workflow',
  arguments: '[remote] [branches...]',
  summary: 'fetch branches from a remote that a person has accepted, for a shell that has no credentials',
  examples: [
    ['fetch', 'all branches, from where git would push this one'],
    ['fetch origin main', 'one of them'],
  ],
  async run(call) {
    const { around } = await placeOf(call);
    const { branchOf, clean, fetchOutside, git } = await hooks();
    const { repository } = around;
    const [remote = null, ...branches] = call.words;
    const options = { deadline: Date.now() + PATIENCE };
    const odd = branches.find(
      (one) => git(repository, ['check-ref-format', `refs/heads/${one}`], options).status !== 0,
    );
    if (odd !== undefined)
      throw new FlowError(
        'usage',
        'USAGE',
        `\`${clean(odd, 200)}\` is not the name of a branch.`,
        `${call.program} fetch origin main`,
      );
    const way = await wayTo(call, around, branchOf(repository) ?? '', remote, 'fetch');
    const name = way.place.remote;
    const told = fetchOutside(repository, way.place, branches, way, options.deadline);
    if ('failed' in told) throw await failedThere(call, name, told.failed);
    const changed = told.brought.flatMap(([branch, id]) => {
      const ref = `refs/remotes/${name}/${branch}`;
      const was = git(repository, ['rev-parse', '--verify', '--quiet', ref], options).stdout.toString('latin1').trim();
      if (was === id || git(repository, ['update-ref', ref, id], options).status !== 0) return [];
      return [{ branch, id, was: was === '' ? null : was }];
    });
    const lines = changed.map(({ branch, id, was }) =>
      clean(`${name}/${branch} is ${id.slice(0, 10)}${was === null ? ', and new' : ` (was ${was.slice(0, 10)})`}`, 300),
    );
    const text = lines.length > 0 ? lines.join('\n') : `Nothing is new on ${clean(name, 100)}.`;
    return { exit: EXIT.ok, data: { remote: name, changed }, text: `${text}\n` };
  },
};
