import { documentIn, openedDocuments } from '@flow/core/workflow';
import type { Standing } from '../status.js';
import { documentPaths } from './documents.js';

/** A document that a gate shows, with the place of the gate's phase among the phases. */
interface Shown {
  document: string;
  gate: string;
  at: number;
}

function shownIn({ workflow }: Pick<Standing, 'workflow'>): Shown[] {
  return workflow.phases.flatMap(({ exit }, at) =>
    exit.flatMap((spec) =>
      spec.check === 'approved'
        ? [spec.on ?? []].flat().flatMap((on) => {
            const document = documentIn(on);
            return document === null ? [] : [{ document, gate: spec.gate, at }];
          })
        : [],
    ),
  );
}

/** Paths of the documents that approved gates have shown. */
export function approvedDocuments({ workflow, run, status }: Standing): string[] {
  const approved = shownIn({ workflow }).filter(({ gate }) => status.gates[gate]?.state === 'approved');
  return pathsOf({ workflow, run }, approved);
}

/**
 * Lists paths of the documents whose contract nobody edits who works here (R68): a person has approved them and the run
 * is past their gate, in a phase that does not write them, and no proposal for them was taken since.
 */
export function closedDocuments({ workflow, run, status, facts }: Standing): string[] {
  const here = workflow.phases.findIndex(({ id }) => id === status.phase);
  const front = here < 0 ? workflow.phases.length : here;
  const all = shownIn({ workflow });
  const written = new Set(workflow.phases[front]?.produces);
  const opened = openedDocuments(facts.events, (document) =>
    all.filter((one) => one.document === document).map(({ gate }) => gate),
  );
  const closed = all.filter(
    ({ document, gate, at }) =>
      at < front && status.gates[gate]?.state === 'approved' && !written.has(document) && !opened.has(document),
  );
  return pathsOf({ workflow, run }, closed);
}

function pathsOf({ workflow, run }: Pick<Standing, 'workflow' | 'run'>, shown: readonly Shown[]): string[] {
  const paths = documentPaths(workflow, run.names);
  return [...new Set(shown.flatMap(({ document }) => paths[document] ?? []))];
}
