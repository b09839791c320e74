import * as clack from '@clack/prompts';
import type { DetectedStack } from '@flow/hooks/program';
import { hooks } from '../evidence.js';
import type { Answers, StackAnswers } from './answers.js';
import { type Found, packagesOf, stacksOf } from './found.js';
import { askKept, common, given } from './prompt.js';

/** Folders whose test command is asked for: nobody answers a hundred questions. */
const MOST_FOLDERS = 8;

/** Asks which of the stacks that were found are the project's, and to which folder a file belongs where they nest. */
export async function askStacks(found: Found, usual: StackAnswers): Promise<StackAnswers> {
  const { clean } = await hooks();
  const choices = [...new Set(found.stacks.map(({ preset }) => preset))].map((preset) => {
    const places = found.stacks.filter((one) => one.preset === preset);
    const hint = clean(places.map(placeOf).join(', '), 200);
    return { value: preset, label: clean(places[0]!.title, 60), hint };
  });
  const notOurs = await askKept('Which stacks does this project use?', choices, usual.notOurs);
  const nested = found.nested.filter((preset) => !notOurs.includes(preset));
  const packages = packagesOf(stacksOf(found, { notOurs, outermost: [] }));
  if (packages.length > 1) clack.note(clean(packages.join(', '), 1000), 'Several packages', common);
  if (nested.length === 0) return { notOurs, outermost: [] };
  const rule = given(
    await clack.select<'nearest' | 'outermost'>({
      ...common,
      message: `Which folder do files of ${nested.join(', ')} belong to?`,
      initialValue: usual.outermost.length > 0 ? 'outermost' : 'nearest',
      options: [
        { value: 'nearest', label: 'the nearest', hint: 'each package has its own tests' },
        { value: 'outermost', label: 'the outermost', hint: 'one test run there covers everything inside' },
      ],
    }),
  );
  return { notOurs, outermost: rule === 'outermost' ? nested : [] };
}

/** `HIDES` says why a command cannot be named. */
const HIDES = 'A pipe or a list in it hides how its tests end: put it into a script, and name that.';

/**
 * Asks for the commands that run the tests, with those that were found as the answers that Enter gives. A suite that is
 * named takes the place of all that are found in its folder, so what stays as it was found in there is named, too.
 * @param unread tests that count only when they are named
 */
export async function askCommands(
  stacks: readonly DetectedStack[],
  unread: Answers['suites'],
): Promise<Answers['suites']> {
  const { clean, isHidingName } = await hooks();
  const start = { environment: process.env, deadline: Date.now() + 3_600_000 };
  const others = unread.filter(({ root }) => stacks.every((stack) => stack.root !== root));
  const seen = [...stacks, ...others.map((one) => ({ ...one, preset: '' }))];
  const asked = seen.length > 0 ? seen : [{ root: '.', preset: '', command: null }];
  const answers: (Answers['suites'][number] & { isFound: boolean })[] = [];
  const known = new Set<string>();
  for (const { root, preset, command } of asked) {
    const isUnread = unread.some((one) => one.root === root && one.command === command);
    const isAlone = asked.filter((one) => one.root === root).length === 1;
    if (command === null && !isAlone && known.has(root)) continue;
    if (known.size >= MOST_FOLDERS && !known.has(root)) break;
    known.add(root);
    const what = isAlone ? 'the tests' : `the ${preset} tests`;
    const empty = command === null || isUnread ? 'there are none' : 'as found';
    const message = `Command that runs ${what} in ${clean(root, 200)} (empty: ${empty})`;
    const initialValue = clean(command ?? '', 200);
    const defaultValue = isUnread ? '' : initialValue;
    const validate = (value = '') => (isHidingName(value, root, start) ? HIDES : undefined);
    const typed = given(await clack.text({ ...common, message, initialValue, defaultValue, validate })).trim();
    if (typed !== '') answers.push({ root, command: typed, isFound: typed === initialValue && !isUnread });
  }
  const named = answers.filter(({ isFound }) => !isFound).map(({ root }) => root);
  const isTaken = (root: string) =>
    named.some((outer) => outer === '.' || outer === root || root.startsWith(`${outer}/`));
  return answers
    .filter(({ root, isFound }) => !isFound || isTaken(root))
    .map(({ root, command }) => ({ root, command }));
}

/** Asks which runners are recorded; returns those that are not. */
export async function askCaptured(found: Found, { notOurs }: StackAnswers, usual: string[]): Promise<string[]> {
  const ours = found.runners.filter(({ preset }) => !notOurs.includes(preset));
  const { clean } = await hooks();
  const choices = ours.map(({ id, question, roots }) => ({
    value: id,
    hint: clean(`${question}: ${roots.join(', ')}`, 200),
  }));
  return askKept('Which runners should be recorded and required for a push?', choices, usual);
}

const placeOf = ({ root, marker }: DetectedStack) => (root === '.' ? marker : `${root}/${marker}`);
