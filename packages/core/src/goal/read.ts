import { isRecord } from '../record.js';
import { CONFIDENCES, type Confidence, type GoalReading, type RunGoal } from './goal.js';

/** Reads the goal of a run from the record of its start; undefined where the run has none, or one of another version. */
export function readGoal(value: unknown): RunGoal | undefined {
  if (!isRecord(value) || typeof value.text !== 'string') return undefined;
  const read = readingOf(value.read);
  return { text: value.text, ...(read && { read }) };
}

function readingOf(value: unknown): GoalReading | undefined {
  if (!isRecord(value) || typeof value.kind !== 'string' || !isConfidence(value.confidence)) return undefined;
  const { kind, confidence, words, questions } = value;
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string') || !isRecord(questions))
    return undefined;
  const { min, max } = questions;
  if (typeof min !== 'number' || typeof max !== 'number') return undefined;
  return { kind, confidence, words, questions: { min, max } };
}

const isConfidence = (value: unknown): value is Confidence => CONFIDENCES.some((one) => one === value);
