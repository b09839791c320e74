import { MAX_NAME } from './ci-report.js';
import { fieldOf } from './field.js';

/** The most required checks that are waited for by name. */
const MAX_REQUIRED = 200;

/**
 * Names the checks without which nothing is merged into a branch.
 * @param branch what the forge says of the branch, with its protection
 * @param rules the rules of rulesets that hold for it
 */
export function requiredOf(branch: unknown, rules: unknown): string[] {
  const statuses = fieldOf(fieldOf(branch, 'protection'), 'required_status_checks');
  const isOff = fieldOf(statuses, 'enforcement_level') === 'off';
  const ruled = listOf(rules).filter((rule) => fieldOf(rule, 'type') === 'required_status_checks');
  const names = [
    ...(isOff ? [] : [...listOf(fieldOf(statuses, 'contexts')), ...contextsOf(fieldOf(statuses, 'checks'))]),
    ...ruled.flatMap((rule) => contextsOf(fieldOf(fieldOf(rule, 'parameters'), 'required_status_checks'))),
  ];
  const texts = names.filter((name) => typeof name === 'string' && name !== '') as string[];
  return [...new Set(texts.map((name) => name.slice(0, MAX_NAME)))].slice(0, MAX_REQUIRED);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const contextsOf = (value: unknown) => listOf(value).map((check) => fieldOf(check, 'context'));
