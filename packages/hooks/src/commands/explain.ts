import type { Finding } from '@flow/core';
import { judgeArming } from '../guards/arming.js';
import { judgeBranchSwitch } from '../guards/branch-switch.js';
import { judgeWrites } from '../guards/protected.js';
import { judgePublishing } from '../guards/publishing.js';
import { judgeUnreadable } from '../guards/unreadable.js';
import { type RecognisedRun, recognise } from '../observers/recognise.js';
import { analyze, type Effect } from '../shell/index.js';
import { readSmall, type Start, shellContext, surroundingsOf } from '../surroundings.js';
import { clean, formatFinding } from '../words.js';
import { type Command, out, startOf, usage } from './command.js';

export const explain: Command = {
  name: 'explain',
  usage: "[--json] '<command>'",
  summary: 'what the guards would decide about a command, and why',
  options: { json: { type: 'boolean' } },
  run(call) {
    const text = call.words.join(' ');
    if (!text) return usage(explain);
    const explanation = judge(text, call.directory, startOf(call));
    out(call.values.json ? `${JSON.stringify(explanation, null, 2)}\n` : renderExplanation(explanation));
    return explanation.decision === 'refuse' ? 1 : 0;
  },
};

/** What the guards would decide about a command here and now. */
interface Explanation {
  version: 1;
  command: string;
  decision: 'allow' | 'warn' | 'refuse';
  readable: boolean;
  effects: Effect[];
  testRuns: RecognisedRun[];
  findings: (Finding & { text: string })[];
}

/** Judges a command as the hook would, without recording anything. */
function judge(command: string, directory: string, start: Start): Explanation {
  const context = shellContext(directory, start);
  const analysis = analyze(command, context);
  const around = surroundingsOf(directory, start);
  const findings = [
    ...judgeUnreadable(command, analysis),
    ...judgeArming(analysis),
    ...(around ? judgeWrites(analysis, around, around.repository.root) : []),
    ...(around ? judgeBranchSwitch(analysis, around) : []),
    ...judgePublishing(analysis, directory, start),
  ];
  const testRuns = around
    ? recognise(analysis, around.repository, around.policy, { readFile: readSmall }, context)
    : [];
  const blocked = findings.some((finding) => finding.level === 'block') && around?.policy.mode !== 'monitor';
  return {
    version: 1,
    command,
    decision: blocked ? 'refuse' : findings.length > 0 ? 'warn' : 'allow',
    readable: analysis.readable,
    effects: [...analysis.effects],
    testRuns,
    findings: findings.map((finding) => ({ ...finding, text: formatFinding(finding, Date.now()) })),
  };
}

/** One line an effect, in words. */
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
    case 'disarm':
      return `disarms ${clean(effect.spelled, 100)}`;
    case 'opaque':
      return `cannot be read: ${clean(effect.reason, 80)} (${clean(effect.text, 60)})`;
  }
}

/** The explanation as text for a terminal. */
function renderExplanation(explanation: Explanation): string {
  const lines = [`${explanation.decision.toUpperCase()}  ${clean(explanation.command, 200)}`, ''];
  lines.push('What it would do:', ...explanation.effects.map((effect) => `  ${describeEffect(effect)}`));
  if (explanation.effects.length === 0) lines.push('  nothing that matters here');
  if (explanation.testRuns.length > 0) {
    lines.push('', 'Test runs that would be recorded:');
    for (const run of explanation.testRuns) {
      const doubts = run.doubts.length > 0 ? `, doubted: ${run.doubts.join(', ')}` : '';
      lines.push(
        `  ${clean(run.suite, 80)}: selects ${run.selection.kind}, exit code ${run.exit}, output ${run.output}${doubts}`,
      );
    }
  }
  if (explanation.findings.length > 0) {
    lines.push(
      '',
      'Rules:',
      ...explanation.findings.map((finding) => `  ${finding.code} (${finding.level}): ${finding.text}`),
    );
  }
  return `${lines.join('\n')}\n`;
}
