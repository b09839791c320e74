import path from 'node:path';
import type { Ruling } from '@flow/core';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { type Command, EXIT, FlowError } from './command.js';

export const diagnose: Command = {
  name: 'diagnose',
  group: 'workflow',
  arguments: '<file>',
  summary: 'show whether the phase and the guards allow editing a file, and why',
  flags: [{ flags: '--role <name>', description: 'for this kind of sub-agent' }],
  examples: [['diagnose README.md', 'whether it may be edited now']],
  async run(call) {
    const { around } = await placeOf(call);
    const { phaseInForce, judgeEdit, judgeFile, NearbyPresets, realPlace, clean, formatFinding, readerOf } =
      await hooks();
    const { root } = around.repository;
    // The folder may be named by a link; the file itself is what the guards look behind.
    const named = path.resolve(call.directory, call.words[0] ?? '');
    const absolute = path.join(realPlace(path.dirname(named)), path.basename(named));
    const file = path.relative(realPlace(root), absolute).replaceAll('\\', '/');
    if (file === '' || file.startsWith('../') || path.isAbsolute(file))
      throw new FlowError(
        'usage',
        'NOT_IN_REPOSITORY',
        `the file is outside ${clean(root, 300)}.`,
        `${call.program} diagnose src/main.ts`,
      );
    const { phaseOf, run } = phaseInForce(around);
    const { name: phase, rules } = phaseOf(file);
    const role = typeof call.options.role === 'string' ? call.options.role : null;
    const presets = [...new NearbyPresets(root, around.policy.presets).of(file)];
    const verdict = judgeEdit({ path: file, role, added: null }, { edits: around.policy.edits, presets }, rules);
    const { class: kind, rule } = verdict;
    const rulings = judgeFile(path.join(root, file), role, around);
    const { answer, isLifted } = answerOf(rulings);
    const isApproved = run?.approved.includes(file) === true;
    const who = phase === null ? 'this project, without a phase,' : 'the phase';
    const why = rule
      ? `${who} says ${verdict.answer} for ${rule.class} files${rule.role ? ` of ${clean(rule.role, 40)}` : ''}`
      : phase === null
        ? `no phase is in force, and no rule speaks of ${kind} files`
        : `the phase has no rule for ${kind} files`;
    const others = rulings.filter((one) => !OF_PHASE.has(one.finding.code));
    const isFree = verdict.answer === 'deny' && answer === 'allow' && !isLifted;
    const lines = [
      `${clean(file, 200)}: ${isLifted || (answer === 'deny' && others.length === 0) ? NOT_NOW : ANSWERS[answer]}`,
      `  class  ${kind} (${presets.map(({ id }) => id).join(', ') || 'no preset'})`,
      `  phase  ${phase ?? 'none'}`,
      `  why    ${why}`,
      ...others.map(({ guard, finding, answer: said }) => {
        const mode = said === 'refuse' ? '' : ` (${said})`;
        return `  guard  ${guard}${mode}: ${formatFinding(finding, Date.now(), readerOf(around.start.environment))}`;
      }),
      ...(isFree
        ? ['  but    the guards let it through: they only report, or git ignores the file or has it in conflict']
        : []),
      ...(isLifted ? ['  but    a person has overridden the rules of the phase: the edit passes and is counted'] : []),
      ...(isApproved
        ? ['  but    a person approved it: change it only if the user asks; the change goes back to the gate']
        : []),
      ...(rule?.marker ? [`  but    an edit whose added text contains ${clean(rule.marker, 60)} is allowed`] : []),
    ];
    const data = {
      file,
      class: kind,
      phase,
      answer,
      rule,
      approved: isApproved,
      presets: presets.map(({ id }) => id),
      guards: rulings.map(({ guard, finding, answer: said }) => ({ guard, code: finding.code, answer: said })),
    };
    return { exit: answer === 'deny' ? EXIT.finding : EXIT.ok, data, text: `${lines.join('\n')}\n` };
  },
};

/** Codes of guards that speak of the phase's rules: the line about the phase tells these. */
const OF_PHASE = new Set([
  'EDIT_FORBIDDEN',
  'EDIT_ASK',
  'EDIT_LOGGED',
  'EDIT_OVERRIDDEN',
  'EDIT_OF_APPROVED',
  'EDIT_OF_CONTRACT',
]);

/** Sums up what all guards say of a file, and tells whether a person has lifted the rules of the phase. */
function answerOf(rulings: readonly Ruling[]): { answer: keyof typeof ANSWERS; isLifted: boolean } {
  const refused = rulings.filter(({ answer }) => answer === 'refuse').map(({ finding }) => finding.code);
  if (refused.length > 0)
    return { answer: refused.every((code) => code === 'EDIT_ASK') ? 'ask' : 'deny', isLifted: false };
  const told = rulings.map(({ finding }) => finding.code);
  return { answer: told.includes('EDIT_LOGGED') ? 'log' : 'allow', isLifted: told.includes('EDIT_OVERRIDDEN') };
}

const NOT_NOW = 'may not be edited now';

const ANSWERS = {
  allow: 'may be edited',
  deny: 'may not be edited',
  ask: 'the client asks a person first',
  log: 'may be edited, and the edit is logged',
} as const;
