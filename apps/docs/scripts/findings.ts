import type { Finding } from '@flow/core';
import { OPEN_WORDS } from '@flow/engine/run/words/open-words';
import { formatFinding } from '@flow/engine/words/finding-words';
import { code, table, tableIn } from './markdown.js';

const NOW = 60_000;

/**
 * Facts for a finding whose every value is its own name: `command` is `<command>`. A list of one word reads as that
 * word where a text is asked for, so both kinds of facts have a value. An exception that has expired is no part of
 * what a code says.
 */
const named = (): Finding['args'] =>
  new Proxy<Finding['args']>(
    {
      question: 'test',
      outcome: 'failed',
      time: NOW - 12_000,
      suite: 'vitest:.',
      command: 'npx vitest run',
      ranCommand: 'npx vitest run',
      roots: ['.'],
      commands: ['bun test'],
      total: 1,
      config: 'flow.config.yaml',
    },
    {
      get: (given, key) => {
        if (typeof key !== 'string' || /^(?:un)?ended/.test(key)) return undefined;
        return key in given ? given[key] : key.endsWith('Total') ? 1 : [`<${key}>`];
      },
    },
  );

/** The sentence that the program prints for a code, with names in the place of facts. */
function wordsOf(finding: string): string {
  return formatFinding({ code: finding, level: 'block', path: '<path>', args: named() } as never, NOW);
}

/** The rows of the table of rules in `docs/codes.md`: code, when, what unblocks it. */
function rulesOf(codes: string): { code: string; when: string; unblocks: string }[] {
  const rows = tableIn(codes, '| code | when | resolution |').split('\n').slice(2);
  return rows.map((row) => {
    const [, finding = '', when = '', unblocks = ''] = row.split(/(?<!\\)\|/).map((one) => one.trim());
    return { code: finding, when, unblocks };
  });
}

/** Names that stand for facts become code where the words have not made them code already. */
const markNames = (words: string): string =>
  words
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/<\w+>/g, code)))
    .join('');

/** One section for each code, in the table's order. */
export function findingsPage(codes: string): string {
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const section = ({ code: finding, when, unblocks }: ReturnType<typeof rulesOf>[number]) =>
    [`## ${finding}`, `${capital(when)}.`, `> ${markNames(wordsOf(finding))}`, `**Resolution:** ${unblocks}.`].join(
      '\n\n',
    );
  return rulesOf(codes).map(section).join('\n\n');
}

/** What can be in the way of a phase, by code. */
export function openPage(): string {
  const rows = Object.entries(OPEN_WORDS).map(([finding, words]) => [code(finding), markNames(words(named()))]);
  return table(['code', 'message'], rows);
}
