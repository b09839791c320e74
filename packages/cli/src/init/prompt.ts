import * as clack from '@clack/prompts';
import { FlowError } from '../commands/command.js';

/** Questions and their frames go to standard error: standard output is for the answer. */
export const common = { output: process.stderr };

/**
 * Takes the answer to a question.
 * @throws FlowError INTERRUPTED when the person breaks off
 */
export function given<Value>(answer: Value): Exclude<Value, symbol> {
  if (clack.isCancel(answer)) throw new FlowError('interrupted', 'INTERRUPTED', 'nothing was written.', '');
  return answer as Exclude<Value, symbol>;
}

/** A choice of several, where each is taken unless the person takes it away. */
export interface Choice {
  value: string;
  /**
   * The words of the choice. @default its value
   * @default its value
   */
  label?: string;
  hint?: string;
}

/** Asks what is kept of some names; returns those that are not. */
export async function askKept(message: string, choices: readonly Choice[], without: string[]): Promise<string[]> {
  if (choices.length === 0) return [];
  const names = choices.map(({ value }) => value);
  const kept = given(
    await clack.multiselect<string>({
      ...common,
      message,
      initialValues: names.filter((name) => !without.includes(name)),
      required: false,
      options: choices.map((choice) => ({ label: choice.value, ...choice })),
    }),
  );
  return names.filter((name) => !kept.includes(name));
}

/** Returns a table of texts as pairs. */
export function entriesOf<Key extends string>(table: Readonly<Record<Key, string>>): [Key, string][] {
  return Object.entries(table) as [Key, string][];
}
