import type { CheckName } from '../model.js';
import type { CheckKind, SpecOf } from './kind.js';
import * as looking from './looking.js';
import { panel } from './panel.js';
import * as proven from './proven.js';
import { red } from './red.js';
import { inspected, stepwise } from './steps.js';

export {
  type CheckKind,
  type CheckState,
  type Context,
  claimSubject,
  claimsOf,
  contentsOf,
  isBreakdown,
  itemKey,
  type Judgement,
  own,
  type Subject,
  type Word,
} from './kind.js';

/** The registry: everything that a workflow can ask for, by name. */
const KINDS: { readonly [Name in CheckName]: CheckKind<SpecOf<Name>> } = {
  branch: looking.branch,
  document: looking.document,
  section: looking.section,
  valid: looking.valid,
  listed: looking.listed,
  covered: looking.covered,
  analysed: looking.analysed,
  committed: looking.committed,
  pushed: looking.pushed,
  'pull-request': looking.pullRequest,
  ci: looking.ci,
  red,
  stepwise,
  inspected,
  passing: proven.passing,
  green: proven.green,
  coverage: proven.coverage,
  command: proven.command,
  reproduced: proven.reproduced,
  approved: proven.approved,
  chosen: proven.chosen,
  submitted: proven.submitted,
  verdict: proven.verdict,
  panel,
};

export const CHECK_NAMES = Object.keys(KINDS) as CheckName[];

/** @throws RangeError for a name that the registry does not know */
export function kindOf(name: CheckName): CheckKind {
  if (!Object.hasOwn(KINDS, name)) throw new RangeError(`no check is called ${JSON.stringify(name)}`);
  return KINDS[name];
}
