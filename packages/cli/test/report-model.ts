import { figuresOf } from '@flow/core/figures';
import fc from 'fast-check';
import type { ReportModel } from '../src/report/model.js';

/** Reports with every field filled, for tests of renderers. */

const proof = (text: string) => ({
  receipt: text,
  suite: text,
  command: text,
  time: 1,
  head: 'a'.repeat(40),
  tree: 'b'.repeat(40),
  seen: 'exec',
  seal: 'prefix' as const,
});

const SHOWN = { red: 'holds', tests: 'failed', command: 'lapsed', review: 'open', person: 'let-through' } as const;

/** A report that says one text wherever a text of others may stand. */
export function modelOf(text: string): ReportModel {
  return {
    version: 1,
    made: 0,
    title: text,
    verdict: { state: 'open', line: text, reasons: [text, text] },
    run: {
      ...{ id: text, workflow: text, title: text, started: 0, dials: { [text]: text } },
      ...{ ended: { how: text, time: 1 }, goal: text, runtimeMs: 60_000, pausedMs: 1000 },
    },
    items: (['done', 'running', 'blocked', 'pending'] as const).map((state) => ({
      ...{ id: text, title: text, kind: text, parent: text, state, phase: text, reason: text },
      ...{ files: [text], flags: [text], testsOff: text, criteria: [{ id: text, text }], failed: 1, brokeDown: 1 },
      shown: SHOWN,
    })),
    counts: { total: 4, done: 1, running: 1, pending: 1, blocked: 1, skipped: 0 },
    matrix: [
      { id: 'do-1', item: null, text, shown: SHOWN },
      { id: `${text}x`, item: text, text, shown: SHOWN },
    ],
    attempts: (['failed', 'broke-down'] as const).map((status) => ({
      ...{ n: 1, time: 1, items: [text], class: text, status, source: text, errors: [text], tried: [text] },
    })),
    waits: [{ kind: 'pause', what: text, item: text, since: 0, until: null }],
    assumptions: [{ id: text, text, question: text }],
    content: {
      branch: text,
      base: text,
      fork: null,
      head: 'a'.repeat(40),
      tree: 'b'.repeat(40),
      committed: true,
      pushed: false,
      pullRequest: text,
      ci: 'passed',
      changedTotal: 1,
      changed: [{ path: text, state: 'added', class: 'source' }],
    },
    phase: { id: text, title: text, stage: 1, total: 2, waiting: 'person', next: text },
    stages: [
      { id: text, title: text, state: 'current', entered: 1, gates: [text], back: [text], visits: 2 },
      { id: 'x', title: text, state: 'pending', entered: null, gates: [], back: [], visits: 0 },
    ],
    claims: (['passed', 'suite', 'failed', 'lapsed', 'red', 'pending'] as const).map((state, at) => ({
      id: `do-${at + 1}`,
      name: `do-${at + 1}`,
      text,
      expect: 'red' as const,
      state,
      because: text,
      checks: [text],
      red: 1,
      findings: ['1.1'],
      shown: true,
      tests: [{ name: text, file: text, written: true }],
      proof: proof(text),
      screenshots: [{ name: text, path: text, bytes: 1, data: null }],
    })),
    suites: [
      {
        id: text,
        question: 'test',
        state: 'green',
        proof: proof(text),
        counts: { passed: 1, failed: 1, skipped: 1 },
        named: true,
        command: text,
      },
    ],
    gates: [
      {
        gate: text,
        state: 'lapsed',
        approvals: [
          {
            person: text,
            strength: 'signed',
            time: 1,
            expires: 2,
            head: null,
            tree: 'c'.repeat(40),
            subjects: [text],
            counts: true,
          },
        ],
      },
    ],
    reviews: [
      {
        judge: text,
        question: text,
        broke: false,
        panel: text,
        subject: text,
        round: 1,
        pass: false,
        time: 1,
        score: 3,
        mustFix: 1,
        notes: 1,
        head: null,
        present: true,
        seen: text,
      },
    ],
    rounds: [{ panel: text, round: 1, mustFix: 1, score: 3 }],
    findings: (['open', 'answered', 'disputed', 'closed', 'noted'] as const).map((fate, at) => ({
      id: `1.${at + 1}`,
      judge: text,
      title: text,
      severity: 'must-fix' as const,
      fate,
      claim: text,
      place: text,
      quote: text,
      reasoning: text,
      fix: text,
      verified: false,
      answers: [{ note: text, disputed: true }],
    })),
    exceptions: [{ kind: 'waiver', what: text, reason: text, person: text, time: 1, expires: 2 }],
    byHand: (['holds', 'fails', 'lapsed', 'open', 'let-through'] as const).map((state) => ({
      ...{ item: text, id: text, text, state },
      ...{ person: text, note: text, time: 1 },
    })),
    blocked: [{ item: text, title: text, reason: text, severity: 'high' }],
    debts: [{ check: text, why: 'loop', reason: text }],
    warnings: [text],
    screenshots: { folder: text, faults: [text] },
    schema: (['there', 'missing', 'undeclared', 'told'] as const).map((state) => ({
      kind: 'type',
      name: text,
      state,
      path: text,
    })),
    risks: [{ what: text, risk: 'high', silent: true, callers: 2, tests: [text] }],
    concerns: [text],
    probes: [text],
    expectations: [text],
    timeline: [{ time: 1, kind: 'run', what: text, good: true }],
    spans: (['led-on', 'failed', 'broke-down'] as const).flatMap((result) => [
      { kind: 'session' as const, item: text, what: text, since: 0, until: 60_000, result, tokens: 10, money: 0.5 },
      { kind: 'attempt' as const, item: null, what: text, since: 5, until: 5, result, tokens: null, money: null },
      { kind: 'wait' as const, item: text, what: text, since: 9, until: null, result: null, tokens: null, money: null },
    ]),
    phases: (['at-least', 'exact'] as const).map((is) => ({
      ...{ title: text, durationMs: 60_000, tokens: 10, money: { is, value: 1 }, rounds: 1, refusals: 1 },
    })),
    figures: figuresWith(text),
    work: {
      edits: 1,
      files: 1,
      refusals: 1,
      refusedBy: [[text, 1]],
      runs: 1,
      green: 1,
      own: false,
      tokens: 12,
      cost: 1,
      agents: [{ type: text, model: text, runs: 1, tokens: 12, minutes: 1, cost: 1 }],
    },
  };
}

