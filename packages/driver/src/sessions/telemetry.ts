import { RESOURCE_ITEM, RESOURCE_RUN, RESOURCE_TASK } from '@flow/core/figures';

/** Characters of a value: names of items are short, and a variable of the environment is no place for more. */
const LONGEST = 200;

/**
 * Returns `OTEL_RESOURCE_ATTRIBUTES` for a session: what the person has there, and the run, item and task, so that what the
 * client exports by itself can be split by them.
 * @param own the person's value; undefined or empty for none
 */
export function attributesFor(
  own: string | undefined,
  { run, item, task }: { run: string; item: string | null; task: string },
): string {
  const ours: [name: string, value: string][] = [
    [RESOURCE_RUN, run],
    ...(item === null ? [] : ([[RESOURCE_ITEM, item]] as [string, string][])),
    [RESOURCE_TASK, task],
  ];
  const names = new Set<string>([RESOURCE_RUN, RESOURCE_ITEM, RESOURCE_TASK]);
  // A session that was started within another one has its own.
  const kept = (own ?? '').split(',').filter((one) => one.trim() !== '' && !names.has(one.split('=')[0]!.trim()));
  return [...kept, ...ours.map(([name, value]) => `${name}=${encoded(value)}`)].join(',');
}

/** What is no plain character is written in percents: a comma would begin another attribute. Half a character is none. */
const encoded = (value: string): string => encodeURIComponent(Buffer.from(value.slice(0, LONGEST)).toString());
