import { documentOfKind, noneReason } from '@flow/core/documents';
import type { Surroundings } from '../../places/surroundings.js';
import { clean } from '../../text/clean.js';
import type { Standing } from '../status.js';
import { documentPaths, pathsOnDisk } from './documents.js';

/** Sections of a specification that hold its claims. */
const CLAIM_SECTIONS = ['must-do', 'must-not', 'invariants', 'prohibitions', 'boundaries'];

const MOST = 20;

/**
 * Tells what whoever leads the work is to know before anything else: the claims of the specification, and where it and
 * the configuration stand (feature C51). Empty as long as there is no specification.
 */
export function specificationLines({ repository, policy }: Surroundings, standing: Standing): string[] {
  const { workflow, run, facts } = standing;
  const name = documentOfKind(workflow, 'spec') ?? '';
  const view = facts.present.documents[name];
  const spec = pathsOnDisk(documentPaths(workflow, run.names), repository.root)[name];
  if (!view || spec === undefined) return [];
  const places = [clean(spec, 300), ...(policy.source === null ? [] : ['flow.config.yaml'])];
  const entries = CLAIM_SECTIONS.flatMap((key) => view.sections[key] ?? []);
  // A section may say why it has none.
  const claims = entries.filter((one) => noneReason(one) === undefined);
  return [
    `Read first: ${places.join(', ')}`,
    ...claims.slice(0, MOST).map((one) => `Claim: ${clean(one, 200)}`),
    ...(claims.length > MOST ? [`(and ${claims.length - MOST} more claims)`] : []),
  ];
}
