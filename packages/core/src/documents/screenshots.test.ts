import { describe, expect, test } from 'vitest';
import { claimOfScreenshot, claimsToShow, imageType, linkScreenshots, MAX_SCREENSHOT } from './screenshots.js';

const CLAIMS = [{ id: 'do-1' }, { id: 'do-12' }, { id: 'not-1' }, { id: 'INV-001' }];
const png = (path: string, bytes = 100) => ({ path: `develop/b/screenshots/${path}`, bytes, type: 'image/png' });

describe('screenshots', () => {
  test.each([
    ['claim-do-1.png', 'do-1'],
    ['claim-do-1-empty-cart.png', 'do-1'],
    ['claim-do-12_after.jpeg', 'do-12'],
    ['CLAIM-NOT-01.PNG', 'not-1'],
    ['claim-inv-1.webp', 'INV-001'],
    ['a/b/claim-not-2 the total.gif', 'not-2'],
    ['claim-do-1', null],
    ['claim-do-.png', null],
    ['claim-do-1x.png', null],
    ['do-1.png', null],
    ['claim-maybe-1.png', null],
    ['claim-do-1.svg', null],
  ])('D83 %s shows %s', (name, claim) => {
    expect(claimOfScreenshot(name)).toBe(claim);
  });

  test('D83 an image is what its bytes say, never its name', () => {
    const of = (...bytes: (number | string)[]) =>
      imageType(
        Uint8Array.from(bytes.flatMap((one) => (typeof one === 'string' ? [...one].map((c) => c.charCodeAt(0)) : one))),
      );
    expect(of(0x89, 'PNG\r\n\u001a\n', 0, 0)).toBe('image/png');
    expect(of(0xff, 0xd8, 0xff, 0xe0)).toBe('image/jpeg');
    expect(of('GIF89a')).toBe('image/gif');
    expect(of('RIFF', 1, 2, 3, 4, 'WEBP')).toBe('image/webp');
    for (const text of ['<svg onload=x>', 'PNG', '', 'RIFFaaaaWAVE', '%PDF-1.7']) expect(of(text)).toBeNull();
  });

  test('D83 pictures are linked to their claims; what names none, is none or is too large is told, and so is what is missing', () => {
    const files = [
      png('claim-do-1-a.png'),
      png('claim-do-1-b.png'),
      png('claim-do-9.png'),
      png('shot.png'),
      png('claim-not-1.png', MAX_SCREENSHOT + 1),
    ];
    const { shots, findings } = linkScreenshots([...files, { ...png('claim-do-12.png'), type: null }], CLAIMS, [
      'do-1',
      'do-12',
    ]);
    expect(shots.map(({ claim, path }) => [claim, path.slice(path.lastIndexOf('/') + 1)])).toEqual([
      ['do-1', 'claim-do-1-a.png'],
      ['do-1', 'claim-do-1-b.png'],
    ]);
    expect(findings.map(({ code, args }) => [code, args.claim])).toEqual([
      ['SCREENSHOT_CLAIM_UNKNOWN', 'do-9'],
      ['SCREENSHOT_UNNAMED', undefined],
      ['SCREENSHOT_TOO_LARGE', undefined],
      ['SCREENSHOT_NO_IMAGE', undefined],
      ['SCREENSHOT_MISSING', 'do-12'],
    ]);
  });

  test('D82 a picture is needed where the plan expects to see a claim, or a planned test is seen with eyes', () => {
    const planned = (claim: string, kind?: string) => ({
      claim,
      tests: [{ name: 't', ...(kind && { kind }) }],
      checks: [],
      line: 1,
    });
    expect(claimsToShow(CLAIMS, [planned('do-12', 'e2e'), planned('not-1', 'unit'), planned('INV-001')], [])).toEqual([
      'do-12',
    ]);
    expect(claimsToShow(CLAIMS, [], ['The sum below the list (do-1, not-1)', 'It is fast'])).toEqual(['do-1', 'not-1']);
    expect(claimsToShow(CLAIMS, [], [])).toEqual([]);
  });
});
