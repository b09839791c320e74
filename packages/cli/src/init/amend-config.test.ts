import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { amendConfig } from './amend-config.js';

const WANTED = { workflows: { ceremony: { dials: { reviewers: 'agents' }, agents: { style: 'off' } } } };
const ADDED = `workflows:
  ceremony:
    dials:
      reviewers: agents
    agents:
      style: off
`;

test('D6 what is missing is put behind the last line, and no other byte changes', () => {
  const text = '# ours\npush:   { stale: warn }   # for now\n\n\n# the end\n';
  expect(amendConfig(text, WANTED)).toEqual({ text: `${text}\n${ADDED}`, added: ADDED, kept: [] });
  expect(amendConfig('mode: monitor\r\n', WANTED)?.text).toBe(`mode: monitor\n\n${ADDED}`.replaceAll('\n', '\r\n'));
  expect(amendConfig('---\nmode: monitor\n', WANTED)?.text).toBe(`---\nmode: monitor\n\n${ADDED}`);
  for (const empty of ['', '# only words\n']) expect(amendConfig(empty, WANTED)?.text).toContain(ADDED);
});

test('D6 among what is there, with the comments of people and in their order', () => {
  const text = `# ours
workflows:
  # the long way
  ceremony:
    dials: { intensity: high } # since March
    agents:
      logging: off
mode: monitor # until May
`;
  const amended = amendConfig(text, WANTED)!;
  for (const line of ['# ours', '  # the long way', '# since March', '# until May'])
    expect(amended.text).toContain(line);
  expect(parse(amended.text)).toEqual({
    workflows: {
      ceremony: { dials: { intensity: 'high', reviewers: 'agents' }, agents: { logging: 'off', style: 'off' } },
    },
    mode: 'monitor',
  });
  expect(parse(amendConfig('{ mode: monitor }', WANTED)!.text)).toEqual({ mode: 'monitor', ...WANTED });
  expect(parse(amendConfig('workflows:\nmode: monitor\n', WANTED)!.text)).toEqual({ ...WANTED, mode: 'monitor' });
  // Behind a mark of the end nothing belongs to it any more.
  expect(parse(amendConfig('mode: monitor\n...\n', WANTED)!.text)).toEqual({ mode: 'monitor', ...WANTED });
});

test('D6 a value that is there stays, and is named; added once, nothing is missing', () => {
  const text = 'workflows: { ceremony: { dials: { reviewers: person }, agents: { style: off } } }\n';
  expect(amendConfig(text, WANTED)).toEqual({ text, added: '', kept: ['workflows.ceremony.dials.reviewers: person'] });
  const once = amendConfig('mode: monitor\n', WANTED)!.text;
  expect(amendConfig(once, WANTED)).toEqual({ text: once, added: '', kept: [] });
});

test.each([
  ['no YAML', 'push: ['],
  ['a list', '- push\n'],
  ['something else on the way', 'workflows: none\n'],
  ['a tag that nobody knows', 'mode: !ours monitor\n'],
  ['lines of Windows, between which something belongs', 'workflows: { ceremony: {} }\r\nmode: monitor\r\n'],
  ['an alias on the way', 'a: &a { x: 1 }\nworkflows: *a\n'],
  ['a table where a value belongs', 'workflows: { ceremony: { dials: { reviewers: { a: 1 } } } }\n'],
])('D6 %s: nothing is touched', (_what, text) => {
  expect(amendConfig(text, WANTED)).toBeNull();
});
