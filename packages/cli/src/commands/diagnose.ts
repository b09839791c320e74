import path from 'node:path';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { type Command, FlowError } from './command.js';

export const diagnose: Command = {
  name: 'diagnose',
  group: 'workflow',
  arguments: '<file>',
  summary: 'show whether the phase allows editing a file, and why',
  flags: [{ flags: '--role <name>', description: 'for this kind of sub-agent' }],
  examples: [['diagnose README.md', 'whether it may be edited now']],
  async run(call) {
    const { around } = await placeOf(call);
    const { phaseInForce, judgeEdit, NearbyPresets, clean } = await hooks();
    const { root } = around.repository;
    const file = path.relative(root, path.resolve(call.directory, call.words[0] ?? '')).replaceAll('\\', '/');
    if (file === '' || file.startsWith('../') || path.isAbsolute(file))
      throw new FlowError(
        'usage',
        'NOT_IN_REPOSITORY',
        `the file is outside ${clean(root, 300)}.`,
        `${call.program} diagnose src/main.ts`,
      );
    const { phaseOf, edits, run } = phaseInForce(around);
    const phase = phaseOf(file);
    const role = typeof call.options.role === 'string' ? call.options.role : null;
    const presets = [...new NearbyPresets(root, around.policy.presets).of(file)];
    const verdict = judgeEdit({ path: file, role, added: null }, { edits, presets }, phase);
    const { class: kind, answer, rule } = verdict;
    const isApproved = run?.approved.includes(file) === true;
    const isLifted = answer !== 'allow' && run !== null && run.override !== null;
    const why = rule
      ? `the phase says ${answer} for ${rule.class} files${rule.role ? ` of ${clean(rule.role, 40)}` : ''}`
      : phase === null
        ? `no phase is in force; without one the rule is ${answer}`
        : `the phase has no rule for ${kind} files`;
    const lines = [
      `${clean(file, 200)}: ${ANSWERS[answer]}`,
      `  class  ${kind} (${presets.map(({ id }) => id).join(', ') || 'no preset'})`,
      `  phase  ${phase ?? 'none'}`,
      `  why    ${why}`,
      ...(isLifted ? ['  but    a person has overridden the rules of the phase: the edit passes and is counted'] : []),
      ...(isApproved
        ? ['  but    a person approved it: change it only if the user asks; the change goes back to the gate']
        : []),
      ...(rule?.marker ? [`  but    an edit whose added text contains ${clean(rule.marker, 60)} is allowed`] : []),
    ];
    const named = presets.map(({ id }) => id);
    const data = { file, class: kind, phase, answer, rule, approved: isApproved, presets: named };
    return { ok: answer !== 'deny' || isLifted, data, text: `${lines.join('\n')}\n` };
  },
};

const ANSWERS = {
  allow: 'may be edited',
  deny: 'may not be edited now',
  ask: 'the client asks a person first',
  log: 'may be edited, and the edit is logged',
} as const;
