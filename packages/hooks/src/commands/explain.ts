import type { Finding, Guard, Ruling } from '@flow/core';
import { shellContext } from '@flow/engine/facts/shell-context';
import { effectsOf } from '@flow/engine/facts/shell-door';
import { GUARD_ENTRIES, isRefused, judgeDeed } from '@flow/engine/handle/guards/index';
import { type Start, surroundingsOf } from '@flow/engine/places/surroundings';
import { builtInPolicy } from '@flow/engine/policy/built-in';
import { recognise } from '@flow/engine/recording/runs/recognise';
import type { RecognisedRun } from '@flow/engine/recording/runs/recognised-run';
import { readerOf } from '@flow/engine/run/approvals/reader';
import { clean } from '@flow/engine/text/clean';
import { paint } from '@flow/engine/text/paint';
import { formatFinding } from '@flow/engine/words/finding-words';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Effect } from '@flow/shell-effects';
import type { Answer } from '../answer/answer.js';
import { formOf, readingsOf } from '../explain/readings.js';
import { answerOf, asked, explainThing } from '../explain/thing.js';
import { type Call, type Command, noRepository, repositoryOf, startOf, usage } from './command.js';

/** A longer word is a command. */
const MAX_NAME = 1000;

export const explain: Command = {
  name: 'explain',
  usage: "[--json] '<command>' | [file:|test:|commit:|code:]<name>",
  summary: 'show what the guards would decide about a command, or what is known of a file, a test, a commit, a code',
  async run(call) {
    const text = call.words.join(' ');
    if (!text) return usage(call, explain);
    const thing = await thingAsked(call, text);
    if (thing) return thing;
    const explanation = judge(text, call.directory, startOf(call));
    const exit = explanation.decision === 'refuse' ? 1 : 0;
    return { exit, data: explanation, text: renderExplanation(explanation) };
  },
};

/** Answers a call that names a thing, by its form or because it names nothing else; null for a command. */
async function thingAsked(call: Call, text: string): Promise<Answer | null> {
  const form = call.words.length === 1 ? formOf(text) : null;
  if (!form && (call.words.length !== 1 || text.length > MAX_NAME)) return null;
  const around = repositoryOf(call);
  if (!around) return form ? noRepository(call) : null;
  const readings = form ? [form] : readingsOf(text, around, call.directory);
  if (readings.length === 0) return null;
  return readings.length > 1
    ? asked(text, readings)
    : answerOf(await explainThing(readings[0]!, around, call.directory));
}

/** The decision of the guards about a command here and now, and its reasons. */
interface Explanation {
  version: 1;
  command: string;
  decision: 'allow' | 'warn' | 'refuse';
  readable: boolean;
  effects: Effect[];
  testRuns: RecognisedRun[];
  /** The answers of all guards, also of those that are off. */
  guards: { guard: Guard; mode: string; answer: 'allow' | Ruling['answer'] }[];
  findings: (Finding & { guard: Guard; answer: Ruling['answer']; text: string; exception?: Ruling['exception'] })[];
}

/** The answers of a guard from the mildest to the hardest, for a guard that found several things. */
const HARDNESS = ['off', 'excepted', 'note', 'tell', 'monitor', 'refuse'] as const;

/** Judges a command as the hook would, without recording anything. */
function judge(command: string, directory: string, start: Start): Explanation {
  const context = shellContext(directory, start);
  const analysis = effectsOf(command, context);
  const around = surroundingsOf(directory, start);
  const policy = around?.policy ?? builtInPolicy();
  const shell = { text: command, analysis };
  const deed = { tool: 'Bash', input: { command }, directory, role: null, command: shell, edits: [] };
  const rulings = judgeDeed(GUARD_ENTRIES, deed, { around, start }, policy, true);
  const testRuns = around
    ? recognise(analysis, around.repository, around.policy, { readFile: readSmall }, context)
    : [];
  const reader = readerOf(start.environment);
  const told = rulings.filter(({ answer }) => HARDNESS.indexOf(answer) >= HARDNESS.indexOf('note'));
  return {
    version: 1,
    command,
    decision: isRefused(rulings) ? 'refuse' : told.length > 0 ? 'warn' : 'allow',
    readable: analysis.readable,
    effects: [...analysis.effects],
    testRuns,
    guards: GUARD_ENTRIES.map(({ id }) => {
      const own = rulings.filter(({ guard }) => guard === id).map(({ answer }) => HARDNESS.indexOf(answer));
      return { guard: id, mode: policy.guards[id], answer: HARDNESS[Math.max(...own)] ?? 'allow' };
    }),
    findings: rulings.map(({ guard, finding, answer, exception }) => ({
      ...finding,
      guard,
      answer,
      ...(exception && { exception }),
      text: formatFinding(finding, Date.now(), reader),
    })),
  };
}

