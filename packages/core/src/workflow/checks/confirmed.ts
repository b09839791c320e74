import type { Criterion } from '../../documents/document.js';
import { contentAt } from '../content.js';
import type { ItemFact } from '../facts.js';
import { type CheckKind, own, type SpecOf, type Subject } from './kind.js';
import { newestOn } from './proven.js';

/*
 * Criteria that only a person can check (features R4, M33). An item with such a criterion waits for that person: nothing that an
 * agent does or writes confirms it, and what the person saw counts for the content that they saw.
 */

/** A criterion subject is a criterion by item and words: one that is reworded is another one. */
type CriterionSubject = Subject & { criterion: Criterion };

/**
 * `confirmed` asks that people have tried each criterion of the item that only a person can check, and found that it holds.
 */
export const confirmed: CheckKind<SpecOf<'confirmed'>> = {
  actor: 'person',
  on: (_spec, item) => (item === null || manualOf(item).length === 0 ? 'nothing' : seenOf(item)),
  code: 'CRITERION_UNCONFIRMED',
  listens: ['confirmation'],
  subjects: (_spec, _moment, item) => subjectsOf(item),
  words: (_spec, event, moment, item) => {
    const content = item && contentAt(seenOf(item), moment, item);
    if (event.type !== 'confirmation' || content === null) return [];
    const subject = subjectsOf(item).find(({ criterion }) => criterion.id === event.criterion);
    if (!subject) return [];
    const { pass, note = '' } = event;
    const title = note.trim() === '' ? subject.criterion.text : note;
    return [{ subject, content, pass, source: `criterion ${subject.id}`, findings: pass ? [] : [{ title }] }];
  },
  judge: (_spec, subject, context) =>
    newestOn(context.item && contentAt(seenOf(context.item), context.moment, context.item), subject, context),
  args: (_spec, { id }, { item }) => ({ criterion: id, text: manualOf(item).find((one) => one.id === id)?.text ?? '' }),
};

/** Criteria that only a person can check; those of a part are asked of the whole. */
export function manualOf(item: Pick<ItemFact, 'criteria' | 'part'> | null): readonly Criterion[] {
  return item === null || item.part ? [] : (item.criteria ?? []).filter(({ manual }) => manual);
}

function subjectsOf(item: ItemFact | null): CriterionSubject[] {
  const manual = manualOf(item);
  if (manual.length === 0) return [];
  const { id: of } = own(item);
  return manual.map((criterion) => ({ id: criterion.id, key: `${of} ${criterion.id}: ${criterion.text}`, criterion }));
}

/** Tells what a person saw: the files of the item, and of one that names none, all that can be run. */
const seenOf = ({ files }: ItemFact) => (files.length > 0 ? 'item' : 'relevant');
