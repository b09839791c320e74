import * as clack from '@clack/prompts';
import { FlowError } from '../commands/command.js';
import {
  AGENTS_FROM,
  type AgentsFrom,
  type Answers,
  RESULTS,
  type Result,
  STRICTNESS,
  type Strictness,
  type Tier,
} from './answers.js';
import { type Found, packagesOf } from './found.js';
import { partsOf } from './left-out.js';
import { TIERS } from './tiers.js';

/** Questions and their frames go to standard error: standard output is for the answer. */
const common = { output: process.stderr };

/** Whether there is somebody to ask. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

function given<Value>(answer: Value): Exclude<Value, symbol> {
  if (clack.isCancel(answer)) throw new FlowError('interrupted', 'INTERRUPTED', 'nothing was written.', '');
  return answer as Exclude<Value, symbol>;
}

/**
 * Asks a person at the terminal, with what was found as the answers that Enter gives.
 * @throws FlowError INTERRUPTED when they break off
 */
export async function ask(found: Found, usual: Answers, isTierGiven: boolean): Promise<Answers> {
  clack.intro('flow init', common);
  const tier = isTierGiven ? usual.tier : await askTier(usual.tier);
  const agentsFrom = tier === 3 ? await askAgentsFrom(usual.agentsFrom) : usual.agentsFrom;
  if (found.config !== null) return { ...usual, tier, agentsFrom };
  const packages = packagesOf(found);
  if (packages.length > 1)
    clack.note(
      `${packages.join('\n')}\n\nA file belongs to the nearest of these folders above it; sessions start at ${found.root}.`,
      'Several packages',
      common,
    );
  const baseBranch = given(
    await clack.text({
      ...common,
      message: 'Base branch?',
      initialValue: usual.baseBranch ?? 'main',
      validate: required,
    }),
  );
  const suites = [...usual.suites];
  for (const root of unknownRunners(found)) {
    const message = `Command that runs the tests in ${root} (Enter: there are none)`;
    const command = given(await clack.text({ ...common, message, defaultValue: '' }));
    if (command) suites.push({ root, command });
  }
  const strictness = given(
    await clack.select<Strictness>({
      ...common,
      message: 'What blocks a push, and what only warns?',
      initialValue: usual.strictness,
      options: entriesOf(STRICTNESS).map(([value, hint]) => ({ value, label: value, hint })),
    }),
  );
  const results = given(
    await clack.multiselect<Result>({
      ...common,
      message: 'Which results count, beside tests, where their tools are configured?',
      initialValues: usual.results,
      required: false,
      options: entriesOf(RESULTS).map(([value, label]) => ({ value, label })),
    }),
  );
  const exact = given(
    await clack.confirm({
      ...common,
      message: "Run the agent's test commands through `flow exec`, for exact results?",
      initialValue: usual.exact,
    }),
  );
  const conventions = await askConventions(found, usual.conventions);
  const parts = partsOf(found.ceremony, tier);
  const without = {
    phases: await askKept('Which phases are gone through?', parts.phases, usual.without.phases),
    agents: await askKept('Which agents review?', parts.agents, usual.without.agents),
  };
  return { tier, baseBranch, suites, strictness, results, exact, conventions, without, agentsFrom };
}

/** Asks what is kept of some names; returns those that are not. */
async function askKept(message: string, names: string[], without: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const kept = given(
    await clack.multiselect<string>({
      ...common,
      message,
      initialValues: names.filter((name) => !without.includes(name)),
      required: false,
      options: names.map((name) => ({ value: name, label: name })),
    }),
  );
  return names.filter((name) => !kept.includes(name));
}

async function askAgentsFrom(usual: AgentsFrom): Promise<AgentsFrom> {
  return given(
    await clack.select<AgentsFrom>({
      ...common,
      message: 'Where do agents and skills come from?',
      initialValue: usual,
      options: entriesOf(AGENTS_FROM).map(([value, hint]) => ({ value, label: value, hint })),
    }),
  );
}

async function askTier(usual: Tier): Promise<Tier> {
  const options = ([1, 2, 3] as const).map((value) => ({
    value,
    label: `Tier ${value}: ${TIERS[value].title}`,
    hint: TIERS[value].what,
  }));
  return given(await clack.select<Tier>({ ...common, message: 'How far?', initialValue: usual, options }));
}

/** Rules for added lines that come with presets; the file shows how to write own ones. */
async function askConventions({ conventions }: Found, usual: string[]): Promise<string[]> {
  if (conventions.length === 0) return [];
  const options = conventions.map(({ preset, rules }) => ({ value: preset, label: preset, hint: rules.join(', ') }));
  const message = 'Which conventions for added lines are checked? They warn.';
  return given(await clack.multiselect({ ...common, message, initialValues: usual, required: false, options }));
}

/** Folders whose tests nobody knows how to run: the root, when nothing is known at all. */
function unknownRunners({ stacks }: Found): string[] {
  if (stacks.length === 0) return ['.'];
  const known = new Set(stacks.filter(({ command }) => command !== null).map(({ root }) => root));
  return [...new Set(stacks.map(({ root }) => root))].filter((root) => !known.has(root)).slice(0, 8);
}

/** Shows what would be written, and asks for a yes. */
export async function confirmWrite(): Promise<boolean> {
  return given(await clack.confirm({ ...common, message: 'Write this?', initialValue: true }));
}

const required = (value: string | undefined) => (value ? undefined : 'A name is needed.');

function entriesOf<Key extends string>(table: Readonly<Record<Key, string>>): [Key, string][] {
  return Object.entries(table) as [Key, string][];
}
