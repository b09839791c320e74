import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeInTree } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { documentPaths, documentReader, pathsOnDisk } from '../documents/documents.js';
import type { Standing } from '../status.js';
import { tickStates, untrueBoxes } from '../ticks.js';

/**
 * Ticks the boxes of items in their documents as the work stands, and brings the counts of headings up to date. A view: boxes
 * are no part of a contract, and no decision uses them. Nothing is read as long as the boxes are right, and a failure to write
 * changes nothing.
 */
export function writeTicks({ repository, policy }: Surroundings, standing: Standing): void {
  if (!policy.views || untrueBoxes(standing).length === 0) return;
  const states = tickStates(standing);
  const { workflow, run, facts } = standing;
  for (const [name, file] of Object.entries(pathsOnDisk(documentPaths(workflow, run.names), repository.root))) {
    if (!facts.present.documents[name]?.lists) continue;
    try {
      const text = readFileSync(path.join(repository.root, file), 'utf8');
      const ticked = documentReader().tickItems(text, states);
      if (ticked !== text) writeInTree(repository, file, ticked);
    } catch {
      // Something else lies there, or nothing can be written.
    }
  }
}
