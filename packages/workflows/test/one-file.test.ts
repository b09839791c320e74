import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compilePolicy, defaultPolicy } from '@flow/core';
import { documentOfKind, documentTemplate, readDocument } from '@flow/core/documents';
import { checkWorkflow, defineWorkflow, type Workflow } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { WORKFLOWS } from '../src/index.js';

/* A new workflow is one file and one line: what it needs stands in its own data, and every list is made of `WORKFLOWS`. */

const root = path.join(import.meta.dirname, '../../..');

/** What a file for a new workflow exports. */
const sample = defineWorkflow({
  id: 'sample',
  title: 'A sample',
  version: 1,
  dials: {},
  documents: {
    promises: { kind: 'spec', title: 'Promises', path: 'work/{branch}/promises.md' },
    proofs: { kind: 'test-shape', title: 'Proofs', path: 'work/{branch}/proofs.yaml' },
  },
  templates: { promises: '# Promises: {title}\n\n## Must Do\n\n## Must NOT\n' },
  gates: { promises: { title: 'the promises', subjects: ['work/{branch}/promises.md'] } },
  rules: [],
  phases: [
    {
      id: 'promise',
      title: 'Promise',
      instruction: 'Write the promises.',
      edits: [{ class: 'source', answer: 'deny' }],
      produces: ['promises'],
      exit: [
        { check: 'branch' },
        { check: 'document', document: 'promises' },
        { check: 'approved', gate: 'promises', on: 'doc:promises' },
      ],
    },
    { id: 'prove', title: 'Prove', instruction: 'Write the tests.', produces: ['proofs'], exit: [{ check: 'red' }] },
    { id: 'keep', title: 'Keep', instruction: 'Make them pass.', keeps: ['prove'], exit: [{ check: 'passing' }] },
  ],
}) satisfies Workflow;

describe('a workflow is one file and one line', () => {
  test('its gates, documents and templates are known by its data alone', () => {
    const all = [...WORKFLOWS, sample];
    expect(checkWorkflow(sample, { templates: [], runs: false }).filter(({ level }) => level === 'block')).toEqual([]);
    const gate = { title: 'the promises', subjects: ['work/{branch}/promises.md'], push: 'off', strength: 'terminal' };
    expect(defaultPolicy([], all).approvals.gates.promises).toMatchObject(gate);
    const config = { approvals: { gates: { promises: { push: 'block' } } } };
    expect(compilePolicy(config, '', [], undefined, all)).toMatchObject({
      policy: { approvals: { gates: { promises: { ...gate, push: 'block' } } } },
    });
    expect(documentOfKind(sample, 'spec')).toBe('promises');
    const text = documentTemplate(sample.templates.promises, { title: 'Cart' });
    expect(text).toContain('# Promises: Cart\n');
    const written = text.replace('## Must Do\n', '## Must Do\n\n- do-1: Adds.\n');
    expect(readDocument('spec', 'p.md', written, (words) => words).claims).toMatchObject([{ id: 'do-1' }]);
  });

  test('a project brings the same in its configuration', () => {
    const data = JSON.parse(JSON.stringify({ workflows: { sample: { define: sample } } }));
    const compiled = compilePolicy(data, '', [], undefined, WORKFLOWS);
    expect(compiled).toMatchObject({
      ok: true,
      policy: { approvals: { gates: { promises: { title: 'the promises' } } } },
    });
    data.workflows.sample.define.documents.proofs.template = 'nowhere';
    expect(JSON.stringify(compilePolicy(data, '', [], undefined, WORKFLOWS))).toContain('REFERENCE_UNKNOWN (nowhere)');
    // A template of a workflow that the program ships.
    data.workflows.sample.define.documents.proofs.template = 'test-shape';
    expect(compilePolicy(data, '', [], undefined, WORKFLOWS)).toMatchObject({ ok: true });
  });

  test('a line in all.ts makes it one of WORKFLOWS, and no other source names each workflow', () => {
    const sourcesOf = (name: string) => {
      const folder = path.join(root, 'packages', name, 'src');
      if (!existsSync(folder)) return [];
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(name, 'src', file),
      );
    };
    // Only the sources: a package's modules and builds are many times as many files.
    const files = readdirSync(path.join(root, 'packages'))
      .flatMap(sourcesOf)
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => !file.startsWith('workflows/src/') || file === 'workflows/src/all.ts');
    const ids = WORKFLOWS.map(({ id }) => id);
    const naming = files.filter((file) => {
      const code = readFileSync(path.join(root, 'packages', file), 'utf8').replace(
        /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
        '',
      );
      return ids.every((id) => new RegExp(`['/{ ,]${id}['. ,}]`).test(code));
    });
    expect(naming).toEqual(
      ['workflows/src/all.ts', 'cli/src/commands/start.ts'].filter((file) => naming.includes(file)),
    );
    expect(naming).toContain('workflows/src/all.ts');
    expect(ids).toEqual([...ids].sort());
  });
});
