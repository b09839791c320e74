import { describe, expect, expectTypeOf, test } from 'vitest';
import type * as z from 'zod';
import { compilePolicy } from '../config/config.js';
import { checkWorkflow } from '../workflow/checker/check.js';
import { evaluate } from '../workflow/evaluate.js';
import type { CheckSpec, Workflow } from '../workflow/model.js';
import type { Overlay } from '../workflow/overlay/model.js';
import {
  OverlaySchema,
  parseOverlay,
  parseWorkflow,
  readWorkflow,
  WorkflowSchema,
  workflowJsonSchemas,
} from './index.js';

/** What a schema makes may be changed; what the model names may not. Beside that they are one type. */
type Fixed<Value> = Value extends readonly (infer Entry)[]
  ? readonly Fixed<Entry>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Fixed<Value[Key]> }
    : Value;

describe('schemas and types agree', () => {
  test('a workflow is what its schema makes, and the reverse', () => {
    expectTypeOf<Fixed<z.output<typeof WorkflowSchema>>>().toExtend<Fixed<Workflow>>();
    expectTypeOf<Fixed<Workflow>>().toExtend<Fixed<z.output<typeof WorkflowSchema>>>();
    type Inner = NonNullable<z.output<typeof WorkflowSchema>['phases'][number]['each']>['phases'][number];
    expectTypeOf<Inner>().not.toBeAny();
    expectTypeOf<Fixed<Inner>['exit'][number]>().toExtend<CheckSpec>();
  });

  test('an overlay is what its schema makes, and the reverse', () => {
    expectTypeOf<Fixed<z.output<typeof OverlaySchema>>>().toExtend<Fixed<Overlay>>();
    expectTypeOf<Fixed<Overlay>>().toExtend<Fixed<z.output<typeof OverlaySchema>>>();
  });
});

const NOWHERE = { branch: null, base: null, head: null };
const phase = (rest: object = {}) => ({ id: 'work', title: 'Work', instruction: 'Work.', exit: [], ...rest });
const workflow = (rest: object = {}) => ({
  id: 'mine',
  title: 'Mine',
  version: 1,
  dials: {},
  documents: {},
  rules: [],
  phases: [phase()],
  ...rest,
});

const wrong = (data: unknown, parse: (data: unknown) => ReturnType<typeof parseWorkflow | typeof parseOverlay>) => {
  const parsed = parse(data);
  if (parsed.ok) throw new Error('expected findings');
  return parsed.findings.map(({ code, args: { at, key, remedy } }) => ({ code, at, key, remedy }));
};

