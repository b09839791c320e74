import { agents } from '@flow/agents';
import { instructionsOf } from '@flow/agents/packs';
import { END_STATUSES } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { readWorkStatus } from './work-status.js';

const block = (value: object | string) =>
  `Done so far.\n\n\`\`\`flow-status\n${typeof value === 'string' ? value : JSON.stringify(value)}\n\`\`\`\n`;

describe('how a worker ends (R3)', () => {
  test.each(END_STATUSES)('R78 the word %s, which the prompt offers, is read', (status) => {
    expect(readWorkStatus(block({ flow: 'status', item: 'T1', status, note: 'why' }))).toEqual({
      status: { status, item: 'T1', note: 'why' },
    });
    const worker = agents.find(({ kind }) => kind === 'role')!;
    expect(instructionsOf(worker)).toContain(`\`${status}\``);
  });

  test('R78 each worker is told the form, and the example in it is read', () => {
    for (const agent of agents.filter(({ kind }) => kind === 'role'))
      expect(readWorkStatus(instructionsOf(agent)), agent.name).toEqual({
        status: { status: 'done', item: 'T1', note: expect.any(String) },
      });
  });

  test.each<[what: string, message: string, words: string]>([
    ['nothing', 'All is done.', 'contains no status'],
    ['a quotation', block({ flow: 'status', status: 'done' }).replace(/^/gm, '> '), 'contains no status'],
    ['two', block({ flow: 'status', status: 'done' }).repeat(2), 'contains 2 statuses'],
    ['a word of nobody', block({ flow: 'status', status: 'finished' }), 'status: '],
    ['no reason', block({ flow: 'status', status: 'blocked' }), 'needs a `note`'],
    ['a key twice', block('{"flow":"status","status":"blocked","status":"done"}'), 'twice'],
    ['no JSON', block('{"flow":"status",'), 'not valid JSON'],
    ['a cut block', block({ flow: 'status', status: 'done' }).replace(/```\n$/, ''), 'not closed'],
  ])('%s is sent back with the form', (_what, message, words) => {
    const read = readWorkStatus(message);
    expect('complaint' in read ? read.complaint : '').toContain(words);
    expect('complaint' in read ? read.complaint : '').toContain('```flow-status');
  });

  test('what is left out, or said to be nothing, is not there', () => {
    expect(readWorkStatus(block({ flow: 'status', status: 'done', item: null, note: null }))).toEqual({
      status: { status: 'done', item: null, note: null },
    });
  });
});
