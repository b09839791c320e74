import { existsSync } from 'node:fs';
import path from 'node:path';
import { agentTypeOf } from '@flow/agents';
import { LAUNCHER_PATH } from '@flow/clients/registrations';
import { TRAITS } from '@flow/clients/traits';
import { type FlowDeed, readDeed, roundOf, type Sight, seatsOf } from '@flow/core/workflow';
import { parseJson } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { load } from '../../load.js';
import { homeOf, type Surroundings } from '../../places/surroundings.js';
import type * as Config from '../../policy/config.js';
import { lookAround } from '../approvals/processes.js';
import { ancestorsOf } from '../approvals/terminal-facts.js';
import type { Standing } from '../index.js';
import { itemsOfRun } from '../runs/items-of-run.js';
import { contractOf } from './contract.js';
import { narrowed } from './later-rounds.js';
import { libraryOf } from './library.js';
import { weigh } from './quotes.js';
import { askedSeat } from './seat.js';
import { writeReview } from './view.js';
import { lackIn } from './whole.js';

type VerdictDeed = Extract<FlowDeed, { type: 'verdict' }>;

/**
 * Tells whether the hook sees the verdict of a judge for itself, so that nobody hands it in: a client that shows its sub-agents is
 * guarded here, and has the judge among them. A run in which one was seen proves it; else the files say so.
 */
export function isSeenByHook(judge: string, { repository, start }: Surroundings, { facts }: Standing): boolean {
  const kind = agentTypeOf(/^probe-\d+$/.test(judge) ? 'probe' : judge);
  if (isBelowOtherClient()) return false;
  if (facts.events.some(({ type }) => type === 'reviewing')) return true;
  const settings = readSmall(path.join(repository.root, '.claude/settings.json')) ?? '';
  const isGuarded = settings.includes('"SubagentStop"') && settings.replaceAll('\\\\', '/').includes(LAUNCHER_PATH);
  if (!isGuarded) return false;
  const homes = [repository.root, homeOf(start.environment)];
  const isThere = homes.some((home) => existsSync(path.join(home, '.claude', 'agents', `${kind}.md`)));
  return isThere || /"flow@[^"]*"\s*:\s*true/.test(settings);
}

/** The agent above this process is of a client that shows no sub-agents. */
function isBelowOtherClient(): boolean {
  const system = lookAround();
  const names = system === null ? [] : ancestorsOf(process.pid, system).map(({ name }) => name);
  const isAbove = (shows: boolean) =>
    TRAITS.some(({ program, showsSubagents }) => showsSubagents === shows && names.includes(program));
  return isAbove(false) && !isAbove(true);
}

/** A verdict that is handed in for a judge, and the hand. */
export interface HandedIn {
  judge: string;
  /** The reviewer's message with its verdict, or `{"pass": …, "findings": […]}`. */
  text: string;
  item: string | null;
  seen: Exclude<Sight, 'hook'>;
}

/**
 * Reads a verdict that is handed in as the deed that it is; its quotes are held against the tree, as those of one that was
 * seen.
 * @returns in words, why it is none
 */
export function readHandedIn(given: HandedIn, around: Surroundings, standing: Standing): VerdictDeed | string {
  const said = verdictIn(given, around, standing);
  if (typeof said === 'string') return said;
  const { judge, item, seen } = given;
  const seat = seatOf(judge, standing);
  const { facts, workflow } = standing;
  const round = seat ? roundOf(workflow, facts, seat, item) : 1;
  return {
    ...said,
    type: 'verdict',
    judge,
    seen,
    round,
    ...(item !== null && { subject: item, ...contractOf(item, standing) }),
  };
}

/** Writes what was handed in for people. */
export function showHandedIn(deed: VerdictDeed, around: Surroundings, standing: Standing): void {
  const seat = seatOf(deed.judge, standing);
  if (seat) writeReview(around, standing, seat, deed);
}

function seatOf(judge: string, standing: Standing) {
  const seats = seatsOf(standing.workflow, standing.facts.present).filter((one) => one.judge === judge);
  return seats.length > 0 ? askedSeat(seats, standing) : null;
}

const itemOf = ({ item }: HandedIn, standing: Standing) => itemsOfRun(standing).find(({ id }) => id === item) ?? null;

type Said = Pick<VerdictDeed, 'pass' | 'findings' | 'notes' | 'score' | 'criteria'>;

function verdictIn(given: HandedIn, around: Surroundings, standing: Standing): Said | string {
  const value = parseJson(given.text);
  if (typeof value === 'object' && value !== null && !('flow' in value)) return shortOf(value, given, around, standing);
  const text = value === undefined ? given.text : `\`\`\`flow-verdict\n${given.text}\n\`\`\``;
  const read = load<typeof Config>('config').readVerdict(text);
  if ('complaint' in read) return read.complaint;
  const { verdict } = read;
  if (verdict.judge !== given.judge) return `it is the verdict of ${verdict.judge}`;
  if (verdict.item !== undefined && verdict.item !== given.item)
    return `it is the verdict on ${verdict.item}, not ${given.item === null ? 'on the run' : `on ${given.item}`}`;
  const seat = seatOf(given.judge, standing);
  const library = libraryOf(around, standing);
  const isHanded = given.seen === 'handed';
  const lack = seat && isHanded ? lackIn(verdict, seat, itemOf(given, standing), around, standing, library) : null;
  if (lack) return lack;
  const weighed = weigh(verdict.findings, library);
  const { findings, notes } = seat ? narrowed(weighed, seat, given.item, around, standing) : weighed;
  const shown = verdict.criteria ? { criteria: verdict.criteria } : {};
  return { pass: findings.length === 0, findings, notes, score: verdict.score, ...shown };
}

/** The short form, which judges of a project's own may give: what blocks still says how it is mended (feature C58). */
function shortOf(value: object, given: HandedIn, around: Surroundings, standing: Standing): Said | string {
  const { judge, seen } = given;
  const deed = readDeed({ findings: [], ...value, type: 'verdict', judge } as { type: string });
  if (deed?.type !== 'verdict')
    return `it is neither {"pass": true, "findings": []} nor a complete verdict; \`flow agents render ${judge}\` shows the format`;
  const { pass, findings } = deed;
  if (pass !== (findings.length === 0))
    return pass ? 'it passes but has blocking findings' : 'it does not pass but has no findings';
  const isWhole = findings.every((one) => one.instanceFix?.trim() && one.classFix?.trim());
  if (seen === 'handed' && !isWhole) return 'each finding needs instanceFix and classFix';
  const seat = seatOf(judge, standing);
  const library = libraryOf(around, standing);
  const lack =
    seat && seen === 'handed' ? lackIn(deed, seat, itemOf(given, standing), around, standing, library) : null;
  if (lack) return lack;
  return { pass, findings, ...(deed.criteria && { criteria: deed.criteria }) };
}
