import * as clack from '@clack/prompts';
import {
  AGENTS_FROM,
  type AgentsFrom,
  type Answers,
  RESULTS,
  type Result,
  STRICTNESS,
  type StackAnswers,
  type Strictness,
  type Tier,
} from './answers.js';
import { askCaptured, askCommands, askStacks } from './ask-project.js';
import { type Found, stacksOf } from './found.js';
import { partsOf } from './left-out.js';
import { askKept, common, entriesOf, given } from './prompt.js';
import { TIERS } from './tiers.js';

/** Tells whether there is somebody to ask. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/**
 * Asks a person at the terminal, with what was found as the answers that Enter gives.
 * @throws FlowError INTERRUPTED when they break off
 */
export async function ask(found: Found, usual: Answers, isTierGiven: boolean): Promise<Answers> {
  clack.intro('flow init', common);
  const tier = isTierGiven ? usual.tier : await askTier(usual.tier);
  const agentsFrom = tier === 3 ? await askAgentsFrom(usual.agentsFrom) : usual.agentsFrom;
  if (found.config !== null) return { ...usual, tier, agentsFrom };
  const stacks = await askStacks(found, usual);
  const ours = stacksOf(found, stacks);
  const baseBranch = given(
    await clack.text({
      ...common,
      message: 'Base branch?',
      initialValue: usual.baseBranch ?? 'main',
      validate: required,
    }),
  );
  const isOurs = ({ root }: { root: string }) =>
    ours.some((stack) => stack.root === root) || found.stacks.every((stack) => stack.root !== root);
  const suites = await askCommands(ours, usual.suites.filter(isOurs));
  const notCaptured = await askCaptured(found, stacks, usual.notCaptured);
  const strictness = given(
    await clack.select<Strictness>({
      ...common,
      message: 'What should block a push, and what should only warn?',
      initialValue: usual.strictness,
      options: entriesOf(STRICTNESS).map(([value, hint]) => ({ value, label: value, hint })),
    }),
  );
  const results = given(
    await clack.multiselect<Result>({
      ...common,
      message: 'Which results should count besides tests, if the tools are configured?',
      initialValues: usual.results,
      required: false,
      options: entriesOf(RESULTS).map(([value, label]) => ({ value, label })),
    }),
  );
  const exact = given(
    await clack.confirm({
      ...common,
      message: "Run the agent's test commands through `flow exec` for exact results?",
      initialValue: usual.exact,
    }),
  );
  const conventions = await askConventions(found, stacks, usual.conventions);
  const parts = partsOf(found.ceremony, tier);
  const without = {
    phases: await askKept('Which phases of ceremony should be included?', named(parts.phases), usual.without.phases),
    agents: await askKept('Which agents should review?', named(parts.agents), usual.without.agents),
  };
  return {
    tier,
    ...stacks,
    baseBranch,
    suites,
    notCaptured,
    strictness,
    results,
    exact,
    conventions,
    without,
    agentsFrom,
  };
}

async function askAgentsFrom(usual: AgentsFrom): Promise<AgentsFrom> {
  return given(
    await clack.select<AgentsFrom>({
      ...common,
      message: 'Where should agents and skills come from?',
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
  return given(
    await clack.select<Tier>({ ...common, message: 'How much of flow do you want?', initialValue: usual, options }),
  );
}

/** Rules for added lines that come with presets; the file shows how to write own ones. */
async function askConventions({ conventions }: Found, { notOurs }: StackAnswers, usual: string[]): Promise<string[]> {
  const ours = conventions.filter(({ preset }) => !notOurs.includes(preset));
  if (ours.length === 0) return [];
  const options = ours.map(({ preset, rules }) => ({ value: preset, label: preset, hint: rules.join(', ') }));
  const message = 'Which conventions should be checked for added lines? They only warn.';
  return given(await clack.multiselect({ ...common, message, initialValues: usual, required: false, options }));
}

/** Asks which companions are added; none unless the person names them, but for those that an answer before has asked for. */
export async function askCompanions(
  product: string,
  offered: readonly { name: string; what: string }[],
  initial: string[],
): Promise<string[]> {
  return given(
    await clack.multiselect<string>({
      ...common,
      message: `Which companions should be added, by commands of ${product}? None is fine.`,
      initialValues: initial,
      required: false,
      options: offered.map(({ name, what }) => ({ value: name, label: name, hint: what })),
    }),
  );
}

/** Shows what would be written, and asks for a yes. */
export async function confirmWrite(): Promise<boolean> {
  return given(await clack.confirm({ ...common, message: 'Write this?', initialValue: true }));
}

const named = (names: string[]) => names.map((value) => ({ value }));

const required = (value: string | undefined) => (value ? undefined : 'A name is needed.');
