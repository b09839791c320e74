import { describe, expect, test } from 'vitest';
import { CHECKS, gateOf } from '../policy/policy.js';
import type { Workflow } from '../workflow/model.js';
import { compilePolicy, configJsonSchema } from './config.js';

describe('flow.config.yaml', () => {
  test('D34 severities of rules and branches', () => {
    const result = compilePolicy(
      { push: { red: 'warn', branches: { 'wip/*': 'warn' } }, baseBranch: 'trunk' },
      'text',
      [],
    );
    expect(result).toMatchObject({
      ok: true,
      policy: {
        source: 'text',
        baseBranch: 'trunk',
        push: { red: 'warn', stale: 'block', branches: { 'wip/*': 'warn' } },
      },
    });
  });

  test.each([
    [{ psuh: {} }, '(top)', 'psuh'],
    [{ push: { stale: 'maybe' } }, 'push.stale', ''],
    [{ suites: [{ root: '.' }] }, 'suites.0.command', ''],
    ['text', '(top)', ''],
  ])('%o is refused with its place', (data, at, word) => {
    const result = compilePolicy(data, null, []);
    expect(result).toMatchObject({ ok: false });
    if (!result.ok) {
      expect(result.problems[0]?.at).toBe(at);
      expect(result.problems[0]?.message).toContain(word);
    }
  });

  test('D34 D36 how severe a check may be', () => {
    const compiled = compilePolicy({ push: { lint: 'warn', types: 'off' } }, '', []);
    expect(compiled.ok && compiled.policy.push).toMatchObject({
      untested: 'block',
      checks: { lint: 'warn', types: 'off' },
    });
    expect(compilePolicy({ push: { lint: 'loud' } }, '', [])).toMatchObject({
      ok: false,
      problems: [{ at: 'push.lint' }],
    });
    expect(CHECKS).toEqual({ lint: 'block', types: 'block', format: 'warn', analysis: 'warn', build: 'off' });
  });

  test('an empty file is the built-in policy', () => {
    expect(compilePolicy(null, '', [])).toMatchObject({ ok: true, policy: { mode: 'enforce', views: true } });
  });

  test('the schema for editors names every key', () => {
    expect(Object.keys((configJsonSchema() as { properties: object }).properties)).toEqual(
      expect.arrayContaining(['mode', 'baseBranch', 'push', 'protect', 'documents', 'suites', 'views']),
    );
  });
});

