import type { ConfigProblem } from '../config/problem.js';
import type { Finding } from '../finding.js';
import type { Workflow } from '../workflow/model.js';
import { parseWorkflow } from './read.js';

/**
 * Reads a workflow that is data, as the configuration reads the ones in it: what `evaluate` and `checkWorkflow` are given has
 * been read so, or was written with `defineWorkflow`.
 * @param json what a JSON or YAML parser returned
 * @returns the workflow, or every mistake with its place and what to write there
 */
export function readWorkflow(
  json: unknown,
): { ok: true; workflow: Workflow } | { ok: false; problems: ConfigProblem[] } {
  const read = parseWorkflow(json);
  return read.ok ? { ok: true, workflow: read.value } : { ok: false, problems: read.findings.map(problemOf) };
}

/** Returns a finding of a schema or of the checker as a mistake in what a person wrote. */
export function problemOf({ code, args }: Finding): ConfigProblem {
  const what = args.message ?? args.key ?? args.name ?? args.why ?? args.judge ?? '';
  return {
    at: String(args.at),
    message: `${code}${what === '' ? '' : ` (${what})`}. ${args.remedy ?? ''}`.trim(),
  };
}
