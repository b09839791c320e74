import { documentIn } from '@flow/core/workflow';
import type { Standing } from '../status.js';
import { documentPaths } from './documents.js';

/** Paths of the documents that approved gates have shown. */
export function approvedDocuments({ workflow, run, status }: Standing): string[] {
  const paths = documentPaths(workflow, run.names);
  const approved = workflow.phases.flatMap(({ exit }) =>
    exit.flatMap((spec) => {
      if (spec.check !== 'approved' || status.gates[spec.gate]?.state !== 'approved') return [];
      return [spec.on ?? []].flat().flatMap((on) => paths[documentIn(on) ?? ''] ?? []);
    }),
  );
  return [...new Set(approved)];
}
