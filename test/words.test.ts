import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/* Sentences that users could not understand do not come back, in no source and in no document. */

const root = fileURLToPath(new URL('..', import.meta.url));

/** What users read: shipped sources, documents, pages, READMEs. Tests and benchmarks quote what they like. */
const READ = [
  'packages/*/src/**',
  'packages/*/README.md',
  'packages/*/packs/**',
  'apps/docs/src/**',
  'docs/*.md',
  'README.md',
];

const files = execFileSync('git', ['ls-files', '--', ...READ.map((glob) => `:(glob)${glob}`)], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !/\.test\.ts$|\/fixtures\/|^docs\/features\.md$/.test(file));

/** Text without line breaks and marks of comments, so that a sentence is found wherever its lines end. */
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8').replace(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ');

const texts = new Map(files.map((file) => [file, textOf(file)]));

/** What was written, and what stands in its place. */
const SENTENCES = [
  ['a script of a package that cannot be told', 'cannot tell which package'],
  ['mend its class', 'prevent it everywhere'],
  ['was not seen red with its current tests', 'no failing run of the current tests for'],
  ['what no forge can tell', 'a person can skip these checks'],
  ['is not as it was made here', 'was edited or is outdated; regenerate it'],
  ['was found where the branch began', 'The same problems existed before this branch.'],
  ['were red where the branch began', 'They also failed before this branch'],
  ['is formatted behind it', 'format each file after the agent edits it'],
  ['the project is not made of it', 'ignore this language here'],
  ['for linters that are configured no rule', 'upper limit for all rules about linters'],
  ['Whose a line is says', "Only the tool's own prefix decides"],
  ['left no word of it', 'left no record'],
  ['To mend it:', 'To fix it:'],
  ['had other content or other reasons', 'for different content or different reasons'],
  ['what the guard is told counts as what happened', 'because the guard records what it receives as fact'],
  ['tests that detection cannot know', 'test commands that are not detected'],
  ['what holds here in place of what a preset says', 'what is different here from the presets'],
  ['neither recorded nor asked for, such as', 'not recorded and not required, such as'],
] as const;

test('there is something to read', () => {
  expect(files.length).toBeGreaterThan(400);
  for (const file of ['README.md', 'docs/guards.md', 'packages/engine/src/words/push.ts'])
    expect(files).toContain(file);
});

describe('U16: sentences that were rewritten', () => {
  test.each(SENTENCES)('%j stands nowhere any more', (old) => {
    expect(files.filter((file) => texts.get(file)!.includes(old))).toEqual([]);
  });

  test.each(SENTENCES)('in place of %j a plain one is there', (_old, plain) => {
    expect(files.filter((file) => texts.get(file)!.includes(plain))).not.toEqual([]);
  });
});