describe('what people write is read strictly', () => {
  test('a whole workflow comes back as it was written', () => {
    const written = workflow({
      phases: [phase({ each: { kind: 'story', phases: [phase({ id: 'inner', exit: [{ check: 'passing' }] })] } })],
    });
    expect(parseWorkflow(written)).toEqual({ ok: true, value: written });
  });

  test('a file says where its schema is, and no more by that', () => {
    const $schema = './node_modules/@flow/core/workflow.schema.json';
    expect(parseWorkflow({ $schema, ...workflow() })).toEqual({ ok: true, value: workflow() });
    expect(parseOverlay({ $schema, title: 'Mine' })).toEqual({ ok: true, value: { title: 'Mine' } });
    expect(wrong({ $schema: 1 }, parseOverlay)).toMatchObject([{ code: 'SCHEMA_VALUE_INVALID', at: '$schema' }]);
  });

  test.each([
    {
      name: 'an unknown key names the one that was meant',
      data: workflow({ phases: [phase({ exit: [{ check: 'verdict', judge: 'qa', remdy: 'x' }] })] }),
      found: {
        code: 'SCHEMA_KEY_UNKNOWN',
        at: 'phases[0] (work).exit[0] (verdict)',
        key: 'remdy',
        remedy: 'Write `remedy`, or remove it.',
      },
    },
    {
      name: 'a key of another check',
      data: workflow({ phases: [phase({ exit: [{ check: 'red', gate: 'spec' }] })] }),
      found: {
        code: 'SCHEMA_KEY_UNKNOWN',
        at: 'phases[0] (work).exit[0] (red)',
        key: 'gate',
        remedy: 'Keys here: check, id, on, severity, when, to, answeredBy, loop, remedy.',
      },
    },
    {
      name: 'an unknown check names the one that was meant',
      data: workflow({ phases: [phase({ exit: [{ check: 'grene' }] })] }),
      found: {
        code: 'SCHEMA_NAME_UNKNOWN',
        at: 'phases[0] (work).exit[0] (grene).check',
        key: 'grene',
        remedy: 'Write `green`.',
      },
    },
    {
      name: 'a missing key',
      data: workflow({ phases: [phase({ exit: [{ check: 'approved' }] })] }),
      found: { code: 'SCHEMA_KEY_MISSING', at: 'phases[0] (work).exit[0] (approved).gate', remedy: 'Add `gate`.' },
    },
    {
      name: 'a value that is none of those',
      data: workflow({ phases: [phase({ advance: 'never' })] }),
      found: {
        code: 'SCHEMA_VALUE_INVALID',
        at: 'phases[0] (work).advance',
        remedy: 'One of: auto, command, person.',
      },
    },
    {
      name: 'a key with a known value that is missing names the values',
      data: workflow({ phases: [phase({ edits: [{ class: 'source' }] })] }),
      found: {
        code: 'SCHEMA_KEY_MISSING',
        at: 'phases[0] (work).edits[0].answer',
        remedy: 'Add `answer`, one of allow, deny, ask, log.',
      },
    },
    {
      name: 'another kind of value, in plain words',
      data: workflow({ phases: [phase({ edits: { source: 'deny' } })] }),
      found: { code: 'SCHEMA_VALUE_INVALID', at: 'phases[0] (work).edits', remedy: 'Write a list.' },
    },
    {
      name: 'an inner phase',
      data: workflow({ phases: [phase({ each: { kind: 'story', phases: [phase({ tilte: 'x' })] } })] }),
      found: {
        code: 'SCHEMA_KEY_UNKNOWN',
        at: 'phases[0] (work).each.phases[0] (work)',
        key: 'tilte',
        remedy: 'Write `title`, or remove it.',
      },
    },
    {
      name: 'a document outside of the repository',
      data: workflow({ documents: { spec: { title: 'Spec', path: 'develop/../../spec.md' } } }),
      found: { code: 'SCHEMA_VALUE_INVALID', at: 'documents.spec.path', remedy: 'Write what is expected.' },
    },
    { name: 'no object at all', data: 'x', found: { code: 'SCHEMA_VALUE_INVALID', at: '(top)' } },
  ])('$name', ({ data, found }) => {
    expect(wrong(data, parseWorkflow)).toContainEqual(expect.objectContaining(found));
  });

  test('an overlay: unknown keys of phases and checks', () => {
    expect(wrong({ phases: { qa: { checks: { verdict: { lop: { max: 5 } } } } } }, parseOverlay)).toEqual([
      {
        code: 'SCHEMA_KEY_UNKNOWN',
        at: 'phases.qa.checks.verdict',
        key: 'lop',
        remedy: 'Write `loop`, or remove it.',
      },
    ]);
    expect(wrong({ phases: { qa: 'of' } }, parseOverlay)[0]).toMatchObject({ at: 'phases.qa' });
    expect(parseOverlay({ phases: { model: 'off' }, agents: { style: 'off' } })).toMatchObject({ ok: true });
  });

  test('a long list of mistakes is bounded, and so is every word of it', () => {
    const exit = Array.from({ length: 90 }, () => ({ check: 'red', ['x'.repeat(5000)]: 1, other: 2 }));
    const parsed = parseWorkflow(workflow({ phases: [phase({ exit })] }));
    expect(parsed.ok ? [] : parsed.findings).toHaveLength(100);
    expect(JSON.stringify(parsed).length).toBeLessThan(50_000);
  });
});