/** Figures that name one text wherever a name of others may stand. */
function figuresWith(text: string): ReportModel['figures'] {
  const figures = figuresOf({
    ...{ events: [], until: 1, ended: null, items: [], spends: [], notLanded: [], openFindings: new Set() },
    ...{ criteria: { all: 2, proven: 1 }, lines: { planned: 1, changed: 2 }, refusals: {}, judgeOf: () => null },
    ...{ afterMerge: null, started: 0, others: [], removedBy: () => null },
    budget: { of: 'tdd', budget: { minutes: 1 } },
  });
  return {
    ...figures,
    cost: { ...figures.cost, money: { is: 'at-least', value: 2 }, perStarted: { is: 'at-least', value: 2 } },
    firstPass: [{ kind: 'judge', gate: text, came: 2, passed: 1 }],
    caught: (['judge', 'suite', 'command', 'landing', 'guard'] as const).map((kind) => ({
      ...{ kind, gate: text, looked: 1, caught: 1, money: { is: 'unknown' as const, value: null } },
    })),
    idle: [
      { gate: text, runs: 3, looked: 3, money: { is: 'unknown', value: null }, removedBy: { dial: 'a', value: 'b' } },
    ],
    reread: [{ role: text, cacheRead: 9, output: 3, ratio: 3, unknown: 1 }],
  };
}

/** Text that wants out of its place. */
export const hostileText = () =>
  fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.constantFrom(
          ...[
            '<script>alert(1)</script>',
            '"><img src=x onerror=alert(1)>',
            "' onmouseover='x",
            '</td></tr></table>',
            '-->',
            '<!--',
          ],
          ...[
            '| a | b |',
            '\n\n# heading',
            '\r\n- item',
            '```\n',
            '`',
            '~~~',
            '\\',
            '[x](javascript:alert(1))',
            '![x](http://e.test/x.png)',
          ],
          ...[
            '</style><style>*{}',
            '&lt;',
            '&#x3c;b&#x3e;',
            '<details>',
            '</details>',
            '</summary>',
            '@everyone',
            'closes #1',
            'GH-12',
          ],
          ...[
            'https://e.test/a',
            'www.e.test',
            '\u202e',
            '\u0000',
            '\u2028',
            '\ud800',
            ']]>',
            '<![CDATA[',
            '{{x}}',
            '$x$',
            '1. one',
            '+ x',
            '===',
          ],
        ),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join(''));
