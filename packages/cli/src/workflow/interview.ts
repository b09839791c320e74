import { existsSync } from 'node:fs';
import path from 'node:path';
import { documentOfKind, documentTemplate } from '@flow/core/documents';
import type { RunGoal } from '@flow/core/goal';
import { hooks } from '../evidence.js';
import type { Place, Room } from './place.js';

type Workflow = NonNullable<ReturnType<Room['workflowOf']>>;

/**
 * Writes the interview of a run that has just begun, in the form that the kind of work asks for. One that is there stays.
 * @returns the path; null where the workflow has no interview, or where one is there
 */
export async function beginInterview(
  { around, room }: Place,
  workflow: Workflow,
  branch: string,
  goal: RunGoal,
  dials: Readonly<Record<string, string>>,
): Promise<string | null> {
  const name = documentOfKind(workflow, 'interview');
  if (name === null) return null;
  const { documentPaths, writeInTree } = await hooks();
  const file = documentPaths(workflow, [{ name: branch, until: Number.POSITIVE_INFINITY }])[name]![0]!;
  if (existsSync(path.join(around.repository.root, file))) return null;
  const templates = room.templatesOf(workflow);
  const template = templates[workflow.documents[name]!.template ?? name] ?? templates.interview;
  if (template === undefined) return null;
  const text = documentTemplate(template, {
    title: titleOf(goal.text),
    ...{ goal, dials },
    ...(workflow.goal && { goals: workflow.goal }),
  });
  writeInTree(around.repository, file, text);
  return file;
}

/** Characters of a title. */
const TITLE = 80;

/** Returns the goal as a title: as many whole words as fit. */
export function titleOf(goal: string): string {
  if (goal.length <= TITLE) return goal;
  const cut = goal.slice(0, TITLE);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), TITLE / 2))}…`;
}
