import { type CheckSpec, type Condition, checkId, type Phase, type Workflow } from './model.js';

/** Diagram options tell what a diagram shows beside the workflow itself. */
export interface DiagramOptions {
  /** Id of the phase that is marked: where a run stands. */
  current?: string;
  /** Ids of phases that a run does not have. */
  leftOut?: readonly string[];
}

/** `WORDS` holds words of Mermaid's own and of its program, which cannot be ids. */
const WORDS =
  /^(?:state|statediagram|end|note|direction|class|classDef|default|style|as|click|href|scale|hide|fork|join|choice|root|constructor|TB|BT|LR|RL)$/i;

/** Mermaid's ids hold no dash, and each names one state of the whole diagram: phases of two walks may be called the same. */
const idOf = (phase: string, around: string) => (around + phase).replace(WORDS, '_$&').replace(/[^A-Za-z0-9_]/g, '_');

/**
 * Makes a text of a diagram: Mermaid's texts hold no quote, line break or semicolon, and what looks like markup or a style of
 * a state is written otherwise.
 */
const textOf = (text: string) =>
  text
    .replace(/["\s;#\p{Cc}]+/gu, ' ')
    .replace(/:{2,}/g, ':')
    .replace(/[<>]/g, (sign) => (sign === '<' ? '#lt;' : '#gt;'))
    .trim();

/** Tells what a check is about, in the words of the workflow. */
function subjectOf(spec: CheckSpec): string {
  switch (spec.check) {
    case 'document':
    case 'valid':
      return `${spec.document} ${spec.check === 'valid' ? 'valid' : 'written'}`;
    case 'section':
      return `${spec.section} in ${spec.document}`;
    case 'listed':
      return `every ${spec.kind} listed`;
    case 'covered':
      return `covered by ${spec.by}`;
    case 'green':
      return spec.question ?? 'green';
    case 'coverage':
      return 'coverage';
    case 'binding':
      return 'tests bind';
    case 'command':
      if (typeof spec.command === 'string') return spec.command;
      return 'document' in spec.command ? `command of ${spec.command.document}` : `${spec.command.question} passed`;
    case 'approved':
      return `${spec.gate} approved`;
    case 'chosen':
      return `${spec.question} chosen`;
    case 'submitted':
      return `${spec.name} submitted`;
    case 'verdict':
      return `verdict of ${spec.judge}`;
    case 'panel':
      return `panel ${spec.panel}`;
    case 'analysed':
      return `${spec.of} analysed`;
    default:
      return spec.check;
  }
}

function conditionOf({ dial = {}, chosen = {}, flag }: Condition): string {
  const flags = flag ? [['flag', flag] as const] : [];
  const parts = [...Object.entries(dial), ...Object.entries(chosen), ...flags];
  return parts.map(([name, values]) => `${name} ${values.join(' or ')}`).join(', ');
}

/** Tells what ends a phase, one check a line. Warnings end nothing. */
function exitOf(phase: Phase): string {
  const checks = phase.exit
    .filter((spec) => spec.severity !== 'warn')
    .map((spec) => textOf(subjectOf(spec) + (spec.when ? ` (${conditionOf(spec.when)})` : '')));
  if (phase.each) checks.unshift(`every ${phase.each.kind} done`);
  if (phase.advance === 'person') checks.push('a person goes on');
  return checks.join('<br/>');
}

/**
 * Lists phases in their order, each with the checks that end it, and the ways of findings to the phase that answers
 * them.
 */
function linesOf(phases: readonly Phase[], { current, leftOut = [] }: DiagramOptions, around = ''): string[] {
  const named = (phase: string) => idOf(phase, around);
  const shown = phases.filter(({ id }) => !leftOut.includes(id));
  const states = shown.flatMap((phase) => {
    const title = textOf(phase.title) + (phase.when ? `<br/>(${textOf(conditionOf(phase.when))})` : '');
    const state = `state "${title}" as ${named(phase.id)}`;
    if (!phase.each) return [state];
    const inner = linesOf(phase.each.phases, { ...(current ? { current } : {}), leftOut }, `${named(phase.id)}__`);
    return [`${state} {`, ...inner.map((line) => `  ${line}`), '}'];
  });
  const ways = shown.flatMap((phase, at) => {
    const next = shown[at + 1];
    const exit = exitOf(phase);
    const forward = `${named(phase.id)} --> ${next ? named(next.id) : '[*]'}${exit ? `: ${exit}` : ''}`;
    const back = phase.exit.flatMap((spec) =>
      spec.to !== undefined && shown.some(({ id }) => id === spec.to)
        ? [`${named(phase.id)} --> ${named(spec.to)}: findings of ${textOf(checkId(spec))}`]
        : [],
    );
    return [forward, ...back];
  });
  return [...states, ...(shown[0] ? [`[*] --> ${named(shown[0].id)}`] : []), ...ways];
}

/**
 * Returns a workflow as a state diagram in Mermaid's language, made of the same data that the engine reads. Going back
 * is drawn only where a check names who answers its findings; that lapsed proofs lead back follows from the proofs and
 * is no edge.
 */
export function diagramOf(workflow: Workflow, options: DiagramOptions = {}): string {
  const lines = linesOf(workflow.phases, options);
  const { current } = options;
  const mark = current ? ['classDef current stroke-width:3px', `class ${idOf(current, '')} current`] : [];
  return `${['stateDiagram-v2', ...[...lines, ...mark].map((line) => `  ${line}`)].join('\n')}\n`;
}
