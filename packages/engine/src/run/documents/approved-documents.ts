import { documentIn, type FlowEvent, openedDocuments } from '@flow/core/workflow';
import type { Standing } from '../status.js';
import { documentPaths } from './documents.js';

/** A document that a person accepts, at a gate or by a choice, with the place of that phase among the phases. */
interface Shown {
  document: string;
  by: { gate: string } | { question: string };
  at: number;
}

function shownIn({ workflow }: Pick<Standing, 'workflow'>): Shown[] {
  return workflow.phases.flatMap(({ exit }, at) =>
    exit.flatMap((spec) => {
      const by =
        spec.check === 'approved' ? { gate: spec.gate } : spec.check === 'chosen' ? { question: spec.question } : null;
      if (by === null || !('on' in spec)) return [];
      return [spec.on ?? []].flat().flatMap((on) => {
        const document = documentIn(on);
        return document === null ? [] : [{ document, by, at }];
      });
    }),
  );
}

/** Returns the place of the phase that a run is in; behind all of them where it is done. */
function frontOf({ workflow, status }: Pick<Standing, 'workflow' | 'status'>): number {
  const here = workflow.phases.findIndex(({ id }) => id === status.phase);
  return here < 0 ? workflow.phases.length : here;
}

/** What was accepted and still is: a gate is approved, and a choice holds where the run is past it. */
function acceptedIn(standing: Pick<Standing, 'workflow' | 'status' | 'facts'>): Shown[] {
  const front = frontOf(standing);
  const { gates } = standing.status;
  const isChosen = (question: string) =>
    standing.facts.events.some((event) => event.type === 'choice' && event.question === question);
  return shownIn(standing).filter(({ by, at }) =>
    'gate' in by ? gates[by.gate]?.state === 'approved' : at < front && isChosen(by.question),
  );
}

/** Paths of the documents that a person has accepted, at a gate or by a choice. */
export function approvedDocuments(standing: Standing): string[] {
  return pathsOf(standing, acceptedIn(standing));
}

/**
 * Lists paths of the documents whose contract nobody edits who works here (R68): a person has accepted them and the run
 * is past that, in a phase that does not write them, and no proposal for them was taken since.
 */
export function closedDocuments(standing: Standing): string[] {
  const { workflow, facts } = standing;
  const front = frontOf(standing);
  const all = shownIn(standing);
  const written = new Set(workflow.phases[front]?.produces);
  const opened = openedDocuments(facts.events, (event, document) =>
    all.some((one) => one.document === document && accepts(event, one)),
  );
  const closed = acceptedIn(standing).filter(
    ({ document, at }) => at < front && !written.has(document) && !opened.has(document),
  );
  return pathsOf(standing, closed);
}

const accepts = (event: FlowEvent, { by }: Shown) =>
  'gate' in by
    ? event.type === 'approval' && event.gate === by.gate
    : event.type === 'choice' && event.question === by.question;

function pathsOf({ workflow, run }: Pick<Standing, 'workflow' | 'run'>, shown: readonly Shown[]): string[] {
  const paths = documentPaths(workflow, run.names);
  return [...new Set(shown.flatMap(({ document }) => paths[document] ?? []))];
}
