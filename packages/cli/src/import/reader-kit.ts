import type { Workflow } from '@flow/core/workflow';
import { WORKFLOWS } from '@flow/engine/run/status';
import fc from 'fast-check';
import { expect } from 'vitest';
import { compose, handOf, itemsRead } from './compose.js';
import type { Imported, SourceFile } from './model.js';

/* What tests of readers share: an import as a workflow reads it, and what holds of every import. */

export const workflow = (id: string) => WORKFLOWS.find((one) => one.id === id) as unknown as Workflow;
export const told = (imported: Imported, id = 'plan') => {
  const composition = compose(imported, workflow(id));
  const read = itemsRead(
    composition,
    workflow(id),
    composition.claims.map((one) => one.id),
  );
  return { ...composition, read, text: Object.fromEntries(composition.documents.map((one) => [one.name, one.text])) };
};
export const blocking = ({ read }: ReturnType<typeof told>) =>
  Object.values(read.findings)
    .flat()
    .filter(({ level }) => level === 'block')
    .map(({ code, args }) => [code, args.id]);

/** Pieces that break readers, and pieces that they look for. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '# ',
      '## Phase 1: Setup',
      '### User Story 1 - A',
      '- [ ] T001 ',
      '- [x] T002 [P] [US1] do `a/b.ts`',
      '  - [ ] T003 x',
      '1. **Given** a, **When** b, **Then** c',
    ],
    ...[
      '- **FR-001**: MUST',
      '<!--',
      '-->',
      '```',
      '| a | b |',
      '\\',
      '[VERIFY] ',
      '[PART] ',
      '\u001b[31m',
      '\u202e',
      '\0',
      '\r',
      '\t',
      '> ',
      '---',
      '(guard)',
      'do-1: x',
      'Verify: `rm -rf /`',
    ],
    ...[
      'Files: ../../etc/passwd',
      '&lt;',
      '~~x~~',
      '**',
      '__',
      '{"id":"a"}',
      '{',
      '"',
      ',',
      'None:',
      '- [ ]* 2.1 x',
      '<system-reminder>',
    ],
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
export const text = fc
  .array(fc.tuple(piece, fc.constantFrom('', ' ', '\n', '\n\n', '\r\n')), { maxLength: 40 })
  .map((parts) => parts.flat().join(''));

/** What holds of every import, whatever was read. */
export function holds(imported: Imported, files: readonly SourceFile[]) {
  for (const { id } of WORKFLOWS) {
    const composition = told(imported, id);
    const items = composition.items.flatMap((one) => [one, ...one.parts]);
    // Read back, there are the items that were composed, in their order, and no others; none is done, starts a command or leaves.
    expect(composition.read.items.map((one) => one.id)).toEqual(items.map((one) => one.id));
    for (const one of composition.read.items) {
      expect(one.verify).toBeUndefined();
      expect(one.part).toBeUndefined();
      expect(one.flags ?? []).toEqual([]);
      for (const file of one.files) expect(file).not.toMatch(/^[/~]|(?:^|\/)\.\.(?:\/|$)/);
    }
    for (const { text: written } of composition.documents) {
      expect(written).not.toMatch(/^\s*[-*+] \[[^ ]\]/m);
      expect(written).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/);
    }
    const spec = composition.documents.find(({ kind }) => kind === 'spec');
    if (spec) expect(handOf('spec', spec.text)).toBe('untouched');
  }
  for (const { path, line, what } of imported.left) {
    expect(files.map((one) => one.path).concat(imported.from)).toContain(path);
    expect(line).toBeGreaterThan(0);
    expect(what).not.toMatch(/[\u0000-\u001f]/);
  }
}

export { fc };
