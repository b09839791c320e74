import type { Answer, Problem } from '../answer/answer.js';

/**
 * Makes the document of an answer as `flow-hooks --json` prints it: the command's own fields beside `version` and, where
 * something went wrong, `ok` and `error`.
 * @param typed names our programs as they are typed where the document is read
 */
export function documentOf(answer: Answer, typed: (text: string) => string): object {
  const { exit, isVerbatim, problems = [] } = answer;
  const named = isVerbatim ? <Value>(value: Value) => value : <Value>(value: Value) => typedIn(value, typed);
  const told = problems.map(({ code, message, remedy = '' }) => ({ code, message: message.trim(), remedy }));
  const [error, ...others] = told;
  const wrong = { ok: false, error: error ?? FOUND, ...(others.length > 0 && { others }) };
  const warnings = exit === 0 && told.length > 0 ? { warnings: told } : {};
  if (answer.data !== undefined)
    return { version: 1, ...named(answer.data as object), ...(exit !== 0 && error && wrong), ...warnings };
  if (exit !== 0) return { version: 1, ...wrong };
  const text = named(answer.text ?? '');
  return { version: 1, ok: true, ...(text !== '' && { text }), ...warnings };
}

const FOUND: Required<Problem> = { code: 'FINDINGS', message: 'something was found', remedy: '' };

/** `typedIn` returns a value whose texts name our programs as they are typed here. */
function typedIn<Value>(value: Value, typed: (text: string) => string): Value {
  if (typeof value === 'string') return typed(value) as Value;
  if (Array.isArray(value)) return value.map((one) => typedIn(one, typed)) as Value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typedIn(one, typed)])) as Value;
}
