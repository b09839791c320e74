import path from 'node:path';
import { matchSkills, type SkillMatch } from '@flow/core/items';
import type { FlowEvent, MatchedSkill, SkillPass } from '@flow/core/workflow';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Surroundings } from '../places/surroundings.js';
import { documentReader } from './documents/documents.js';
import { recordDeed } from './runs/record.js';
import type { Run } from './runs/run.js';
import type { Standing } from './status.js';

/** Skills that were matched in a run so far, in the order in which they were. */
export function matchedSkills(events: readonly FlowEvent[]): MatchedSkill[] {
  return events.flatMap((event) => (event.type === 'skills' ? event.matched : []));
}

/**
 * Looks for skills that fit the work, and records which do and which do not (features X18, X20).
 * @param text the goal; in the second pass the summary of the research as well
 * @param events of the run so far: what was matched before is used already
 * @throws EvidenceError
 */
export function lookForSkills(
  around: Surroundings,
  run: Run | Pick<Run, 'id'>,
  pass: SkillPass,
  text: string,
  events: readonly FlowEvent[],
): SkillMatch {
  const { repository, start } = around;
  const place = { directory: start.here ?? repository.root, environment: start.environment };
  const used = matchedSkills(events).map(({ name }) => name);
  const { matched, others } = matchSkills(text, documentReader().skillsOf(place), used);
  recordDeed(around, run, { type: 'skills', pass, matched, others: others.slice(0, MOST) });
  return { matched, others };
}

/** Looks once more, on the goal and on what the research says in short (the second pass of feature X18). */
export function lookAgain(around: Surroundings, standing: Standing, research: { path: string } | null): SkillMatch {
  const { run, facts } = standing;
  const file = research === null ? undefined : readSmall(path.join(around.repository.root, research.path));
  const summary = file === undefined ? [] : documentReader().summaryOf(file);
  return lookForSkills(around, run, 'research', [goalOf(run), ...summary].join('\n'), facts.events);
}

/** Names that are recorded of skills that do not fit. */
const MOST = 200;

/** Returns the goal with which a run was started; '' where none was given. */
const goalOf = ({ goal }: Pick<Run, 'goal'>): string => goal?.text ?? '';
