import type { Phase } from '@flow/core/workflow';
import { WORKFLOWS } from '@flow/workflows';
import { describe, expect, test } from 'vitest';
import { phasePicture } from './phase-picture.js';

const all = (phases: readonly Phase[]): Phase[] => phases.flatMap((one) => [one, ...all(one.each?.phases ?? [])]);
const numbers = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match.slice(1).map(Number));

describe.each(WORKFLOWS)('the picture of $id', (workflow) => {
  const picture = phasePicture(workflow);

  test('has a box for every phase, one in another where items are walked, and is one line that fetches nothing', () => {
    for (const { title } of all(workflow.phases))
      expect(picture).toContain(`>${title.replaceAll('&', '&amp;')}</text>`);
    expect(picture.match(/class="box/g)).toHaveLength(all(workflow.phases).length);
    expect(picture.match(/class="box loop/g) ?? []).toHaveLength(
      all(workflow.phases).filter(({ each }) => each).length,
    );
    expect(picture).not.toContain('\n');
    expect(picture.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|@import|url\((?!#)|style=|#[0-9a-f]{3}\b/,
    );
  });

  test('no box reaches beyond the picture or into the box beside it, and no line of words beyond its box', () => {
    const [[width = 0, height = 0] = []] = numbers(picture, /viewBox="0 0 (\d+) ([\d.]+)" xmlns/g);
    const boxes = numbers(picture, /<rect [^>]*x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g);
    for (const [x = 0, y = 0, w = 0, h = 0] of boxes) {
      expect(x + w).toBeLessThanOrEqual(width);
      expect(y + h).toBeLessThanOrEqual(height);
      const others = boxes.filter(([, at = 0]) => at !== y);
      const isApart = others.every(
        ([, at = 0, , tall = 0]) =>
          at + tall <= y || at >= y + h || (at < y && at + tall >= y + h) || (at > y && at + tall <= y + h),
      );
      expect(isApart).toBe(true);
    }
    for (const [, line = ''] of picture.matchAll(/<text class="small[^>]*>([^<]*)</g))
      expect(line.length).toBeLessThanOrEqual(46);
  });

  test('36.5 lines that lead back to different phases neither run over each other nor cross', () => {
    const lines = numbers(picture, /class="back"[^>]* d="M([\d.]+) ([\d.]+) H([\d.]+) V([\d.]+) H([\d.]+)"/g).map(
      ([x = 0, from = 0, out = 0, to = 0]) => ({
        x,
        from,
        out,
        to,
        top: Math.min(from, to),
        bottom: Math.max(from, to),
      }),
    );
    expect(lines).toHaveLength(picture.match(/class="back"/g)?.length ?? 0);
    for (const a of lines)
      for (const b of lines.filter(({ to }) => to !== a.to)) {
        const apart = a.bottom < b.top || b.bottom < a.top;
        expect(apart || a.out !== b.out).toBe(true);
        // The end of a way that goes farther out runs through the upright line of one that is nearer.
        const crosses = [b.from, b.to].some((y) => b.out > a.out && a.top < y && y < a.bottom);
        expect(crosses).toBe(false);
      }
  });

  test('a person who decides is drawn, and what a check finds leads back', () => {
    const checks = all(workflow.phases).flatMap(({ exit }) => exit);
    if (checks.some(({ check }) => check === 'approved')) expect(picture).toContain('you approve');
    const leads = all(workflow.phases).flatMap(({ id, exit }) =>
      exit.flatMap(({ to }) => (to && to !== id ? [`${id}>${to}`] : [])),
    );
    expect(picture.match(/class="back"/g) ?? []).toHaveLength(new Set(leads).size);
  });
});

test('a workflow draws itself: another phase is another box', () => {
  const [first] = WORKFLOWS;
  const more = { ...first!, phases: [...first!.phases, { id: 'x', title: 'Say <thanks>', instruction: '', exit: [] }] };
  expect(phasePicture(more)).toContain('>Say &lt;thanks></text>');
  expect(phasePicture(more).length).toBeGreaterThan(phasePicture(first!).length);
});
