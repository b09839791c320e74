import { type CheckSpec, type Condition, checkId, diagramOf, type Phase, type Workflow } from '@flow/core/workflow';
import { code, table } from './markdown.js';
import { phasePicture } from './phase-picture.js';

const list = (values: readonly string[]): string => values.map(code).join(', ');

function conditionOf({ dial = {}, chosen = {}, flag }: Condition): string {
  const settled = [...Object.entries(dial), ...Object.entries(chosen)];
  const parts = settled.map(([name, values]) => `${code(name)} is ${values.map(code).join(' or ')}`);
  return [...parts, ...(flag ? [`an item is marked ${flag.map(code).join(' or ')}`] : [])].join(', and ');
}

/** A parameter in a line: lists with commas, lists of lists with semicolons, objects by their values. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(value.some(Array.isArray) ? '; ' : ', ');
  return typeof value === 'object' && value !== null ? Object.values(value).map(shown).join(' ') : String(value);
}

/** Parameters of a check as its workflow gives them. */
function givenTo(spec: CheckSpec): string {
  const { check, id, on, severity, when, to, loop, remedy, ...own } = spec;
  return Object.entries(own)
    .map(([name, value]) => `${name} ${code(shown(value))}`)
    .join('<br/>');
}

function termsOf({ on, when, to, loop, severity }: CheckSpec): string {
  const terms = [
    severity === 'warn' ? 'Only warns.' : '',
    when ? `Asked when ${conditionOf(when)}.` : '',
    on ? `Holds for ${list([on].flat())}.` : '',
    to ? `Findings go to ${code(to)}.` : '',
    loop ? `At most ${loop.max} times, then ${code(loop.onExhausted)}.` : '',
  ];
  return terms.filter((term) => term !== '').join(' ');
}

function instructionOf({ instruction }: Phase): string {
  if (typeof instruction === 'string') return `> ${instruction}`;
  const { default: usual, ...others } = instruction;
  const rows = Object.entries(others).map(([finding, text]) => [code(finding), text]);
  return [usual ? `> ${usual}` : '', rows.length > 0 ? table(['blocking code or check', 'instruction'], rows) : '']
    .filter((text) => text !== '')
    .join('\n\n');
}

/** A phase as a section: what it tells, what may change, what ends it. */
function phaseSection(phase: Phase, level: number): string {
  const facts = [
    phase.when ? `Only when ${conditionOf(phase.when)}.` : '',
    phase.optional ? 'Optional.' : '',
    phase.produces ? `Writes ${list(phase.produces)}.` : '',
    phase.roles ? `Roles: ${list(phase.roles)}.` : '',
    phase.command ? `Command: ${code(phase.command)}.` : '',
    phase.keeps ? `Keeps checks of earlier phases: ${list(phase.keeps)}.` : '',
    phase.advance && phase.advance !== 'auto' ? `Advances by ${code(phase.advance)}.` : '',
  ].filter((fact) => fact !== '');
  const edits = (phase.edits ?? []).map(({ class: kind, role, answer, marker, when }) => {
    const terms = [
      role ? `by ${code(role)}` : '',
      when ? `if ${conditionOf(when)}` : '',
      marker ? `passes with ${code(marker)} in the text` : '',
    ];
    return [kind, answer, terms.filter((term) => term !== '').join(', ')];
  });
  const checks = phase.exit.map((spec) => [code(checkId(spec)), givenTo(spec), termsOf(spec)]);
  return [
    `${'#'.repeat(level)} ${phase.title}`,
    `${code(phase.id)}. ${facts.join(' ')}`.trim(),
    instructionOf(phase),
    edits.length > 0 ? `The first matching row decides about an edit:\n\n${table(['files', 'answer', ''], edits)}` : '',
    checks.length > 0 ? `Exit checks:\n\n${table(['check', 'of', 'conditions'], checks)}` : '',
    ...(phase.each?.phases ?? []).map((inner) => phaseSection(inner, level + 1)),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** A workflow as a page: diagram, dials, documents, rules, and its phases. */
export function workflowPage(workflow: Workflow): string {
  const mermaid = diagramOf(workflow);
  const dials = Object.entries(workflow.dials).map(([name, dial]) => [
    code(name),
    dial.title,
    list(dial.values),
    code(dial.default),
  ]);
  const documents = Object.entries(workflow.documents).map(([name, { title, path }]) => [
    code(name),
    title,
    code(path),
  ]);
  return [
    'The phase is computed from what is proven and never stored: it is the first phase with an unmet check. When content changes, proofs about the old content no longer count, and the phase goes back by itself. The picture shows only one way back: where a review sends its findings.',
    phasePicture(workflow),
    `<details>\n<summary>As Mermaid</summary>\n\n\`\`\`mermaid\n${mermaid}\`\`\`\n\n</details>`,
    dials.length > 0 ? `## Dials\n\n${table(['dial', 'meaning', 'values', 'default'], dials)}` : '',
    documents.length > 0 ? `## Documents\n\n${table(['name', 'title', 'path'], documents)}` : '',
    workflow.rules.length > 0
      ? `## Rules shown every turn\n\n${workflow.rules.map((rule) => `- ${rule}`).join('\n')}`
      : '',
    `## Phases\n\n${workflow.phases.map((phase) => phaseSection(phase, 3)).join('\n\n')}`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}
