import type { Finding } from '../../finding.js';
import type { DocumentView, Moment } from '../facts.js';
import type { Actor, Content } from '../model.js';
import { type CheckKind, type Context, claimsOf, ownAlone, type SpecOf } from './kind.js';

/* Checks that only look at the moment: what is there, what git and the forge say. */

interface Look<Spec> {
  code: string;
  actor?: Actor;
  on?: (spec: Spec) => Content;
  /** False for what looks at more than the moment. */
  stays?: boolean;
  look(spec: Spec, context: Context): boolean;
  args?(spec: Spec, context: Context): Finding['args'];
  actorOf?(context: Context): Actor;
}

/** Returns a kind of check that looks at the moment alone. */
export function looking<Spec extends SpecOf<never> | object>({
  code,
  actor = 'agent',
  on,
  stays = true,
  look,
  args,
  actorOf,
}: Look<Spec>): CheckKind {
  // The registry hands each kind the specs of its own name alone.
  const own = (spec: unknown) => spec as Spec;
  const kind: CheckKind = {
    actor,
    on: on ? (spec) => on(own(spec)) : 'nothing',
    code,
    listens: [],
    ...(stays ? { stays: true as const } : {}),
    subjects: (_spec, _moment, item) => ownAlone(item),
    judge: (spec, subject, context) => {
      if (look(own(spec), context)) return 'holds';
      return context.memory.everHeld.has(subject.key) ? 'no' : 'never';
    },
  };
  if (args) kind.args = (spec, _subject, context) => args(own(spec), context);
  if (actorOf) kind.actorOf = (_spec, _subject, context) => actorOf(context);
  return kind;
}

export const branch = looking<SpecOf<'branch'>>({
  code: 'BRANCH_NEEDED',
  look: (_spec, { moment: { git } }) => git.branch !== null && git.branch !== git.base,
  args: (_spec, { moment: { git } }) => ({ base: git.base ?? undefined }),
});

export const document = looking<SpecOf<'document'>>({
  code: 'DOCUMENT_MISSING',
  on: ({ document }) => `doc:${document}`,
  look: ({ document: name }, { moment: { documents } }) =>
    Object.hasOwn(documents, name) && documents[name]!.blank !== true,
  args: (spec) => ({ document: spec.document }),
});

export const section = looking<SpecOf<'section'>>({
  code: 'SECTION_EMPTY',
  on: ({ document }) => `doc:${document}`,
  look: ({ min = 1, max = Number.POSITIVE_INFINITY, ...spec }, { moment }) => {
    const has = entriesOf(spec, moment);
    return has >= min && has <= max;
  },
  args: ({ document, section, min, max }, { moment }) => {
    const isCounted = min !== undefined || max !== undefined;
    const counts = isCounted ? { min: min ?? 1, max, has: entriesOf({ document, section }, moment) } : {};
    return { document, section, ...counts };
  },
});

const entriesOf = ({ document, section }: Pick<SpecOf<'section'>, 'document' | 'section'>, { documents }: Moment) =>
  documents[document]?.sections[section]?.length ?? 0;

export const valid = looking<SpecOf<'valid'>>({
  code: 'DOCUMENT_INVALID',
  on: ({ document }) => `doc:${document}`,
  look: (spec, { moment }) => {
    const view = moment.documents[spec.document];
    if (view === undefined) return false;
    return view.findings.every(({ level }) => level !== 'block') && looseIn(spec, view).length === 0;
  },
  args: (spec, { moment }) => {
    const view = moment.documents[spec.document];
    const findings = view?.findings.filter(({ level }) => level === 'block') ?? [];
    const loose = view ? looseIn(spec, view) : [];
    return {
      document: spec.document,
      findings: findings.slice(0, 20).map(({ code, args }) => placed(code, args)),
      ...(loose.length > 0 && { loose: [...loose] }),
    };
  },
});

/** Claims that are not worded as the check asks for. */
const looseIn = ({ claims }: SpecOf<'valid'>, { loose = [] }: DocumentView) => (claims === 'normative' ? loose : []);

/** Places a finding in a document: in words where its reader has given some, else by code and line. */
const placed = (code: string, { line, said }: Finding['args']) =>
  typeof said === 'string' ? said : line === undefined ? code : `${code}:${line}`;

