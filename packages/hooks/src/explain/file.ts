import path from 'node:path';
import { editClass, type Receipt } from '@flow/core';
import { embedsOf, relevantOf } from '@flow/engine/facts/relevance';
import { judgeFile } from '@flow/engine/handle/guards/judge-file';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { commandOf } from '@flow/engine/policy/suites';
import { readerOf } from '@flow/engine/run/approvals/reader';
import { formatFinding } from '@flow/engine/words/finding-words';
import { git } from '@flow/evidence';
import { bindingsAbout } from './bindings.js';
import { editsOn } from './edits-on.js';
import { type Explained, explained, type Known, type Thing } from './explained.js';
import { type ContentHere, contentHere, stateWords, unlookedAt, whyNotHere } from './here.js';

/** Edits that are told, the newest. */
const MAX_EDITS = 3;

/** Explains a file: what it is, which suites depend on it and how they stand, who changed it, and whether it may be edited. */
export function explainFile(name: string, around: Surroundings): Explained {
  const { repository, policy } = around;
  const thing: Thing = { kind: 'file', name };
  const content = contentHere(around);
  const isTracked = content?.view.paths.includes(name) === true;
  const about = [
    `${editClass(name, policy)} file`,
    isTracked ? 'in the content that is judged' : 'not in the content that is judged: ignored, or not there',
  ];
  const standing = content ? suitesAbout(name, content, around) : [];
  const bindings = bindingsAbout({ file: name }, around, content);
  const edits = editsOn(repository, name, MAX_EDITS);
  const rulings = judgeFile(path.join(repository.root, name), null, around);
  const reader = readerOf(around.start.environment);
  const guards = rulings.map(
    ({ guard, finding, answer }): Known => ({
      what: `the guard ${guard} answers an edit by an agent: ${answer} (${finding.code})`,
      counts: null,
      why: formatFinding(finding, Date.now(), reader),
    }),
  );
  const unlooked = editClass(name, policy) === 'test' ? unlookedAt(around, content) : [];
  const known = [
    ...standing.map(({ known: one }) => one),
    ...unlooked,
    ...bindings,
    ...commitOf(name, around),
    ...edits,
    ...guards,
  ];
  const open = standing.find(({ command }) => command !== null);
  const depends =
    standing.length === 0
      ? 'no suite that the policy asks for depends on it'
      : `${standing.length} ${standing.length === 1 ? 'suite depends' : 'suites depend'} on it`;
  const unread = content ? '' : '; the content on disk cannot be read, so nothing counts for it';
  const next = open?.command ? { command: open.command, why: 'What proves it on this content' } : null;
  return explained(thing, `${about.join(', ')}; ${depends}${unread}`, known, next);
}

interface About {
  known: Known;
  /** The command that proves the suite; null where it is proven. */
  command: string | null;
}

/** Tells of each suite that a file can change the outcome of whether its newest run has seen the file as it is. */
function suitesAbout(name: string, { view, suites }: ContentHere, { policy }: Surroundings): About[] {
  return suites.flatMap((judged): About[] => {
    const { suite, verdict } = judged;
    const isRelevant =
      relevantOf(
        [name],
        suite,
        policy,
        () => view.paths.includes(name),
        embedsOf(suite, () => view),
      ).length > 0;
    if (!isRelevant) return [];
    const { run } = verdict;
    const unseen = run?.differs.includes(name) ? 'it has changed since the newest run' : run && whyNotHere(run);
    const isProven = verdict.state === 'tested';
    return [
      {
        known: {
          what: `${suite.id}: ${stateWords(judged)}`,
          counts: isProven,
          why: run ? `${run.command}${unseen ? `; ${unseen}` : ''}` : `never run here: ${commandOf(suite)}`,
          ...(run && { receipt: run.receipt as Receipt['id'], time: run.time }),
        },
        command: isProven ? null : commandOf(suite),
      },
    ];
  });
}

/** Tells which commit changed a file last. */
function commitOf(name: string, { repository, start }: Surroundings): Known[] {
  const words = ['log', '-1', '--format=%H %ct', '--', `:(top,literal)${name}`];
  const { status, stdout } = git(repository, words, { deadline: start.deadline });
  const [id, seconds] = stdout.toString('utf8').trim().split(' ');
  if (status !== 0 || !id) return [{ what: 'no commit has it', counts: null, why: '' }];
  return [{ what: `last changed by commit ${id.slice(0, 12)}`, counts: null, why: '', time: Number(seconds) * 1000 }];
}
