import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Attack,
  asWith,
  FRESH,
  HOST_FRESH,
  MORE,
  SINGLES,
  TOOLS,
  UNREAD,
} from '../packages/hooks/test/sealed-attacks.js';
import { ATTACKS } from '../packages/hooks/test/sealed-kit.js';
import { root } from './titles.js';

/* docs/sealed-attacks.md lists what the real client tried from sealed shells; its rows are those that the client plays. */

const text = readFileSync(path.join(root, 'docs/sealed-attacks.md'), 'utf8');

/** A cell in code, as Markdown has it within a table. */
const code = (line: string) => {
  const ticks = line.includes('`') ? '``' : '`';
  return `${ticks}${line.replaceAll('|', '\\|').replaceAll('\n', ' ')}${ticks}`;
};
const told = ({ what, line }: Attack) => what ?? code(line);

const covered = [...ATTACKS.map((line) => ({ line })), ...MORE];
/** Cells of an attack with results of its own, one for each backend. */
const single = (one: (typeof TOOLS)[number] | (typeof SINGLES)[number]) => {
  const results = (['prefix', 'host'] as const).map((backend) => {
    const { result, codes = [] } = asWith(backend, one);
    return codes.length === 0 ? result : `${result} (${codes.map((code) => `\`${code}\``).join(', ')})`;
  });
  return `| ${one.id} | ${one.what} | ${results.join(' | ')} |`;
};
const unread = SINGLES.filter(({ isUnread }) => isUnread);

const rows = [
  ...covered.map((one, at) => `| S${at + 1} | ${told(one)} | no effect |`),
  ...FRESH.map((one, at) => `| F${at + 1} | ${told(one)} | no effect |`),
  ...UNREAD.map((one, at) => `| U${at + 1} | ${told(one)} | no effect |`),
  ...unread.map(single),
  ...HOST_FRESH.map((one, at) => `| H${at + 1} | ${told(one)} | no effect |`),
  ...[...TOOLS, ...SINGLES.filter(({ isUnread }) => !isUnread)].map(single),
];

describe('33.3 the table of attacks from sealed sessions', () => {
  test('has a row for each attack that is played, and no other', () => {
    expect(text.split('\n').filter((line) => /^\| (?!id |---)/.test(line))).toEqual(rows);
  });

  test('counts them in words', () => {
    expect(text).toContain(`${covered.length} ways to what the promise covers`);
    expect(text).toContain(`nor one of ${HOST_FRESH.length} more, written behind them`);
    expect(text).toContain(`${FRESH.length} that were written when the seal was done`);
    expect(text).toContain(`${UNREAD.length} ways to what the promise covers, and ${unread.length} of other kinds`);
    const others = TOOLS.length + SINGLES.length;
    expect(text).toContain(`All ${others} were tried with both backends, ${unread.length} of them above`);
    expect(new Set([...TOOLS, ...SINGLES].map(({ id }) => id)).size).toBe(others);
  });
});