describe('approvals in flow.config.yaml', () => {
  const subjects = ['develop/{branch}/spec.md', 'develop/{branch}/test-shape.yaml'];
  const workflow: Workflow = {
    ...{ id: 'one', title: 'One', version: 1, dials: {}, documents: {}, rules: [], phases: [] },
    gates: { shape: { title: 'the shape', subjects }, handoff: { title: 'the work', tree: true, ships: true } },
  };
  const compile = (approvals: unknown) => compilePolicy({ approvals }, '', [], undefined, [workflow]);

  test('gates keep what they do not name, and new ones may be added', () => {
    const compiled = compile({
      strength: 'signed',
      signers: ['anne@example.test ssh-ed25519 AAAAC3Nza', `bert gpg:${'A'.repeat(40)}`],
      gates: { shape: { strength: 'typed', hours: 4 }, release: { subjects: ['CHANGELOG.md'], push: 'block' } },
    });
    expect(compiled).toMatchObject({
      ok: true,
      policy: {
        approvals: {
          signers: [expect.any(String), expect.any(String)],
          gates: {
            shape: {
              strength: 'typed',
              hours: 4,
              subjects,
            },
            handoff: { strength: 'signed', ships: true, tree: true },
            release: { title: 'release', strength: 'signed', subjects: ['CHANGELOG.md'], push: 'block', tree: false },
          },
        },
      },
    });
  });

  test('a gate that a check asks for and nobody describes shows what the check is bound to, and may be approved', () => {
    const approved = (gate: string, on?: string | string[]) =>
      ({ id: gate, check: 'approved', gate, ...(on === undefined ? {} : { on }) }) as const;
    const phase = (id: string, exit: Workflow['phases'][number]['exit']) => ({ id, title: id, instruction: 'x', exit });
    const asking: Workflow = {
      ...workflow,
      documents: {
        spec: { title: 'Specification', path: 'a/{branch}/spec.md' },
        design: { title: 'Design', path: 'a/{branch}/design.md' },
      },
      phases: [
        phase('cut', [approved('read', ['doc:spec', 'doc:design']), approved('whole'), approved('shape', 'doc:spec')]),
      ],
    };
    const overlay = { phases: { cut: { insert: [{ check: approved('added', 'doc:spec') }] } } };
    const compiled = compilePolicy({ workflows: { one: overlay } }, '', [], undefined, [asking]);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    expect(compiled.policy.approvals.gates).toMatchObject({
      read: {
        title: 'Specification, Design',
        subjects: ['a/{branch}/spec.md', 'a/{branch}/design.md'],
        ...{ tree: false, strength: 'terminal', push: 'off' },
      },
      whole: { title: 'whole', subjects: [], tree: true },
      added: { subjects: ['a/{branch}/spec.md'] },
      // Who describes a gate is heard.
      shape: { title: 'the shape', subjects },
    });
  });

  describe('a gate belongs to the workflow that describes it, and gates of one name are told apart by it', () => {
    const of = (id: string, rest: Partial<Workflow>, on: string | string[] = 'doc:own'): Workflow => ({
      id,
      title: id,
      version: 1,
      rules: [],
      dials: {},
      documents: { own: { title: 'Our plan', path: 'ours/{branch}.md' } },
      phases: [
        {
          id: 'ask',
          title: 'Ask',
          instruction: 'x',
          exit: ['plan', 'handoff'].map((gate) => ({ id: gate, check: 'approved', gate, on })),
        },
      ],
      ...rest,
    });
    const shipped = of('plan', {
      gates: {
        plan: { title: 'the plan', subjects: ['plans/{branch}.md'] },
        handoff: { title: 'the work', tree: true, ships: true },
      },
    });
    const compiled = (mine: Workflow, approvals?: object) => {
      const made = compilePolicy({ approvals, workflows: { [mine.id]: { define: mine } } }, '', [], undefined, [
        shipped,
      ]);
      if (!made.ok) throw new Error(JSON.stringify(made.problems));
      return (name: string, workflow: string | null) => gateOf(made.policy, name, workflow);
    };
    const theirs = { title: 'the plan', subjects: ['plans/{branch}.md'], tree: false };
    const ours = { title: 'Our plan', subjects: ['ours/{branch}.md'], tree: false };

    test('one that is only asked for shows its own documents in its own runs, and ships where it did', () => {
      const gate = compiled(of('mine', {}));
      expect(gate('plan', 'mine')).toMatchObject({ ...ours, ships: false });
      expect(gate('handoff', 'mine')).toMatchObject({ ...ours, ships: true });
      for (const workflow of ['plan', 'unknown', 'constructor', null]) {
        expect(gate('plan', workflow)).toMatchObject(theirs);
        expect(gate('handoff', workflow)).toMatchObject({ title: 'the work', tree: true, ships: true });
      }
    });

    test('one that is reused for the whole content is the same gate', () => {
      expect(compiled(of('mine', {}, 'diff'))('handoff', 'mine')).toEqual(compiled(of('mine', {}))('handoff', null));
    });

    test('one that the project describes changes nothing of the gate that is shipped', () => {
      const gate = compiled(of('mine', { gates: { plan: ours, handoff: { title: 'mine', tree: true } } }));
      expect(gate('plan', 'mine')).toMatchObject(ours);
      expect(gate('plan', 'plan')).toMatchObject(theirs);
      expect(gate('handoff', 'mine')).toMatchObject({ title: 'mine', ships: false });
      expect(gate('handoff', 'plan')).toMatchObject({ title: 'the work', ships: true });
    });

    test('how strict a gate is the project says of all that bear its name', () => {
      const gate = compiled(of('mine', {}), { strength: 'signed', gates: { plan: { push: 'block', hours: 8 } } });
      const strict = { strength: 'signed', push: 'block', hours: 8 };
      expect(gate('plan', 'mine')).toMatchObject({ ...ours, ...strict });
      expect(gate('plan', 'plan')).toMatchObject({ ...theirs, ...strict });
    });

    test('there is none of another name', () => {
      expect(compiled(of('mine', {}))('toString', 'mine')).toBeUndefined();
    });
  });

  test('what is no signer and no gate is refused with its place', () => {
    expect(compile({ signers: ['anne'] })).toMatchObject({ ok: false, problems: [{ at: 'approvals.signers.0' }] });
    expect(compile({ gates: { 'a b': {} } })).toMatchObject({ ok: false });
    expect(compile({ gates: { shape: { strenght: 'typed' } } })).toMatchObject({
      ok: false,
      problems: [{ at: 'approvals.gates.shape' }],
    });
  });
});
