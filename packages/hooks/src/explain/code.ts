import { gatherPushFacts } from '@flow/engine/facts/push-facts';
import { judgePush } from '@flow/engine/judges/push';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { readerOf } from '@flow/engine/run/approvals/reader';
import { formatFinding } from '@flow/engine/words/finding-words';
import { readHead } from '@flow/evidence';
import { findBase } from '@flow/evidence/git/base';
import { codeRow } from './codes.js';
import { trailOf } from './edits-on.js';
import { type Explained, explained, type Known, type Thing } from './explained.js';

/** Refusals on record that are told, the newest. */
const MAX_EVENTS = 8;

/** Explains a code: when it comes and what resolves it, whether it stands here now, and when it came before. */
export function explainCode(name: string, around: Surroundings): Explained | null {
  const row = codeRow(name);
  if (!row) return null;
  const [when, resolution] = row;
  const { repository, policy } = around;
  const thing: Thing = { kind: 'code', name };
  const standing = name.startsWith('PUSH_') ? standingNow(name, around) : [];
  const severity = policy.rules[name];
  const rules: Known[] = severity
    ? [{ what: `the policy sets it to ${severity}`, counts: null, why: '`rules` of flow.config.yaml' }]
    : [];
  const events = trailOf(repository, ({ found = [] }) => found.some(({ code }) => code === name), MAX_EVENTS).map(
    ({ tool, decision, session, branch, time, paths }): Known => ({
      what: `${decision}: ${tool}${paths.length > 0 ? ` on ${paths.slice(0, 3).join(', ')}` : ''}`,
      counts: null,
      why: `session ${session}${branch === undefined ? '' : `, branch ${branch}`}`,
      time,
    }),
  );
  const stands = name.startsWith('PUSH_')
    ? standing.length > 0
      ? 'A push of HEAD would meet it now.'
      : 'A push of HEAD would not meet it now.'
    : events.length > 0
      ? ''
      : 'No event on record here has it.';
  const command = standing.map(({ command: one }) => one).find((one) => one !== null) ?? null;
  const known = [...standing.map(({ known: one }) => one), ...rules, ...events];
  return explained(
    thing,
    `${when}. Resolved by: ${resolution}. ${stands}`.trim(),
    known,
    command === null ? null : { command, why: 'What changes it here' },
  );
}

/** Tells of the findings with this code that a push of HEAD would meet, each with the command that it names. */
function standingNow(
  code: string,
  { repository, policy, start }: Surroundings,
): { known: Known; command: string | null }[] {
  const asking = { environment: start.environment, deadline: start.deadline };
  const head = readHead(repository);
  if (!head?.commit) return [];
  const destination = head.branch ? `refs/heads/${head.branch}` : null;
  const target = { remote: null, destination, tip: head.commit, deletion: false };
  const base = findBase(repository, policy, null, asking);
  const facts = gatherPushFacts(repository, policy, target, null, asking, { base });
  const reader = readerOf(start.environment);
  return judgePush(facts, policy)
    .filter((finding) => finding.code === code)
    .map((finding) => ({
      known: {
        what: `stands against HEAD (${finding.level})`,
        counts: finding.level === 'block' ? false : null,
        why: formatFinding(finding, Date.now(), reader),
      },
      command: typeof finding.args.command === 'string' ? finding.args.command : null,
    }));
}
