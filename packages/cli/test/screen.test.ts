import { expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, repository } from './kit.js';

test.runIf(HAS_SCRIPT)('D84 on a terminal, lines end between words, and a report is no markup', async () => {
  const repo = repository();
  expect(flow(repo, ['start', 'tdd']).status).toBe(0);
  for (const name of ['status', 'report']) {
    const { text } = await atTerminal(repo, [name], { program: FLOW });
    expect(text).toContain('`flow template spec`');
    expect(text).not.toMatch(/&#96;|&lt;|<\w|\*\*|### /);
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
    // Programs and agents get whole lines, pull requests their Markdown.
    const piped = flow(repo, [name]).stdout;
    expect(piped.split('\n').some((line) => line.length > 80)).toBe(true);
    if (name === 'report') expect(piped).toContain('**');
  }
});