/** Describes an effect in one line. */
function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'run':
      return `runs   ${clean(effect.argv.map((word) => word ?? '?').join(' '), 100)}${effect.via.length > 0 ? `  (through ${clean(effect.via.join(', '), 60)})` : ''}`;
    case 'push':
      return `pushes ${clean(effect.spelled, 100)}${effect.flags.dryRun ? '  (dry run: publishes nothing)' : ''}`;
    case 'publish':
      return `publishes ${clean(effect.spelled, 100)}`;
    case 'git':
      return `git    ${clean(effect.spelled, 100)}${effect.movesHead ? '  (may move HEAD)' : ''}`;
    case 'write':
      return `${effect.how.padEnd(6)} ${clean(effect.path, 100)}  (${clean(effect.by, 40)})`;
    case 'read':
      return `reads  ${clean(effect.path, 100)}`;
    case 'setting':
      return `git setting ${clean(effect.name ?? '?', 60)} (${effect.scope}): ${effect.value === undefined ? 'removed or unknown' : clean(effect.value, 60)}`;
    case 'disarm':
      return `disarms ${clean(effect.spelled, 100)}`;
    case 'opaque':
      return effect.reason.startsWith('cannot tell ')
        ? clean(effect.reason, 120)
        : `cannot be read: ${clean(effect.reason, 80)} (${clean(effect.text, 60)})`;
  }
}

const COLOURS = { allow: 'green', warn: 'yellow', refuse: 'red' } as const;

/** Returns the explanation as text for a terminal. */
function renderExplanation(explanation: Explanation): string {
  const { decision } = explanation;
  const verdict = paint(COLOURS[decision], decision.toUpperCase(), process.stdout);
  const lines = [`${verdict}  ${clean(explanation.command, 200)}`, ''];
  lines.push('What it would do:', ...explanation.effects.map((effect) => `  ${describeEffect(effect)}`));
  if (explanation.effects.length === 0) lines.push('  nothing relevant');
  if (explanation.testRuns.length > 0) {
    lines.push('', 'Test runs that would be recorded:');
    for (const run of explanation.testRuns) {
      const doubts = run.doubts.length > 0 ? `, doubted: ${run.doubts.join(', ')}` : '';
      lines.push(
        `  ${clean(run.suite, 80)}: selects ${run.selection.kind}, exit code ${run.exit}, output ${run.output}${doubts}`,
      );
    }
  }
  lines.push('', ...guardLines(explanation));
  return `${lines.join('\n')}\n`;
}

/** Describes what the guards answer: guards that have something to say one by one, the others in one line. */
function guardLines({ guards, findings }: Explanation): string[] {
  const silent = guards.filter(({ guard }) => !findings.some((finding) => finding.guard === guard));
  const names = silent.map(({ guard, mode }) => (mode === 'enforce' ? guard : `${guard} (${mode})`)).join(', ');
  if (findings.length === 0) return [`Guards: all allow (${names})`];
  return [
    'Guards:',
    ...findings.flatMap(({ guard, answer, code, text, exception }) => [
      `  ${guard}: ${answer}`,
      `    ${code}: ${text}`,
      ...(exception ? [`    allowed by ${clean(exception.owner, 60)}: ${clean(exception.reason, 200)}`] : []),
    ]),
    `  allow: ${names}`,
  ];
}
