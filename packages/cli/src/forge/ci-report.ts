import { type CiReport, isWebAddress } from './forge.js';

/** Conclusions of a check run that say nothing against the commit. */
const FINE = new Set(['success', 'neutral', 'skipped']);
/** The most checks that a report names. */
const MAX_NAMED = 50;
/** The longest name of a check; a longer name is cut. */
export const MAX_NAME = 200;

interface Check {
  name: string;
  url: string | null;
  state: 'passed' | 'skipped' | 'failed' | 'running';
}

/**
 * Adds up check runs and commit statuses of a commit. One failed check is enough to fail, also while others run. A
 * check that the base branch requires and that nobody has reported still runs. Where nothing passed, or not everything
 * was read, the state is unknown, which is not green.
 * @param isAll false when there are more than these
 * @param required names of the checks without which nothing is merged
 */
export function ciReport(
  runs: readonly unknown[],
  statuses: readonly unknown[],
  isAll: boolean,
  required: readonly string[],
): CiReport {
  const checks = [...runs.map(readRun), ...statuses.map(readStatus)];
  const of = (state: Check['state']) => checks.filter((check) => check.state === state);
  const [failing, running] = [of('failed'), of('running')];
  const reported = new Set(checks.map(({ name }) => name));
  const expected = isAll ? required.filter((name) => !reported.has(name)) : [];
  const rest = isAll && of('passed').length > 0 ? 'passed' : 'unknown';
  return {
    state: failing.length > 0 ? 'failed' : running.length + expected.length > 0 ? 'running' : rest,
    total: checks.length,
    expected: expected.slice(0, MAX_NAMED),
    running: running.slice(0, MAX_NAMED).map(({ name }) => name),
    failing: failing.slice(0, MAX_NAMED).map(({ name, url }) => ({ name, url })),
  };
}

function readRun(value: unknown): Check {
  const { name, status, conclusion, html_url } = (value ?? {}) as Record<string, unknown>;
  const end = conclusion === 'success' ? 'passed' : FINE.has(String(conclusion)) ? 'skipped' : 'failed';
  return { ...named(name, html_url), state: status === 'completed' ? end : 'running' };
}

function readStatus(value: unknown): Check {
  const { context, state, target_url } = (value ?? {}) as Record<string, unknown>;
  const states = { success: 'passed', pending: 'running' } as const;
  return { ...named(context, target_url), state: states[state as keyof typeof states] ?? 'failed' };
}

const named = (name: unknown, url: unknown) => ({
  name: typeof name === 'string' ? name.slice(0, MAX_NAME) : '(without a name)',
  url: isWebAddress(url) ? url : null,
});
