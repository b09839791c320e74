import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { type Command, FlowError } from './command.js';

export const workflow: Command = {
  name: 'workflow',
  group: 'workflow',
  arguments: '<list|show> [id]',
  summary: 'the workflows that there are, or the phases, checks and dials of one',
  examples: [
    ['workflow list', 'what can be started'],
    ['workflow show tdd', 'its phases, and what ends each'],
  ],
  async run(call) {
    const { room, around } = await placeOf(call);
    const [what, id = ''] = call.words;
    const all = room.workflowIds(around.policy).flatMap((name) => room.workflowOf(name, around.policy) ?? []);
    if (what === 'list') {
      const data = all.map(({ id: name, title, dials }) => ({ id: name, title, dials }));
      return { ok: true, data, text: all.map((one) => `${one.id.padEnd(12)} ${one.title}\n`).join('') };
    }
    const one = room.workflowOf(id, around.policy);
    if (what !== 'show' || !one) {
      const { clean } = await hooks();
      const message = what === 'show' ? `there is no workflow ${clean(id, 40)}.` : 'list or show.';
      throw new FlowError('usage', 'WORKFLOW_UNKNOWN', message, `${call.program} workflow list`);
    }
    return { ok: true, data: one, text: shownOf(one) };
  },
};

type Workflow = Awaited<ReturnType<typeof placeOf>>['room']['WORKFLOWS'][string];

function shownOf({ id, title, dials, documents, phases }: Workflow): string {
  const lines = [`${id}: ${title}`, ''];
  for (const [name, dial] of Object.entries(dials))
    lines.push(`dial  ${name}: ${dial.title} (${dial.values.join(', ')}; usually ${dial.default})`);
  for (const [name, document] of Object.entries(documents)) lines.push(`file  ${name}: ${document.path}`);
  for (const phase of phases) {
    const dial = Object.entries(phase.when?.dial ?? {}).map(([name, values]) => `${name} is ${values.join(' or ')}`);
    lines.push('', `${phase.id}: ${phase.title}${dial.length > 0 ? ` (where ${dial.join(', ')})` : ''}`);
    for (const spec of phase.exit) lines.push(`  ends with ${spec.id ?? spec.check}${detail(spec)}`);
    if (phase.advance && phase.advance !== 'auto') lines.push(`  goes on by ${phase.advance}`);
  }
  return `${lines.join('\n')}\n`;
}

/** What a check is about, in a word. */
function detail(spec: Workflow['phases'][number]['exit'][number]): string {
  const named = { ...spec } as Record<string, unknown>;
  const about = ['document', 'section', 'gate', 'judge', 'panel', 'name', 'by', 'question', 'command']
    .map((key) => named[key])
    .filter((value) => typeof value === 'string');
  return about.length > 0 ? ` (${about.join(', ')})` : '';
}
