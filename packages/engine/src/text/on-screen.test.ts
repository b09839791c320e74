import { describe, expect, test } from 'vitest';
import { columnsOf } from './columns.js';
import { fitted, fittedFor } from './on-screen.js';

/* What people look at, as the built program printed it in a project of Python, and as the screen of a terminal gets it. */

const KEPT: Readonly<Record<string, string>> = {
  status: `Goal: totals

[>] plan  [ ] spec  [ ] survey  [ ] shape-review  [ ] tests  [ ] implement  [ ] diff-review  [ ] verify  [ ] report-review  [ ] ship  [ ] handoff-review  [ ] done

flow: ceremony, phase plan [1/12] on totals | gates: shape: pending, review: pending, report: pending, handoff: pending
Instruction: Discuss the scope with the user and write the plan. Before you write it, run the agents similar-feature and reusable-code.
Command: npx flow template plan
Open: DOCUMENT_MISSING: write the document plan, develop/totals/plan.md (\`npx flow template plan\` prints an empty one)
Rule: Once the shape is approved, change the specification and test map only if the user asks.
`,
  next: `Discuss the scope with the user and write the plan. Before you write it, run the agents similar-feature and reusable-code.
DOCUMENT_MISSING: write the document plan, develop/totals/plan.md (\`npx flow template plan\` prints an empty one)
Start, in the foreground, all in one message, each as a separate agent:
  flow-reusable-code    Reusable code: "Work as reusable-code; \`npx flow status\` says where the run stands."
A client without these agents: \`npx flow agents render <name>\` is the prompt.
$ npx flow template plan
`,
  doctor: `ok       Launcher .claude/hooks/flow.cjs: unchanged, version 0.1.0
warning  Policy: flow.config.yaml differs from the policy in force; it holds once origin/main has it and it was fetched here (merge it, then \`git fetch origin\`), or at once with \`npx flow-hooks apply\` in a terminal.
         fix: npx flow-hooks apply
warning  Claude Code: \`claude\` is not on PATH, so its version could not be checked.
         fix: npm install -g @anthropic-ai/claude-code

22 ok, 11 with a warning, 0 failed
`,
  install: `found  go          go.mod  (go test ./...)
wrote  .git/hooks/pre-push, .git/hooks/pre-commit, .gitignore, .claude/hooks/flow.cjs, .claude/settings.json, the program in ~/.local/state/flow/bundles/0.1.0
note   flow.config.yaml differs from the policy in force; it holds once origin/main has it and it was fetched here (merge it, then \`git fetch origin\`).
Installed. Next: npx flow-hooks doctor, then commit .claude/ and .gitignore on a branch, so that teammates are guarded too.
`,
  evidence: `/home/ann/prices  branch change, base main

go:.: unknown  runs were recorded, but none proves anything
    last   go test ./...: passed, 2026-11-29T23:16:47.478Z
    run    go test ./...
`,
  metrics: `Run of totals: 1 h 4 min, 3 runs of tests, 2 refusals, no overrides
phase      time   tokens  cost   runs  refusals
plan       12 min  41,020  $0.31  0     0
implement  40 min  90,112  $0.80  3     2
`,
  refusal: `flow refused this push.
- PUSH_UNTESTED: No test run of pytest:. has been recorded for this content (ebedd38a38). Run \`python3 -m pytest\` in its own call, then push in the next one.
To allow exactly this once: npx flow-hooks allow GQ7F
To push without this check: git push --no-verify
`,
  report: `Verification of totals

T1 A cart adds its prices: shown by tests/test_cart.py::test_adds_prices, which failed before the change and passes on the content of this commit.
`,
};

/** The words of a text in the order in which a screen reader says them. */
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

describe.each(Object.entries(KEPT))('36.8 %s on a screen', (_, text) => {
  test.each([40, 80, 200])('of %d columns: its words in their order, no colour, lines that fit', (width) => {
    const shown = fitted(text, width);
    expect(words(shown)).toEqual(words(text));
    expect(shown).not.toMatch(/[^\P{Cc}\n]/u);
    // A command that is to be copied, a table and one long word are left to the terminal.
    const wide = shown.split('\n').filter((line) => columnsOf(line) > width);
    const isWhole = (line: string) =>
      text.split('\n').includes(line) && /^(?:\$ |Command: | *fix: )|\S {2,}.*\S {2,}\S/.test(line);
    const isOneWord = (line: string) =>
      /^ *(?:npx|git) |^ *(?:\S+ {2,})?(?:`[^`]*`|[^\s`])+$/.test(line) && columnsOf(line.trim()) > width - 32;
    expect(wide.filter((line) => !isWhole(line) && !isOneWord(line))).toEqual([]);
  });
});

test('36.8 colours take no room, and go with their word', () => {
  const red = '\x1b[31mrefused\x1b[39m';
  expect(fitted(`one two ${red} three four`, 16)).toBe(`one two ${red}\n  three four`);
});

test('36.8 lines of a difference stay as they are', () => {
  const difference = '- one two three four five\n+ one two three four six\n@@ -1,2 +1,2 @@ one two three\n';
  expect(fitted(difference, 10)).toBe(difference);
});

test('36.8 what stands beside a label stays beside it, whatever its colour, and below it where there is no room', () => {
  const line = '\x1b[33mwarning\x1b[39m  Policy: flow.config.yaml differs from the policy in force';
  expect(fitted(line, 45)).toBe(
    '\x1b[33mwarning\x1b[39m  Policy: flow.config.yaml differs\n         from the policy in force',
  );
  expect(fitted(line, 30)).toBe(
    '\x1b[33mwarning\x1b[39m  Policy:\n  flow.config.yaml differs\n  from the policy in force',
  );
  expect(fitted('         fix: npm install -g @anthropic-ai/claude-code', 20)).toContain('fix: npm install -g @');
});

test('36.8 a program and an agent get whole lines, a terminal of unknown width 80 columns', () => {
  const text = `${'word '.repeat(30).trim()}\n`;
  expect(fittedFor({ isTTY: false, columns: 40 }, text)).toBe(text);
  expect(fittedFor({ isTTY: true, columns: 0 }, text)).toBe(fitted(text, 80));
  expect(fittedFor({ isTTY: true, columns: 40 }, text)).toBe(fitted(text, 40));
});
