import { describe, expect, test } from 'vitest';
import { refusalOf } from './permission.js';

/* What a client that works alone may do, where it asks. */

const judgeLine = (line: string) =>
  line.includes('push') ? ({ kind: 'refused', text: 'PUSH_UNTESTED' } as const) : ({ kind: 'free' } as const);
const asked = (kind: string | null, rest: { paths?: string[]; command?: string } = {}) =>
  refusalOf({ kind, paths: rest.paths ?? [], command: rest.command ?? null }, '/repo.flow/A', judgeLine);

describe('R19 permission that nobody is there to give', () => {
  test.each([
    ['reading', asked('read')],
    ['searching', asked('search', { paths: ['/etc/hosts'] })],
    ['an edit in the work tree', asked('edit', { paths: ['/repo.flow/A/a.txt', 'src/b.txt'] })],
    ['a command that the guards let pass', asked('execute', { command: 'npm test' })],
  ])('%s is allowed', (_what, refused) => expect(refused).toBeNull());

  test.each([
    ['an edit elsewhere', asked('edit', { paths: ['/repo.flow/A/a.txt', '/repo.flow/B/a.txt'] })],
    ['an edit above', asked('delete', { paths: ['../B/a.txt'] })],
    ["an edit of git's own files", asked('edit', { paths: ['.git/config'] })],
    ['an edit of nobody knows what', asked('edit')],
    ['a command that the guards refuse', asked('execute', { command: 'git push' })],
    ['a command that nobody knows', asked('execute')],
    ['the network', asked('fetch')],
    ['another mode', asked('switch_mode')],
    ['anything else', asked('other', { paths: ['/repo.flow/A/a.txt'] })],
    ['what has no kind', asked(null)],
  ])('%s is refused', (_what, refused) => expect(refused).not.toBeNull());
});
