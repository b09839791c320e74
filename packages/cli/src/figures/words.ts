import { type Amount, amountWords, type Figures, limitWords, short } from '@flow/core/figures';
import { count, cut, lasted } from '../report/words.js';

/** Says an amount of money; what is not known is said, and never 0. */
export const moneyWords = (amount: Amount): string => amountWords(amount, dollars);

/** Says an amount of tokens. */
export const tokenWords = (amount: Amount): string => amountWords(amount, (value) => value.toLocaleString('en'));

/** Writes US dollars; small sums to the hundredth of a cent. */
export const dollars = (value: number): string => `$${value.toFixed(value !== 0 && value < 0.1 ? 4 : 2)}`;

/** Writes a share in percent. */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Says the figures of a run in lines, a name and what is to be said each; figures that nothing is known of yet are left out. */
export function figureLines(figures: Figures): [name: string, words: string][] {
  const { cost, proof, firstPass, rework, waste, reread, people, ceremony } = figures;
  const isAny = cost.tokens.is !== 'exact' || cost.tokens.value > 0 || cost.money.value !== 0;
  const lines: [string, string | null][] = [
    ['cost', isAny ? costWords(cost) : null],
    ['per merged pull request', isAny ? (cost.merged === 0 ? 'none is merged' : moneyWords(cost.perMerged)) : null],
    [
      'per started item',
      isAny
        ? cost.started === 0
          ? 'none is started'
          : `${moneyWords(cost.perStarted)} (${cost.started} started, ${cost.done} done)`
        : null,
    ],
    ['proof', proof.criteria === 0 ? null : proofWords(figures)],
    ['first pass', firstPass.length === 0 ? null : firstPassWords(figures)],
    ['rework', reworkWords(rework)],
    ['waste', waste.attempts === 0 ? null : wasteWords(waste)],
    ['re-read', reread.some(({ ratio }) => ratio !== null) ? rereadWords(reread) : null],
    ['people', peopleWords(people)],
    ['ceremony', ceremony.calls === 0 ? null : ceremonyWords(ceremony)],
    ['plan', planWords(ceremony)],
    ['budget', figures.budget && budgetWords(figures.budget)],
    ['idle gates', figures.idle.length === 0 ? null : idleWords(figures.idle)],
  ];
  return lines.flatMap(([name, words]) => (words === null ? [] : [[name, words]]));
}

export function costWords({ money, tokens, unpriced }: Figures['cost']): string {
  const open =
    unpriced > 0 ? `; ${unpriced} of its sessions and sub-agents ${unpriced === 1 ? 'has' : 'have'} no price` : '';
  return `${moneyWords(money)}, ${tokenWords(tokens)} tokens${open}`;
}

function proofWords({ proof: { criteria, proven, perUnit, each } }: Figures): string {
  const of = `${proven} of ${count(criteria, 'criterion').replace(/criterions$/, 'criteria')} proven`;
  return perUnit.value === null ? of : `${of}; ${amountWords(perUnit, short)} for $1, ${moneyWords(each)} each`;
}

/** The gates that are named in a line; a table has them all. */
const FEW = 5;

function firstPassWords({ firstPass }: Figures): string {
  const words = firstPass.slice(0, FEW).map(({ gate, came, passed }) => `${cut(gate, 40)} ${passed} of ${came}`);
  const more = firstPass.length > FEW ? [`and ${firstPass.length - FEW} more gates`] : [];
  return [...words, ...more].join(', ');
}

function reworkWords({ failed, reopened, fixes, sessions, money, afterMerge }: Figures['rework']): string | null {
  const words = [
    failed > 0 && `${failed} failed ${failed === 1 ? 'try' : 'tries'}`,
    reopened > 0 && `${reopened} opened again`,
    fixes > 0 && `${fixes} ${fixes === 1 ? 'fix' : 'fixes'}`,
    sessions > 0 && `${count(sessions, 'session')} that ${sessions === 1 ? 'mends' : 'mend'} (${moneyWords(money)})`,
    afterMerge !== null && afterWords(afterMerge),
  ].filter((one) => one !== false);
  return words.length === 0 ? null : words.join(', ');
}

