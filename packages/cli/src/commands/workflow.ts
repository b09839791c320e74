import type { CheckSpec, Condition, Each, Origins, Workflow } from '@flow/core/workflow';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { notInForce } from '../workflow/in-force.js';
import type { Place } from '../workflow/place.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const workflow: Command = {
  name: 'workflow',
  group: 'workflow',
  arguments: '<list|show> [id]',
  summary: 'list workflows, or show the phases, checks and dials of one; `id` can be a file',
  flags: [
    { flags: '--resolved', description: 'for show: which layer contributed what' },
    { flags: '--overlay <files...>', description: 'for show: overlay files to apply' },
  ],
  examples: [
    ['workflow list', 'which workflows can be started'],
    ['workflow show tdd', 'its phases and their exit checks'],
    ['workflow show tdd --resolved', 'the same, with the source layer of each part'],
  ],
  async run(call) {
    const place = await placeOf(call);
    const { room, around } = place;
    const [what, id] = call.words;
    if (what === 'list') {
      const all = room.workflowIds(around.policy).flatMap((name) => room.workflowOf(name, around.policy) ?? []);
      const data = all.map(({ id: name, title, dials }) => ({ id: name, title, dials }));
      return {
        exit: 0,
        data,
        text: all.map((one) => `${one.id.padEnd(12)} ${one.title}\n`).join(''),
        isVerbatim: true,
      };
    }
    if (what === 'show' && id !== undefined) return show(call, place, id);
    throw new FlowError('usage', 'USAGE', 'expected list, or show <workflow>.', `${call.program} workflow list`);
  },
};

async function show(call: Call, place: Place, id: string): Promise<Answer> {
  const { readNamed, withOverlays } = await import('../workflow/resolve.js');
  const { clean, faultWords } = await hooks();
  const files = [call.options.overlay ?? []].flat().map(String);
  const read = await readNamed(call, place, id, files);
  const found = read.ok ? withOverlays(read.named) : { findings: read.findings };
  const bad = found.findings.find(({ level }) => level === 'block');
  if (bad || !('workflow' in found)) {
    const at = clean(bad?.args.at ?? '(top)', 200);
    const remedy = `See all findings: ${call.program} check ${id}${files.length > 0 ? ` --overlay ${files.join(' ')}` : ''}`;
    throw new FlowError('finding', bad?.code ?? 'WORKFLOW_INVALID', `${clean(id, 200)} at ${at}.`, clean(remedy, 500));
  }
  const origins = call.options.resolved ? found.origins : null;
  const layer = origins ? (place: string) => layerOf(origins, found.workflow, place) : () => '';
  const gone = Object.entries(origins?.gone ?? {}).map(([place, file]) => `gone  ${place}  [${file}]`);
  const less = origins ? found.less.map((one) => `less  ${faultWords(one)}`) : [];
  const lines = [...linesOf(found.workflow, layer), ...gone, ...less];
  const text = `${lines.map((line) => line.replace(/\S.*/, (words) => clean(words, 300))).join('\n')}\n`;
  // Told beside the text, which is kept and read by others.
  const pending = await notInForce(place);
  for (const line of pending) call.tell(`${line}\n`);
  return {
    exit: 0,
    data: { workflow: found.workflow, ...(origins && { origins, less: found.less }), pending },
    text,
    isVerbatim: true,
  };
}

/** Names the layer that a place comes from, where that is not the layer of the part around it. */
function layerOf({ layers }: Origins, { id }: Workflow, place: string): string {
  const own = Object.hasOwn(layers, place) ? layers[place]! : `workflow:${id}`;
  const fields = Object.entries(layers).filter(([name, layer]) => name.startsWith(`${place}.`) && layer !== own);
  const named = fields.flatMap(([name, layer]) => {
    const field = name.slice(place.length + 1);
    return field.includes('.') ? [] : [`${field}: ${layer}`];
  });
  return `  [${[own, ...named].join('; ')}]`;
}

function linesOf({ id, title, dials, documents, phases }: Workflow, layer: (place: string) => string): string[] {
  const lines = [`${id}: ${title}`, ''];
  for (const [name, { title: what, values, default: usual }] of Object.entries(dials))
    lines.push(`dial  ${name}: ${what} (${values.join(', ')}; usually ${usual})${layer(`dials.${name}`)}`);
  for (const [name, { path }] of Object.entries(documents))
    lines.push(`file  ${name}: ${path}${layer(`documents.${name}`)}`);
  for (const phase of phases) lines.push('', ...phaseLines(phase, `phases.${phase.id}`, layer, ''));
  return lines;
}

function phaseLines(
  { id, title, when, exit, advance, each }: Workflow['phases'][number],
  place: string,
  layer: (place: string) => string,
  pad: string,
): string[] {
  return [
    `${pad}${id}: ${title}${whereOf(when)}${layer(place)}`,
    ...exit.map((spec) => {
      const name = spec.id ?? spec.check;
      return `${pad}  exit check ${name}${aboutOf(spec)}${whereOf(spec.when)}${layer(`${place}.exit.${name}`)}`;
    }),
    ...(advance && advance !== 'auto' ? [`${pad}  advances by ${advance}`] : []),
    ...(each ? [`${pad}  for every ${each.kind}${boundsOf(each)}:`] : []),
    ...(each?.phases ?? []).flatMap((inner) => phaseLines(inner, `${place}/${inner.id}`, layer, `${pad}    `)),
  ];
}

function whereOf(when: Condition | undefined): string {
  const parts = [...Object.entries(when?.dial ?? {}), ...Object.entries(when?.chosen ?? {})]
    .map(([name, values]) => `${name} is ${values.join(' or ')}`)
    .concat(when?.flag ? [`it is marked ${when.flag.join(' or ')}`] : []);
  return parts.length > 0 ? ` (where ${parts.join(', ')})` : '';
}

/** `boundsOf` words the bounds of a phase's items: how many at once, how many fixes, and which items the workflow marks. */
function boundsOf({ atOnce, isolated, fixes, marks }: Each): string {
  const parts = [
    ...(atOnce === undefined ? [] : [`${atOnce} at once`]),
    ...(isolated ? ['each in a work tree of its own'] : []),
    ...(fixes === undefined ? [] : [`at most ${fixes.max} fixes of one, ${fixes.depth} deep`]),
    ...(marks?.every === undefined ? [] : [`${marks.flag}: one in ${marks.every}`]),
    ...(marks?.last ? [`${marks.flag}: the last`] : []),
    ...(marks?.boundary ? [`${marks.flag}: the last below each heading`] : []),
  ];
  return parts.length > 0 ? ` (${parts.join('; ')})` : '';
}

/** Names what a check is about, in a word. */
function aboutOf(spec: CheckSpec): string {
  const named = { ...spec } as Record<string, unknown>;
  const about = ['document', 'section', 'gate', 'judge', 'panel', 'name', 'by', 'question', 'command']
    .map((key) => named[key])
    .filter((value) => typeof value === 'string');
  return about.length > 0 ? ` (${about.join(', ')})` : '';
}
