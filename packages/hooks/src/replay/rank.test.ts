import type { Finding } from '@flow/core';
import { expect, test } from 'vitest';
import type { Verdict } from './judge.js';
import { scoreOf, signsOf, signsOfEnd } from './rank.js';

/** The signs of a command that was refused for a file, or for words of it. */
function signs(command: string, about: Partial<Finding>) {
  const finding: Finding = { code: 'PROTECTED_WRITE', level: 'block', args: {}, ...about };
  const refused: Verdict['refused'] = [{ guard: 'protected', finding, answer: 'refuse' }];
  const past = {
    kind: 'call' as const,
    file: 'a',
    line: 1,
    session: 's',
    id: 'i',
    tool: 'Bash',
    home: null,
    directory: '/r',
  };
  return signsOf({ ...past, input: { command } }, { refused, publishes: false, analysis: null, root: '/r' });
}

const FILE = { path: '.claude/settings.json' };

test.each([
  ['git commit -m "mend .claude/settings.json by hand"', FILE, true],
  ["cat > notes.md <<'EOF'\ntouch .claude/settings.json\nEOF\nls", FILE, true],
  ["cat > notes.md <<'EOF'\nx\nEOF\ntouch .claude/settings.json", FILE, false],
  ['tee ".claude/settings.json"', FILE, false],
  ['echo "$(touch .claude/settings.json)" there', FILE, false],
  ["ssh host 'touch .claude/settings.json'", FILE, false],
  [`echo "${'a" "'.repeat(20_000)}`, FILE, false],
  ['echo "say git push"', { args: { spelled: 'git push' } }, true],
])('D40 a mention is told from a deed: %s', (command, about, quoted) => {
  expect(signs(command, about).includes('quoted')).toBe(quoted);
});

test('D40 what was refused then comes last, what went on comes first', () => {
  const ends = [
    signsOfEnd('succeeded', true),
    signsOfEnd(null, false),
    signsOfEnd('failed', true),
    signsOfEnd('refused', true),
  ];
  const scores = ends.map(scoreOf);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(new Set(scores).size).toBe(4);
});
