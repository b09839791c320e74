import type { Task } from '@flow/core/drive';
import type { Told } from '@flow/driver/drive';

const TASKS: Readonly<Record<Task, string>> = {
  work: 'work',
  judge: 'judgement',
  analysis: 'analysis',
  landing: 'landing',
};

/** Writes what a driver does, in a line; null for what nobody needs to be told. */
export function toldLine(told: Told, clean: (text: string, most: number) => string): string | null {
  const name = (item: string | null) => (item === null ? 'the run' : clean(item, 60));
  switch (told.what) {
    case 'action': {
      const { action } = told;
      if (action.do === 'start') return `starts ${TASKS[action.task]} on ${name(action.item)}`;
      if (action.do === 'prove') return `runs the commands of ${name(action.item)}`;
      if (action.do === 'land') return `lands ${name(action.item)}`;
      return action.do === 'wait' && action.until !== null
        ? `waits until ${new Date(action.until).toISOString().slice(11, 19)} UTC`
        : null;
    }
    case 'refused':
      return `not started: ${name(told.item)}: ${clean(told.why, 400)}`;
    case 'quiet':
      return `${name(told.item)}: nothing heard since ${new Date(told.since).toISOString().slice(11, 19)} UTC; the session goes on`;
    case 'disarmed':
      return `${name(told.item)}: no hook of flow answers in this session: what it says counts for nothing${told.goesOn ? ', only what commands show' : '; it is ended'}`;
    case 'settled': {
      const { item, failure, turns, money, armed } = told.end;
      const cost = money === null ? 'price unknown' : `$${money.toFixed(2)}`;
      const how = failure === null ? 'ended' : `${failure.class}: ${clean(failure.reason, 200)}`;
      return `${name(item)}: ${how} (${turns} turns, ${cost}${armed ? '' : ', unarmed'})`;
    }
    case 'landed':
      return `landed ${name(told.item)}${told.isHere ? '' : `; take it over: git merge --ff-only ${told.commit.slice(0, 12)}`}`;
    case 'not-landed':
      return `not landed: ${name(told.item)}: ${clean(told.why, 400)}`;
  }
}
