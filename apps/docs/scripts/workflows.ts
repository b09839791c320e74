import { type CheckSpec, type Condition, checkId, diagramOf, type Phase, type Workflow } from '@flow/core/workflow';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { code, table } from './markdown.js';

/** A diagram as a picture in the page, in the site's own colours, light and dark; nothing is fetched for it. */
function picture(mermaid: string, title: string): string {
  const svg = renderMermaidSVG(mermaid, {
    bg: 'var(--sl-color-bg)',
    fg: 'var(--sl-color-white)',
    accent: 'var(--sl-color-text-accent)',
    font: 'system-ui',
    transparent: true,
  });
  const own = svg
    .replace(/@import url\('[^']*'\);/g, '')
    .replace('<svg ', `<svg role="img" aria-label="${title}" `)
    .replace(/\s*\n\s*/g, ' ');
  return `<div class="diagram not-content">${own}</div>`;
}

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
    to ? `${code(to)} answers what it finds.` : '',
    loop ? `At most ${loop.max} times, then ${code(loop.onExhausted)}.` : '',
  ];
  return terms.filter((term) => term !== '').join(' ');
}

function instructionOf({ instruction }: Phase): string {
  if (typeof instruction === 'string') return `> ${instruction}`;
  const { default: usual, ...others } = instruction;
  const rows = Object.entries(others).map(([finding, text]) => [code(finding), text]);
  return [usual ? `> ${usual}` : '', rows.length > 0 ? table(['when there is', 'it is told'], rows) : '']
    .filter((text) => text !== '')
    .join('\n\n');
}

/** A phase as a section: what it tells, what may change, what ends it. */
function phaseSection(phase: Phase, level: number): string {
  const facts = [
    phase.when ? `Only when ${conditionOf(phase.when)}.` : '',
    phase.optional ? 'A project may leave it out.' : '',
    phase.produces ? `Writes ${list(phase.produces)}.` : '',
    phase.roles ? `Roles: ${list(phase.roles)}.` : '',
    phase.command ? `Command: ${code(phase.command)}.` : '',
    phase.keeps ? `Mends here what earlier phases proved: ${list(phase.keeps)}.` : '',
    phase.advance && phase.advance !== 'auto' ? `Goes on by ${code(phase.advance)}.` : '',
  ].filter((fact) => fact !== '');
  const edits = (phase.edits ?? []).map(({ class: kind, role, answer, marker, when }) => {
    const terms = [
      role ? `by ${code(role)}` : '',
      when ? `where ${conditionOf(when)}` : '',
      marker ? `passes with ${code(marker)} in the text` : '',
    ];
    return [kind, answer, terms.filter((term) => term !== '').join(', ')];
  });
  const checks = phase.exit.map((spec) => [code(checkId(spec)), givenTo(spec), termsOf(spec)]);
  return [
    `${'#'.repeat(level)} ${phase.title}`,
    `${code(phase.id)}. ${facts.join(' ')}`.trim(),
    instructionOf(phase),
    edits.length > 0
      ? `The first line that fits decides about an edit:\n\n${table(['files', 'answer', ''], edits)}`
      : '',
    checks.length > 0 ? `It ends with:\n\n${table(['check', 'of', 'terms'], checks)}` : '',
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
    'The phase is computed from what has been proven, and never stored: it is the first whose checks do not all hold. When content changes, the proofs about it no longer count, so the way back is no edge of the diagram.',
    picture(mermaid, `Phases of ${workflow.title}`),
    `<details>\n<summary>As Mermaid</summary>\n\n\`\`\`mermaid\n${mermaid}\`\`\`\n\n</details>`,
    dials.length > 0 ? `## Dials\n\n${table(['dial', 'what', 'values', 'usual'], dials)}` : '',
    documents.length > 0 ? `## Documents\n\n${table(['name', 'what', 'where'], documents)}` : '',
    workflow.rules.length > 0 ? `## Said every turn\n\n${workflow.rules.map((rule) => `- ${rule}`).join('\n')}` : '',
    `## Phases\n\n${workflow.phases.map((phase) => phaseSection(phase, 3)).join('\n\n')}`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}
