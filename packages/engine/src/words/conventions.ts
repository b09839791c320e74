import type { Finding } from '@flow/core';
import { clean } from '../text/clean.js';
import type { FindingWords } from './facts.js';

/** Places with what is wrong there, in the project's own words. */
function places(args: Finding['args']): string {
  const shown = (Array.isArray(args.places) ? args.places : []).map((place) => clean(place, 400).replace(/\.$/, ''));
  const rest = Number(args.placesTotal ?? shown.length) - shown.length;
  return shown.join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

/** A project's own rules for added lines, and its formatters, speak in these words. */
export const CONVENTIONS_WORDS: FindingWords = {
  CONVENTION_BROKEN: (finding) =>
    `The added lines break conventions of this project: ${places(finding.args)}. Change these lines${finding.level === 'block' ? '; pushing them is refused' : ''}.`,
  IMPORT_BYPASS: ({ args }) => `A test imports code behind this project's entry points: ${places(args)}.`,
  CONVENTION_UNRUN: ({ args }) =>
    `Convention ${clean(args.rule, 80)} could not run (${clean(args.why, 300)}), so its result is unknown.`,
  FORMAT_DONE: (finding) =>
    `formatted \`${clean(finding.path)}\` with ${clean(finding.args.by)}. Read it again before editing it again.`,
  FORMAT_FAILED: (finding) =>
    `\`${clean(finding.path)}\` was not formatted with ${clean(finding.args.by)} (${clean(finding.args.why, 300)}); it is unchanged.`,
};
