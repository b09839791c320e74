import { schemaFindings } from '@flow/core/schemas';
import { parse } from 'yaml';
import * as z from 'zod';
import type { AgentFacts, AgentKind, PackText } from '../src/agent-facts.js';

/** A file of `packs/`: what programs know of an agent, and the text that it works by. */
export interface Pack {
  facts: AgentFacts;
  text: PackText;
}

export type ReadPack = { ok: true; pack: Pack } | { ok: false; problems: string[] };

/** The sections of a pack by kind, all of them and in this order. */
const SECTIONS: Readonly<Record<AgentKind, readonly string[]>> = {
  reviewer: ['Look for', 'How to look', 'Not a finding', 'Proof', 'Must-fix'],
  role: ['Task', 'How', 'Limits', 'Done'],
  discovery: ['Look for', 'How', 'Answer'],
};

/** Lines of a pack: less says nothing, and more is not read. */
const LINES = { min: 20, max: 45 };

const READERS = ['Read', 'Grep', 'Glob', 'Bash', 'WebSearch', 'WebFetch'] as const;
const WRITERS = ['Edit', 'Write'] as const;

const Id = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected small letters, digits and hyphens, as in `cold-diff`');
const Line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\n<>]*$/, 'expected one line of plain words');

const Facts = z
  .strictObject({
    name: Id.describe('What the workflow calls the judge or role; the name of the file.'),
    title: Line(60).describe('For people.'),
    kind: z.enum(['reviewer', 'role', 'discovery']).describe('Who judges, who works, who looks around before a plan.'),
    description: Line(400).describe('When a host should use it.'),
    panels: z.array(Id).min(1).optional().describe('Panels of workflows that it sits in.'),
    tier: z
      .enum(['property', 'cross-cutting', 'meta'])
      .optional()
      .describe('What it looks at; the order and the weight of the gauntlet follow from it.'),
    weight: z.number().positive().max(10).optional().describe('Of its score, where the tier does not say it.'),
    receives: z
      .array(
        z.enum([
          'repository',
          'base',
          'plan',
          'architecture',
          'spec',
          'test-shape',
          'concerns',
          'probe',
          'diff',
          'documents',
        ]),
      )
      .min(1)
      .describe('All that it is told of a run.'),
    tools: z.array(z.enum([...READERS, ...WRITERS])).describe('Names of the host; none: [].'),
    languages: z.array(Id).min(1).optional().describe('Presets whose files bring it into a panel.'),
    phases: z
      .array(Id)
      .min(1)
      .optional()
      .describe('Phases that a role or a discovery is for, where no workflow names it as the role of its phase.'),
    later: z
      .literal('changed')
      .optional()
      .describe('From the second round on it blocks by open findings and changed lines alone.'),
    model: Line(60).optional().describe('Name of the host; the session’s own where it is left out.'),
  })
  .check(({ value, issues }) => {
    const say = (at: string, message: string) => issues.push({ code: 'custom', input: value, path: [at], message });
    if (value.kind === 'discovery' && !value.phases) say('phases', 'a discovery names the phases that it is for');
    if (value.kind !== 'reviewer' && value.later) say('later', 'only a reviewer has rounds');
    if (value.kind !== 'role' && value.tools.some((tool) => tool === 'Edit' || tool === 'Write'))
      say('tools', 'only a role writes');
    if (value.receives.includes('diff') && value.tools.length > 0)
      say('tools', 'who gets the diff gets nothing else: []');
    if (value.tools.includes('Bash') && value.receives.includes('plan'))
      say('tools', 'who judges a plan sees sections of it, and runs nothing');
  });

/** What a tier weighs (feature D94). */
const WEIGHTS = { property: 1, 'cross-cutting': 2, meta: 1.5 } as const;

/**
 * Reads a pack: front matter and the sections of its kind.
 * @param file the name of its file, without the folder
 * @returns what is wrong with it, each with its place, in words
 */
export function readPack(file: string, source: string): ReadPack {
  const [, front, body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? [];
  if (front === undefined) return { ok: false, problems: [`${file}: expected front matter between two lines of ---`] };
  let data: unknown;
  try {
    data = parse(front, { maxAliasCount: 0 });
  } catch (error) {
    return {
      ok: false,
      problems: [`${file}: the front matter is no YAML: ${(error as Error).message.split('\n')[0]}`],
    };
  }
  const facts = Facts.safeParse(data);
  if (!facts.success) {
    const found = schemaFindings(facts.error.issues, Facts, data);
    return {
      ok: false,
      problems: found.map(({ code, args }) => {
        const why = code === 'SCHEMA_KEY_UNKNOWN' ? `the key \`${args.key}\` is not known` : args.message;
        return `${file}: ${args.at}: ${why}. ${args.remedy ?? ''}`.trim();
      }),
    };
  }
  const { weight, tier, description, panels = [], languages = [], phases = [], model, later, ...rest } = facts.data;
  const text = body.replaceAll('\r\n', '\n').trim();
  const problems = [
    ...(file === `${rest.name}.md` ? [] : [`${file}: its name is ${rest.name}: call the file ${rest.name}.md`]),
    ...sectionProblems(file, rest.kind, text),
    ...lengthProblems(file, source),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const own = { ...(tier && { tier }), ...(model && { model }), ...(later && { later }) };
  const counted = { weight: weight ?? (tier ? WEIGHTS[tier] : 1), panels, languages, phases };
  return { ok: true, pack: { facts: { ...rest, ...own, ...counted }, text: { description, text } } };
}

function sectionProblems(file: string, kind: AgentKind, text: string): string[] {
  const parts = text.split(/^## /m);
  const found = parts.slice(1).map((part) => part.split('\n', 1)[0]!.trim());
  const expected = SECTIONS[kind];
  const problems =
    found.join('\n') === expected.join('\n')
      ? []
      : [`${file}: a ${kind} has the sections ${expected.join(', ')}; found ${found.join(', ') || 'none'}`];
  if (parts[0]!.trim() !== '') problems.push(`${file}: nothing stands before its first section`);
  for (const part of parts.slice(1)) {
    const [title = '', ...lines] = part.split('\n');
    if (lines.join('').trim() === '') problems.push(`${file}: the section ${title.trim()} is empty`);
  }
  return problems;
}

function lengthProblems(file: string, source: string): string[] {
  const { length } = source.trimEnd().split('\n');
  return length < LINES.min || length > LINES.max
    ? [`${file}: it has ${length} lines; ${LINES.min} to ${LINES.max} are read`]
    : [];
}
