import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { recordingOf, stepsOf, wrapped } from '../scripts/recording/draw.mjs';

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');
const readme = read('README.md');
const picture = read('apps/docs/public/recording.svg');

test('36.5 the recording is drawn from the example that readme.test.ts runs; `npx -y pnpm@12 recording` draws it anew', () => {
  expect(picture).toBe(recordingOf(readme));
  const shown = picture.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  const steps = stepsOf(readme);
  expect(steps.map(({ command }) => command)).toContain('git push -q origin HEAD');
  for (const { command, printed } of steps)
    for (const line of [`$ ${command}`, ...printed]) for (const part of wrapped(line)) expect(shown).toContain(part);
});

test('36.5 it fetches nothing, runs nothing, says in words what it shows, and stands still for who asks for that', () => {
  expect(picture).not.toMatch(/<script|<image|@import|url\((?!#)|href=/);
  expect(picture).toMatch(/<title>A terminal: .+\.<\/title>/);
  const [still = '', moving = ''] = picture.split('@media (prefers-reduced-motion:no-preference)');
  expect(still).not.toContain('animation');
  expect(moving).toContain('animation');
});

test('36.5 a line that is longer than the terminal is broken between its words, and no letter is lost', () => {
  const line = `${'word '.repeat(40)}${'x'.repeat(250)}`;
  const lines = wrapped(line);
  for (const one of lines) expect(one.length).toBeLessThanOrEqual(100);
  expect(lines.join('').replaceAll(' ', '')).toBe(line.replaceAll(' ', ''));
});
