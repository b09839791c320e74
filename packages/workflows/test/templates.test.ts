import { type DocumentKind, documentTemplate, kindOfDocument, readDocument } from '@flow/core/documents';
import { describe, expect, test } from 'vitest';
import { LISTS, WORKFLOWS } from '../src/index.js';

/** Texts of new documents, as the workflows bring them. */
const TEMPLATES: Record<string, string> = Object.assign({}, ...WORKFLOWS.map(({ templates }) => templates));

/** Kinds of the documents that begin with each template. */
const KINDS: Record<string, DocumentKind> = Object.fromEntries(
  WORKFLOWS.flatMap(({ documents }) =>
    Object.entries(documents).map(([name, one]) => [one.template ?? name, kindOfDocument(name, one)]),
  ),
);

/** Sections of these are asked for by checks alone. */
const WITHOUT_FINDINGS = [
  ...['interview', 'research', 'requirements', 'spec-design', 'brief', 'discovery', 'learnings'],
  ...['clarifications', 'story-design', 'tasks', 'stages', 'stories'],
];

const digest = (text: string) => text;
const spec = (text: string) => readDocument('spec', 'spec.md', text, digest);

describe('templates (D13)', () => {
  test.each(Object.keys(TEMPLATES))('%s reads without findings but for what is still empty', (name) => {
    const text = documentTemplate(TEMPLATES[name]!, { title: 'Scores --> <!-- of "deals"' });
    const { findings } = readDocument(KINDS[name]!, name, text, digest);
    expect(findings.map(({ code, args }) => `${code} ${args.section}`)).toEqual(
      {
        plan: ['user-concerns', 'probes', 'expectations', 'architecture-files'].map((key) => `SECTION_EMPTY ${key}`),
        spec: ['must-do', 'must-not'].map((key) => `SECTION_EMPTY ${key}`),
        rules: ['invariants', 'prohibitions'].map((key) => `SECTION_EMPTY ${key}`),
        'test-shape': ['SECTION_EMPTY claims'],
        specs: ['must-do', 'must-not'].map((key) => `SECTION_EMPTY ${key}`),
        ...Object.fromEntries(WITHOUT_FINDINGS.map((one) => [one, []])),
        model: [],
        report: [],
        verification: [],
      }[name],
    );
  });

  test('the examples in the templates hold once their comments are taken away', () => {
    const text = documentTemplate(TEMPLATES.spec!, { title: 'S' }).replace(/^<!-- (- .*) -->$/gm, '$1');
    expect(spec(text).claims.map(({ id, expect }) => `${id} ${expect}`)).toEqual([
      'do-1 red',
      'do-2 guard',
      'not-1 guard',
    ]);
    expect(spec(text).findings).toEqual([]);
    const rules = documentTemplate(TEMPLATES.rules!, { title: 'S' });
    expect(spec(rules).findings.map(({ code, args }) => `${code} ${args.section}`)).toEqual([
      'SECTION_EMPTY invariants',
      'SECTION_EMPTY prohibitions',
    ]);
    const written = spec(rules.replace(/^<!-- (- .*) -->$/gm, '$1'));
    expect(written.claims.map(({ id, expect }) => `${id} ${expect}`)).toEqual([
      'INV-001 red',
      'INV-002 guard',
      'PRH-001 guard',
      'BND-001 red',
    ]);
    expect(written.findings).toEqual([]);
    const shape = documentTemplate(TEMPLATES['test-shape']!, { title: 'S' })
      .replace(/^claims: \[\]\nrisks: \[\]\n/m, '')
      .replace(/^.*\n#\n/, '');
    const read = readDocument('test-shape', 'a', shape.replace(/^# ?(?=claims|risks| )/gm, ''), digest);
    expect(read.findings).toEqual([]);
    expect(read.risks[0]).toMatchObject({ silent: true, risk: 'high' });
  });
});

describe('templates of lists (G5)', () => {
  test.each(Object.keys(LISTS))('%s reads without findings, and as what nobody has written yet', (name) => {
    const read = readDocument(
      'text',
      name,
      documentTemplate(LISTS[name as keyof typeof LISTS], { title: 'Cart' }),
      digest,
    );
    expect(read.findings).toEqual([]);
    expect(read.items).toEqual([]);
    expect(read.contract.split('\n').every((line) => line === '' || line.startsWith('#'))).toBe(true);
  });

  test('the fields that they name are read', () => {
    const fields = /<!-- Below[^\n]*\n([\s\S]*?)\nThe program/.exec(LISTS.tasks!)![1]!;
    const [item] = readDocument('text', 'tasks.md', `## Tasks\n\n- [ ] 1.1 Task\n${fields}\n`, digest).items;
    expect(item).toMatchObject({
      ...{ id: '1.1', files: ['path/from/the/root', 'folder/', '**/*.glob'], claims: ['do-1', 'INV-001'], size: 'S' },
      ...{ verify: 'the command that shows it', commit: 'feat: the message of its commit', risk: 'what may go wrong' },
      criteria: [{ id: 'AC1' }, { id: '2', manual: true }],
      testsOff: 'the reason',
    });
    expect(item!.details).toBeUndefined();
    expect(item!.faults).toBeUndefined();
  });
});
