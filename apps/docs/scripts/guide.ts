import type { Workflow } from '@flow/core/workflow';
import { phasePicture } from './phase-picture.js';

/** The place of the picture in a guide. */
const PLACE = '<!-- phases -->';

/** Takes title and description out of a guide's head, and puts the picture of the workflow's phases into its place. */
export function guideOf(text: string, workflow: Workflow): { title: string; description: string; body: string } {
  const head = /^---\ntitle: '(.*)'\ndescription: (.*)\n---\n/.exec(text);
  const [before, after, ...more] = text.slice(head?.[0].length ?? 0).split(PLACE);
  if (!head || after === undefined || more.length > 0)
    throw new Error(
      `the guide to ${workflow.id} needs a title, a description, and one place for its picture: ${PLACE}`,
    );
  return {
    title: head[1]!,
    description: head[2]!,
    body: `${before!.trim()}\n\n${phasePicture(workflow)}\n\n${after.trim()}`,
  };
}