function afterWords({ commits, reverts, days, isOver }: NonNullable<Figures['rework']['afterMerge']>): string {
  const reverting = reverts === 0 ? '' : `, ${reverts} of which ${reverts === 1 ? 'reverts' : 'revert'} it`;
  return `${count(commits, 'commit')} to its files within ${days} days of the merge${isOver ? '' : ' so far'}${reverting}`;
}

export function wasteWords({ attempts, wasted, undecided, tokens, money, share }: Figures['waste']): string {
  if (wasted === 0)
    return `none of ${count(attempts, 'session')}${undecided > 0 ? `, ${undecided} not decided yet` : ''}`;
  const part = share === null ? '' : `, ${percent(share)} of what is decided`;
  return `${wasted} of ${count(attempts, 'session')}: ${tokenWords(tokens)} tokens${part}, ${moneyWords(money)}`;
}

const rereadWords = (reread: Figures['reread']): string =>
  reread
    .flatMap(({ role, ratio, unknown }) =>
      ratio === null
        ? []
        : [
            `${cut(role, 40)} ${short(ratio)} : 1${unknown > 0 ? ` (without ${unknown} of which it is not known)` : ''}`,
          ],
    )
    .slice(0, FEW)
    .join(', ');

/** What waits are for, in a line. */
const WAITS = {
  pause: 'pauses',
  blocked: 'blocked items',
  outside: 'waits for something outside',
  question: 'open questions',
} as const;

function peopleWords({ interruptions, by, waits }: Figures['people']): string | null {
  if (interruptions === 0 && waits.length === 0 && by.exceptions === 0) return null;
  const kinds = (['questions', 'approvals', 'decisions', 'exceptions'] as const).flatMap((kind) =>
    by[kind] > 0 ? [`${by[kind]} ${by[kind] === 1 ? kind.slice(0, -1) : kind}`] : [],
  );
  const waited = waits.map(
    ({ kind, count: times, open, totalMs, longestMs }) =>
      `${times} ${times === 1 ? WAITS[kind].replace(/s\b/, '') : WAITS[kind]}: ${lasted(totalMs)}${times > 1 ? `, the longest ${lasted(longestMs)}` : ''}${open > 0 ? ', still' : ''}`,
  );
  return [`${count(interruptions, 'interruption')}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`, ...waited].join(
    '; ',
  );
}

/** Says what a run has taken of its budget: what is over it first, then what nobody can tell. */
export function budgetWords({ of, limits }: NonNullable<Figures['budget']>): string {
  const told = (isOver: boolean | null) => limits.filter((one) => one.isOver === isOver).map(limitWords);
  const [over, open, within] = [told(true), told(null), told(false)];
  const parts = [
    ...(over.length > 0 ? [`OVER: ${over.join(', ')}`] : []),
    ...(open.length > 0 ? [`not known: ${open.join(', ')}`] : []),
    ...(within.length > 0 ? [`within: ${within.join(', ')}`] : []),
  ];
  return `${of}: ${parts.join('; ')}`;
}

/** Says which gates cost and never caught anything, each with the dial that removes it. */
export const idleWords = (idle: Figures['idle']): string =>
  idle
    .slice(0, FEW)
    .map(
      ({ gate, runs, looked, money, removedBy }) =>
        `judge ${cut(gate, 40)} looked ${looked} times in ${runs} runs and caught nothing (${moneyWords(money)})${removedBy === null ? ', and no dial removes it' : `: \`flow dial ${removedBy.dial} ${removedBy.value}\` removes it`}`,
    )
    .join('; ');

function ceremonyWords({ firstRed, calls, isAtLeast, beforeMs, money }: Figures['ceremony']): string {
  const number = `${isAtLeast ? 'at least ' : ''}${count(calls, 'request')} in ${lasted(beforeMs)} (${moneyWords(money)})`;
  return firstRed === null ? `${number}, and no test was seen failing yet` : `${number} before the first red test`;
}

function planWords({ planned, changed, ratio }: Figures['ceremony']): string | null {
  if (planned === 0 && !changed) return null;
  const lines = `${count(planned, 'line')} of plan for ${changed ?? 'an unknown number of'} changed lines of source and tests`;
  return ratio === null ? lines : `${lines} (${ratio.toFixed(2)})`;
}

/** The kinds of gates, in words. */
export const GATES = {
  judge: 'judge',
  suite: 'tests',
  command: 'command',
  approval: 'approval',
  landing: 'merged content',
  guard: 'guard',
} as const;
