import type { ItemFact } from '@flow/core/workflow';
import type { Here } from '../workflow/place.js';
import type { ReportBlock, ReportByHand } from './model.js';
import type { Tidy } from './words.js';

/** The most criteria and blocked items that a report tells. */
const MOST = 200;

/** Criteria that only a person can check, with what they said of each (feature M33). */
export function byHandOf({ standing, room }: Pick<Here, 'standing' | 'room'>, tidy: Tidy): ReportByHand[] {
  const { facts, status } = standing;
  const over = new Set(status.over);
  return room
    .itemsOfRun(standing)
    .flatMap((item) => room.manualOf(item).map((criterion) => ({ item, criterion })))
    .slice(0, MOST)
    .map(({ item, criterion }) => {
      const said = facts.events.findLast(
        (event) =>
          event.type === 'confirmation' &&
          event.subject === item.id &&
          event.criterion === criterion.id &&
          wordsAt(facts.moments[event.at]?.items, item, criterion.id) === criterion.text,
      );
      const word = said?.type === 'confirmation' ? said : null;
      const isSeen = word !== null && contentAt(facts.moments[word.at], item) === contentAt(facts.present, item);
      const isOver = over.has(item.id);
      return {
        item: tidy(item.id, 60),
        id: tidy(criterion.id, 60),
        text: tidy(criterion.text),
        state:
          word === null || (!word.pass && !isSeen)
            ? isOver
              ? 'let-through'
              : 'open'
            : !word.pass
              ? 'fails'
              : isSeen || isOver
                ? 'holds'
                : 'lapsed',
        person: word === null ? null : tidy(word.person, 80),
        note: word?.note === undefined ? null : tidy(word.note),
        time: word?.time ?? null,
      };
    });
}

/**
 * Returns the words of a criterion in another list of the same items; of one that was added on the way, those that it
 * has.
 */
function wordsAt(items: readonly ItemFact[] | undefined, item: ItemFact, id: string): string | undefined {
  const then = items?.find((one) => one.id === item.id) ?? item;
  return then.criteria?.find((one) => one.id === id)?.text;
}

const contentAt = (moment: { contents: Readonly<Record<string, string>> } | undefined, { id, files }: ItemFact) =>
  moment?.contents[files.length > 0 ? `item:${id}` : 'relevant'];

/** Items that are blocked, with how much they hold up (features M34, M45). */
export function blocksOf({ standing, room }: Pick<Here, 'standing' | 'room'>, tidy: Tidy): ReportBlock[] {
  return room
    .everyItem(standing.status.items)
    .filter(({ state }) => state === 'blocked')
    .slice(0, MOST)
    .map(({ id, title, reason = '', severity = null }) => ({
      item: tidy(id, 60),
      title: tidy(title, 120),
      reason: tidy(reason),
      severity,
    }));
}