describe('a workflow that is data is read before it is used', () => {
  const faults: Readonly<Record<string, object>> = {
    'a check that is not known': workflow({ phases: [phase({ exit: [{ check: 'grene' }] })] }),
    'a key that is not known': workflow({ phases: [phase({ tilte: 'x' })] }),
    'a key that is missing': workflow({ phases: [{ id: 'work', title: 'Work', instruction: 'Work.' }] }),
    'a value of another kind': workflow({ phases: [phase({ exit: 'green' })] }),
    'an inner phase': workflow({ phases: [phase({ each: { kind: 'story', phases: [phase({ exit: [{}] })] } })] }),
    'a place that is none': workflow({ phases: [phase({ each: { kind: 'story', phases: [phase()], atOnce: 0 } })] }),
  };

  test.each(Object.entries(faults))('%s is told in the words of the configuration', (_name, data) => {
    const read = readWorkflow(data);
    const config = compilePolicy({ workflows: { mine: { define: data } } }, '', []);
    if (read.ok || config.ok) throw new Error('expected problems');
    const prefix = 'workflows.mine.define.';
    expect(read.problems.map(({ at, message }) => ({ at: `${prefix}${at}`, message }))).toEqual(config.problems);
    expect(read.problems[0]!.at).toMatch(/^phases\[0\]/);
  });

  test('what is right is a workflow, and what is none at all says so', () => {
    expect(readWorkflow(workflow())).toEqual({ ok: true, workflow: workflow() });
    for (const none of [null, undefined, 'x', 7, [], {}]) expect(readWorkflow(none)).toMatchObject({ ok: false });
  });

  test('who uses data that was not read is told where it is none, and how it is read', () => {
    const present = { contents: {}, documents: {}, claims: [], suites: [], items: [], git: NOWHERE };
    const use = {
      evaluate: (data: unknown) => evaluate(data as Workflow, { now: 0, dials: {}, events: [], moments: [], present }),
      checkWorkflow: (data: unknown) => checkWorkflow(data as Workflow),
    };
    const wrong: [unknown, string][] = [
      [null, 'It is null, and a mapping is expected'],
      [{}, 'dials is missing, and a mapping is expected'],
      [workflow({ phases: {} }), 'phases is {}, and a list is expected'],
      [workflow({ phases: [7] }), 'phases[0] is 7, and a mapping is expected'],
      [workflow({ phases: [phase({ exit: undefined })] }), 'phases[0].exit is missing, and a list is expected'],
      [faults['a check that is not known'], 'phases[0].exit[0].check is "grene", and the name of a check is expected'],
      [faults['an inner phase'], 'phases[0].each.phases[0].exit[0].check is missing'],
    ];
    for (const [data, said] of wrong)
      for (const of of Object.values(use)) expect(() => of(data)).toThrow(`This is no workflow: ${said}`);
    expect(() => use.evaluate({})).toThrow('Read data with readWorkflow() of @flow/core first.');
    for (const of of Object.values(use)) expect(() => of(workflow())).not.toThrow();
  });
});

describe('JSON Schemas for editors', () => {
  test('they name every key, and close every object', () => {
    const { 'workflow.schema.json': ofWorkflow, 'overlay.schema.json': ofOverlay } = workflowJsonSchemas();
    expect(Object.keys((ofWorkflow as { properties: object }).properties)).toEqual([
      '$schema',
      ...Object.keys(WorkflowSchema.shape),
    ]);
    expect(Object.keys((ofOverlay as { properties: object }).properties)).toEqual([
      '$schema',
      ...Object.keys(OverlaySchema.shape),
    ]);
    expect(ofWorkflow).toMatchObject({ $schema: expect.stringContaining('draft-07'), additionalProperties: false });
    expect(JSON.stringify(ofOverlay)).toContain('"const":"off"');
  });
});
