import { shellWord } from '@flow/shell-effects/text/quoted';
import type { NamedTests } from '../policy/presets/unread-tests.js';
import { clean } from '../text/clean.js';
import type { Reader } from './reader.js';

/** Test commands that were found and that no push asks for, as facts of a finding. */
export interface UnreadFacts {
  /** The first of them: a folder relative to the root, and a command, of each. */
  roots: string[];
  commands: string[];
  /** How many there are. */
  total: number;
  /** Name of the configuration that is there. */
  config?: string | undefined;
  /** Pushes ask for other tests of the project. */
  isPart?: boolean;
}

/**
 * Returns the step after which pushes ask for the tests that were found: a command, or what to add where no command
 * writes it.
 */
export function unreadStep({ roots, commands, config }: UnreadFacts): { command: string } | { add: string } {
  const places = commands.map((command, at) => ({ root: roots[at] ?? '.', command }));
  // No command of ours writes into a configuration in JSON.
  if (config?.endsWith('.json')) return { add: clean(JSON.stringify({ suites: places }), 600) };
  const [first] = places;
  if (config === undefined || first === undefined) return { command: 'npx flow-hooks install --config' };
  const option = first.root === '.' ? first.command : `${first.root}: ${first.command}`;
  return { command: `npx flow-hooks install --tests ${clean(shellWord(option), 400)}` };
}

/** Returns the tests that pushes do not ask for, and the one step after which they do. */
export function unreadWords(facts: UnreadFacts, reader: Reader): string {
  const { roots, commands, total, config, isPart } = facts;
  const shown = commands.map((command, at) => {
    const root = roots[at] ?? '.';
    return `\`${clean(command, 100)}\`${root === '.' ? '' : ` in ${clean(root, 100)}`}`;
  });
  const more = total > shown.length ? ` and ${total - shown.length} more` : '';
  const isOne = total === 1;
  const step = unreadStep(facts);
  const way = 'add' in step ? `add to ${config}: ${step.add}` : `run \`${step.command}\``;
  const all = isOne || (config !== undefined && 'command' in step) ? 'it exits' : 'they exit';
  return `${isPart ? 'Pushes ask for a part of the tests' : 'Pushes are not checked'}: ${shown.join(', ')}${more} ${isOne ? 'seems' : 'seem'} to run ${isPart ? 'others' : 'the tests here'}, and no push asks for ${isOne ? 'it' : 'them'}. ${reader === 'person' ? `${way.charAt(0).toUpperCase()}${way.slice(1)}` : `A person can ${way}`} to require that ${all} with 0, then \`npx flow-hooks apply\` in a terminal.`;
}

/** Returns what a project calls its tests, where pushes ask for runners that are known, and how a person has them ask for it. */
export function byNameWords({ root, command, isOther }: NamedTests): string {
  const option = shellWord(root === '.' ? command : `${root}: ${command}`);
  const told = `\`${clean(command, 100)}\`${root === '.' ? '' : ` in ${clean(root, 100)}`}`;
  const step = `\`npx flow-hooks install --tests ${clean(option, 400)}\``;
  return isOther
    ? `Pushes ask for a part of the tests: ${told} seems to run others, and no push asks for it. To require it in place of what is found there: ${step}.`
    : `${told} runs tests here, too. To require it instead: ${step}.`;
}