/** Items that do not say of themselves what is asked of each (features M17, M19, M20). */
export const listed = looking<SpecOf<'listed'>>({
  code: 'ITEMS_INCOMPLETE',
  look: (spec, context) => listedOf(spec, context).length > 0 && lacking(spec, context).length === 0,
  args: (spec, context) => ({ kind: spec.kind, lacking: lacking(spec, context) }),
});

/** Lists the items of a kind; within an item, the parts of that item. */
const listedOf = ({ kind }: { kind: string }, { moment, item }: Context) =>
  moment.items.filter((one) => one.kind === kind && (item === null || one.parent === item.id));

function lacking(spec: SpecOf<'listed'>, context: Context): string[] {
  return listedOf(spec, context).flatMap((one) => {
    const missing = (spec.with ?? []).filter((field) => (one[field]?.length ?? 0) === 0);
    return missing.length === 0 ? [] : [`${one.id}: ${missing.join(', ')}`];
  });
}

/** Work that has outgrown its kind: more items, or more files in them. */
export const bounded = looking<SpecOf<'bounded'>>({
  code: 'ITEMS_TOO_MANY',
  look: (spec, context) => {
    const { items, files } = sizeOf(spec, context);
    return items <= (spec.items ?? items) && files <= (spec.files ?? files);
  },
  args: (spec, context) => {
    const { items, files } = sizeOf(spec, context);
    const { kind, items: most, files: mostFiles, grows } = spec;
    return { kind, items, files, most, mostFiles, dial: grows.dial, value: grows.value };
  },
});

function sizeOf(spec: SpecOf<'bounded'>, context: Context): { items: number; files: number } {
  const all = listedOf(spec, context);
  return { items: all.length, files: new Set(all.flatMap(({ files }) => files)).size };
}

/** Claims without a test, or without a line in a report. A specification without claims covers nothing. */
export const covered = looking<SpecOf<'covered'>>({
  code: 'CLAIM_UNCOVERED',
  on: ({ by }) => `doc:${by}`,
  look: (spec, context) =>
    context.item?.testsOff !== undefined ||
    (claimsOf(context.moment, context.item).length > 0 && uncovered(spec, context).length === 0),
  args: (spec, context) => ({ by: spec.by, claims: uncovered(spec, context) }),
});

function uncovered({ by }: SpecOf<'covered'>, { moment, item }: Context): string[] {
  const covers = new Set(moment.documents[by]?.covers ?? []);
  return claimsOf(moment, item)
    .filter(({ id }) => !covers.has(id))
    .map(({ id }) => id);
}

export const committed = looking<SpecOf<'committed'>>({
  code: 'NOT_COMMITTED',
  look: (_spec, { moment }) => moment.git.committed === true,
});

export const pushed = looking<SpecOf<'pushed'>>({
  code: 'NOT_PUSHED',
  look: (_spec, { moment }) => moment.git.pushed === true,
});

export const pullRequest = looking<SpecOf<'pull-request'>>({
  code: 'PULL_REQUEST_MISSING',
  look: (_spec, { moment }) => typeof moment.git.pullRequest === 'string',
  args: (_spec, context) => withoutForge(context),
  // A person names the forge, or does without one.
  actorOf: ({ moment }) => (moment.git.noForge ? 'person' : 'agent'),
});

const withoutForge = ({ moment, key }: Context): Finding['args'] =>
  moment.git.noForge ? { noForge: true, check: key } : {};

export const ci = looking<SpecOf<'ci'>>({
  code: 'CI_NOT_GREEN',
  actor: 'outside',
  look: (_spec, { moment }) => moment.git.ci === 'passed',
  args: (_spec, context) => ({ state: context.moment.git.ci ?? 'unknown', ...withoutForge(context) }),
  // What has failed does not turn green by waiting.
  actorOf: ({ moment: { git } }) => (git.ci === 'failed' ? 'agent' : git.noForge ? 'person' : 'outside'),
});

/** Every open must-fix of another check was analysed before it is mended (feature V25). */
export const analysed = looking<SpecOf<'analysed'>>({
  code: 'ANALYSIS_MISSING',
  stays: false,
  look: (spec, context) => unanalysed(spec, context).length === 0,
  args: (spec, context) => ({ findings: unanalysed(spec, context) }),
});

function unanalysed({ of }: SpecOf<'analysed'>, { raised, key, item }: Context): string[] {
  const check = `${key.slice(0, key.lastIndexOf('.')).replace(/[^/]*$/, '')}${of}`;
  return raised
    .by(check, item?.id ?? '')
    .filter(({ answers }) => answers.length === 0)
    .map(({ id }) => id);
}
