import { createHash } from 'node:crypto';
import { readDocument } from '@flow/core/documents';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageOf } from '../src/report/html/page.js';
import { STYLE } from '../src/report/html/style.js';
import {
  BY_HAND_WORDS,
  CLAIM_WORDS,
  FATE_WORDS,
  GATE_WORDS,
  ITEM_WORDS,
  PROOF_WORDS,
  SUITE_WORDS,
} from '../src/report/labels.js';
import { markdownOf } from '../src/report/markdown.js';
import { tidyText } from '../src/report/words.js';
import { hostileText, modelOf } from './report-model.js';

/* No text of a test, a repository or an agent gets out of its place in a report. */

const digest = (text: string) => text;
const shapeOf = (markdown: string) => {
  const { coverage, sections } = readDocument('report', 'report.md', markdown, digest);
  return { rows: coverage.map(({ claim }) => claim), sections: Object.keys(sections) };
};

describe('Markdown', () => {
  test('D84 whatever the texts say, there are the same sections, and one row a claim', async () => {
    const tidy = await tidyText();
    const plain = shapeOf(markdownOf(modelOf('plain')));
    expect(plain.rows).toEqual(['do-1', 'do-2', 'do-3', 'do-4', 'do-5', 'do-6']);
    fc.assert(
      fc.property(hostileText(), (text) => {
        const model = modelOf(tidy(text));
        const markdown = markdownOf(model);
        // Without what is behind the marks it is the body without links: to read it costs the most here, and once is enough.
        const bare = markdownOf(model, { isLinked: false });
        const told = /<details>\n<summary>Why: [\s\S]*?\n<\/details>\n\n/;
        expect(markdown.replace(told, '').replace(/\[([^[\]]*)\]\(#why-[a-z]+-\d+\)/g, '$1')).toBe(bare);
        expect(shapeOf(bare)).toEqual(plain);
        // What stands in a span of code is read by nobody.
        const said = markdown.replace(/`[^`\n]*`/g, '');
        expect(said).not.toMatch(
          /@(?!<!-- -->)|(?<!&)#\d|:\/\/|<(?!\/?(?:details|summary|sub|a)>|a name="why-[a-z]+-\d+">|!-- -->)/,
        );
      }),
      { numRuns: 150 },
    );
  });

  test('37.6 behind each mark is a link to what is known of it, and none leads to what was left out', () => {
    const model = modelOf('plain');
    const markdown = markdownOf(model);
    const links = (text: string) => [...text.matchAll(/\]\(#(why-[^)]*)\)/g)].map(([, id]) => id!);
    const places = (text: string) => [...text.matchAll(/<a name="([^"]*)"><\/a>/g)].map(([, id]) => id!);
    const { claims, suites, gates } = model;
    for (const [kind, all] of Object.entries({ claim: claims, suite: suites, gate: gates }))
      for (const at of all.keys()) expect(links(markdown)).toContain(`why-${kind}-${at + 1}`);
    expect(links(markdown)).toContain('why-item-1');
    expect(links(markdown)).toContain('why-finding-1');
    expect(links(markdown)).toContain('why-review-1');
    const partOf = (title: string) => markdown.split(`### ${title}`)[1]!.split('###')[0]!;
    for (const title of ['Criteria by evidence', 'By hand']) expect(links(partOf(title)).length).toBeGreaterThan(0);
    expect(new Set(places(markdown))).toEqual(new Set(links(markdown)));
    expect(new Set(places(markdown)).size).toBe(places(markdown).length);
    expect(markdown).toMatch(/<a name="why-claim-1"><\/a>`claim:[^`]+`: .+\n\n- /);
    // Where there is no room, marks are words alone and tables keep their rows.
    const short = markdownOf(model, { max: markdown.length - 100 });
    expect([links(short), places(short)]).toEqual([[], []]);
    expect(shapeOf(short).rows).toEqual(shapeOf(markdown).rows);
    // A table that is read as a document says the same.
    const read = (text: string) =>
      readDocument('report', 'report.md', text, digest).coverage.map(({ line: _, ...one }) => one);
    expect(read(markdown)).toEqual(read(short));
    expect(markdownOf(model, { isLinked: false })).not.toContain('why-');
  });

  test('D84 it stays within what a forge takes, however much there is', () => {
    const model = modelOf('x'.repeat(300));
    const claims = Array.from({ length: 5000 }, () => model.claims[0]!);
    const markdown = markdownOf({ ...model, claims, findings: Array.from({ length: 5000 }, () => model.findings[0]!) });
    expect(markdown.length).toBeLessThanOrEqual(65_536);
    expect(markdown).toContain('For the full report');
    expect(markdown.split('<details>').length).toBe(markdown.split('</details>').length);
  });

  test('D73 D84 a long table takes no other away: a body for 200 claims has them, what is not proven first, and all the rest', () => {
    const model = modelOf(
      '<script> a longer sentence of some twenty words, as claims and findings have it | and a bar '.repeat(3),
    );
    const claims = Array.from({ length: 200 }, (_, at) => ({
      ...model.claims[0]!,
      ...(at === 199 ? { id: 'do-last', name: 'do-last', state: 'failed' as const } : { id: `do-${at}` }),
    }));
    const markdown = markdownOf({ ...model, claims });
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    const head = ['Claims', 'Items', 'Criteria by evidence', 'Suites', 'Approvals', 'By hand', 'Blocked'];
    const rest = ['Assumptions', 'Debts', 'Allowed by a person', 'Open findings', 'Waits'];
    expect([...markdown.matchAll(/^### (.*)$/gm)].map(([, title]) => title)).toEqual([...head, ...rest]);
    expect(shapeOf(markdown).rows[0]).toBe('do-last');
    expect(shapeOf(markdown).rows.length).toBeGreaterThan(20);
    expect(markdown).toMatch(/_and \d+ more_/);
    expect(markdown).toContain('<summary>Statistics</summary>');
    expect(markdown).toContain('For the full report');
  });
});

/** Elements with the names of their attributes, in their order; the style sheet's text is left out. */
const elementsOf = (page: string) =>
  [...page.replace(/<style>[^<]*<\/style>/, '<style></style>').matchAll(/<[^<>]*>/g)].map(([tag]) =>
    tag.replace(/="[^"]*"/g, '='),
  );

test.each([
  ['prefix', ', sealed (prefix)'],
  ['host', ', sealed (host)'],
  ['none', ', not proven sealed'],
  [null, null],
] as const)('33.3e each run of a claim and of a suite says how it was held: %s', (seal, words) => {
  const model = modelOf('plain');
  for (const one of [...model.claims, ...model.suites]) one.proof!.seal = seal;
  const runs = model.claims.length + model.suites.length;
  for (const [kind, text] of Object.entries({ markdown: markdownOf(model), html: pageOf(model) })) {
    const said = text.match(/, (?:not proven )?sealed(?: \(\w+\))?/g) ?? [];
    expect(said, kind).toEqual(words === null ? [] : Array.from({ length: runs }, () => words));
  }
});

describe('HTML', () => {
  test('D84 whatever the texts say, there are the same elements with the same attributes', async () => {
    const tidy = await tidyText();
    const plain = elementsOf(pageOf(modelOf('plain')));
    expect(plain.length).toBeGreaterThan(200);
    expect(plain).not.toContainEqual(
      expect.stringMatching(/<(?:script|iframe|object|embed|link|form|base|svg|a [^h])|\son\w+=/i),
    );
    fc.assert(
      fc.property(hostileText(), (text) => {
        const said = `plain ${tidy(text)}`;
        const page = pageOf(modelOf(said));
        expect(elementsOf(page)).toEqual(plain);
        expect(page).not.toMatch(/(?:src|href)="(?!data:image\/|#)/);
      }),
      { numRuns: 100 },
    );
  });

  test('D17 D84 the page needs nothing else: no address, no script, one style sheet that its policy knows, pictures within', () => {
    const model = modelOf('plain');
    model.claims[0]!.screenshots = [{ name: 'a.png', path: 'a.png', bytes: 3, data: 'data:image/png;base64,AAAA' }];
    const page = pageOf(model);
    expect(page).toContain('<img src="data:image/png;base64,AAAA" alt="Screenshot of do-1: a.png">');
    expect(page).not.toMatch(/https?:|\burl\(|@import|@font-face|javascript:/i);
    const style = /<style>([^<]*)<\/style>/.exec(page)![1]!;
    const digest = createHash('sha256').update(style).digest('base64');
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)![1];
    expect(policy).toBe(
      `default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-${digest}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;`,
    );
    expect(page).not.toMatch(/\sstyle=/);
  });

  test('D84 it can be read without eyes: one title, headings in order, names for columns, rows and pictures, links that lead somewhere', () => {
    const page = pageOf(modelOf('plain'));
    expect(page.match(/<h1>/g)).toHaveLength(1);
    const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? level)).toBeLessThanOrEqual(1);
    for (const [table] of page.matchAll(/<table>[\s\S]*?<\/table>/g)) {
      expect(table).toMatch(/<caption class="unseen">\w/);
      expect(table).toMatch(/<th scope="col">\w/);
    }
    const ids = new Set([...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
    const dead = [...page.matchAll(/href="#([^"]*)"/g)]
      .map(([, id]) => id!)
      .filter((id) => !ids.has(id) && id !== 'claim-plain');
    expect(dead).toEqual([]);
    // 37.6 Behind each mark is what is known of it; of claims, items and their criteria as `flow explain` tells it.
    const marks = [...page.matchAll(/<a href="#(why-[^"]*)"><span class="pill/g)].map(([, id]) => id!);
    // All items of this model have one id, and so one place to lead to.
    const { claims, suites, gates, findings, reviews } = modelOf('plain');
    const told = Object.entries({ claim: claims, suite: suites, gate: gates, finding: findings, review: reviews });
    const places = told.flatMap(([kind, all]) => all.map((_, at) => `why-${kind}-${at + 1}`));
    expect(new Set(marks)).toEqual(new Set([...places, 'why-item-1']));
    // What bears no link is no mark of proof: a price, a schema, a risk, a wait, and a try of the run as a whole.
    const bare = [...page.matchAll(/(?<!<a href="#[\w-]*">)<span class="pill \w+">([^<]*)</g)].map(([, word]) => word);
    const proof = [CLAIM_WORDS, ITEM_WORDS, SUITE_WORDS, GATE_WORDS, BY_HAND_WORDS, FATE_WORDS, PROOF_WORDS];
    expect(bare.filter((word) => proof.some((words) => (Object.values(words) as string[]).includes(word!)))).toEqual(
      [],
    );
    expect(bare.filter((word) => /must-fix|verdict|\d [A-Z]+/.test(word!))).toEqual([]);
    expect(page).toMatch(/<h3 id="why-claim-1"><code>claim:[^<]*<\/code>/);
    expect(page).toContain('aria-current="step"');
    expect(page).toMatch(/<html lang="en">/);
  });

  /** Relative luminance and contrast as WCAG 2 has them. */
  const luminance = (hex: string) => {
    const full = hex.length === 4 ? [...hex.slice(1)].map((sign) => sign + sign).join('') : hex.slice(1);
    const [r = 0, g = 0, b = 0] = (full.match(/../g) ?? []).map((part) => {
      const value = Number.parseInt(part, 16) / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: string, other: string) => {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };

  test.each(['light', 'dark', 'print'])('D84 what is written can be read: contrast of 4.5 at least, %s', (which) => {
    const roots = [...STYLE.matchAll(/:root\{([^}]*)\}/g)].map(([, body]) =>
      Object.fromEntries([...body!.matchAll(/--([\w-]+):(#\w+)/g)].map(([, name, value]) => [name, value!])),
    );
    const colours = roots[['light', 'dark', 'print'].indexOf(which)]!;
    for (const name of ['good', 'bad', 'warn', 'info', 'quiet'])
      expect(contrast(colours[name]!, colours[`${name}-g`]!)).toBeGreaterThanOrEqual(4.5);
    for (const name of ['ink', 'soft', 'link', 'good', 'bad', 'warn'])
      expect(contrast(colours[name]!, colours.ground!)).toBeGreaterThanOrEqual(4.5);
  });
});
