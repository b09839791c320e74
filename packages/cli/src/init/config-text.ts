import { stringify } from 'yaml';
import { type Answers, RESULTS, type Result, type Strictness, USUAL_RESULTS } from './answers.js';
import { leftOut } from './left-out.js';

/** The rules that an answer stands for; what is left out has its default. */
const RULES: Readonly<Record<Strictness, Record<string, string>>> = {
  strict: {},
  lenient: { stale: 'warn', unknown: 'warn', partial: 'warn', lint: 'warn', types: 'warn' },
  monitor: {},
};

/** Returns the answers as an object of `flow.config.yaml`; only what differs from the defaults. */
export function configOf(answers: Answers): object {
  const { strictness, results, exact, baseBranch, suites, conventions, notOurs, outermost, notCaptured } = answers;
  const stacks = {
    ...Object.fromEntries(notOurs.map((id) => [id, 'off'])),
    ...Object.fromEntries(outermost.map((id) => [id, { roots: 'outermost' }])),
  };
  const capture = { ...(exact && { exec: true }), ...(notCaptured.length > 0 && { off: notCaptured }) };
  const ceremony = leftOut(answers);
  const push = { ...RULES[strictness] };
  for (const result of Object.keys(RESULTS) as Result[]) {
    const counts = results.includes(result);
    if (!counts && USUAL_RESULTS.includes(result)) push[result] = 'off';
    if (counts && !USUAL_RESULTS.includes(result)) push[result] = 'warn';
  }
  return {
    ...(strictness === 'monitor' && { mode: 'monitor' }),
    ...(baseBranch !== null && { baseBranch }),
    ...(Object.keys(push).length > 0 && { push }),
    ...(Object.keys(capture).length > 0 && { capture }),
    ...(Object.keys(stacks).length > 0 && { stacks }),
    ...(suites.length > 0 && { suites }),
    ...(conventions.length > 0 && { conventions: { presets: conventions } }),
    ...(Object.keys(ceremony).length > 0 && { workflows: { ceremony } }),
  };
}

/**
 * Returns the text of a new `flow.config.yaml`: the answers, then every other rule as a comment with its default.
 * @param template the text that names every rule, in comments
 */
export function configText(answers: Answers, template: string): string {
  const config = configOf(answers);
  const [head = '', ...rest] = template.split('\n\n');
  if (Object.keys(config).length === 0) return template;
  return [head, stringify(config, { lineWidth: 0 }).trimEnd(), ...rest].join('\n\n');
}
