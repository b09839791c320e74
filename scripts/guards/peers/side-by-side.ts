import { cell, type Rates, type Score } from '../score.js';
import type { Peer } from './peer.js';

/** One guard's score; a peer's is over the rows of its policies alone. */
export interface Subject {
  name: string;
  score: Score;
  peer?: Peer;
}

/** Ours and the peers' rates by policy, blocked and false alarms, as Markdown. Blank where a peer has no such policy. */
export function renderSideBySide(subjects: readonly Subject[]): string {
  const policies = Object.keys(subjects[0]?.score.policies ?? {});
  const both = (rates: Rates | undefined) =>
    rates === undefined ? '' : `${cell(rates.blocked) || '–'} / ${cell(rates.falseAlarms) || '–'}`;
  const line = (head: string, of: (score: Score) => Rates | undefined) =>
    `| ${[head, ...subjects.map(({ score }) => both(of(score)))].join(' | ')} |`;
  return [
    '## side by side: blocked / false alarms\n',
    `| policy | ${subjects.map(({ name, peer }) => (peer?.npm ? `${name} ${peer.npm.version}` : name)).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(subjects.length)}`,
    ...policies.map((policy) => line(policy, ({ policies: rates }) => rates[policy])),
    line('all rows of these', ({ total }) => total),
    line('malformed input', ({ classes }) => classes.malformed),
    '',
  ].join('\n');
}
