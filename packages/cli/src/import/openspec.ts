import { entriesOf, inSequence, itemOfEntry } from './checklist.js';
import { emptyImport, type Imported, type ImportedItem, type SourceFile } from './model.js';
import { type Block, bulletsOf, headingAbove, Page, wordsOf } from './page.js';
import { bounded, forbids, pathsIn } from './text.js';

/**
 * The reader of OpenSpec takes a change `openspec/changes/<id>` with `proposal.md`, `design.md`, `tasks.md` and the deltas in
 * `specs/<capability>/spec.md`.
 *
 * Source of the format: `schemas/spec-driven/schema.yaml` with its templates, `src/core/parsers/requirement-blocks.ts` and
 * `src/utils/task-progress.ts` of Fission-AI/OpenSpec 1.10.0 (commit f1b521df): `## ADDED Requirements` (MODIFIED, REMOVED,
 * RENAMED), `### Requirement: Name`, `#### Scenario: Name`; `## 1. Group`, `- [ ] 1.1 Words`, tasks ordered by what comes first.
 */
export function readOpenSpec(from: string, files: readonly SourceFile[]): Imported {
  const found = emptyImport('OpenSpec', from, (from.split('/').at(-1) ?? from).replaceAll('-', ' '));
  for (const file of files) {
    const page = new Page(file);
    const own = file.path.slice(from.length + 1);
    let why = 'no document of ours has a place for it';
    if (own === 'proposal.md') readProposal(page, found);
    else if (/^specs\/.+\.md$/.test(own)) readDelta(page, own.replace(/^specs\/|(?:\/spec)?\.md$/g, ''), found);
    else if (own === 'tasks.md') {
      readTasks(page, found);
      why = 'no task';
    } else if (own === 'design.md') {
      found.texts.push({ document: 'design', ...file });
      found.files.push(file.path);
      why = 'prose about how it is made; the plan names the file';
    }
    found.left.push(...page.left(why));
  }
  return found;
}

function readProposal(page: Page, found: Imported): void {
  for (const block of page.blocks) {
    const { title, node } = block;
    if (title) {
      const named = /^(?:Change|Proposal)\s*:\s*(.+)$/i.exec(title.text)?.[1];
      if (title.depth === 1) found.title = bounded(named ?? title.text, 120);
      continue;
    }
    const head = headingAbove(block, /^(?:Why|What Changes|Impact)\b/i)?.text;
    if (head === undefined || wordsOf(block) === '') continue;
    const words =
      node.type === 'list'
        ? bulletsOf(node).map((one) => [one.words, ...one.below.map((two) => two.words)].join(' '))
        : [wordsOf(block)];
    found.scope.push(...words.map((one) => bounded(`${head.replace(/^What Changes$/i, 'Change')}: ${one}`)));
    found.files.push(...words.flatMap(pathsIn).filter((one) => /^impact/i.test(head) && !found.files.includes(one)));
    page.take(block);
  }
}

const DELTA = /^(ADDED|MODIFIED|REMOVED|RENAMED) Requirements$/i;
const REQUIREMENT = /^Requirement\s*:\s*(.+)$/i;
const SCENARIO = /^Scenario\s*:\s*(.+)$/i;

/** Reads a delta: what is added or modified has to hold, what is removed is told in words, and a new name is left. */
function readDelta(page: Page, capability: string, found: Imported): void {
  const said = new Map<string, { line: number; words: string[]; kind: string; name: string }>();
  for (const block of page.blocks) {
    if (block.title) continue;
    const kind = DELTA.exec(headingAbove(block, DELTA)?.text ?? '')?.[1]?.toUpperCase();
    const heading = headingAbove(block, REQUIREMENT);
    const name = REQUIREMENT.exec(heading?.text ?? '')?.[1];
    if (kind === undefined || kind === 'RENAMED' || name === undefined || wordsOf(block) === '') continue;
    const scenario = headingAbove(block, SCENARIO);
    const key = scenario ? `${heading!.line} ${scenario.line}` : `${heading!.line}`;
    const origin = `${capability}: ${name}${scenario ? ` / ${SCENARIO.exec(scenario.text)![1]}` : ''}`;
    const one = said.get(key) ?? { line: (scenario ?? heading)!.line, words: [], kind, name: origin };
    one.words.push(...linesIn(block));
    said.set(key, one);
    page.take(block);
  }
  for (const { line, words, kind, name } of said.values()) {
    const text = bounded(words.join(' '));
    if (kind === 'REMOVED') found.scope.push(bounded(`No longer required, ${name}: ${text}`));
    else found.claims.push({ path: page.path, line, origin: bounded(name, 200), text, forbids: forbids(text) });
  }
}

const linesIn = (block: Block): string[] =>
  block.node.type === 'list'
    ? bulletsOf(block.node).map((one) => [one.words, ...one.below.map((two) => two.words)].join(' '))
    : [wordsOf(block)];

const GROUP = /^(\d{1,4})\.?\s+(.*)$/;

function readTasks(page: Page, found: Imported): void {
  const groups = new Map<string, ImportedItem>();
  const tasks = entriesOf(page).map((entry) => {
    const item = itemOfEntry(entry, page);
    const heading = page.blocks.findLast(
      ({ title }) => title && title.line < item.line && GROUP.test(title.text),
    )?.title;
    const [, number = '', title = ''] = GROUP.exec(heading?.text ?? '') ?? [];
    if (item.parent !== undefined || number === '') return item;
    if (!groups.has(number))
      groups.set(number, {
        ...{ path: page.path, line: heading!.line, origin: number, title: bounded(title, 180), after: [], files: [] },
        ...{ criteria: [], claims: [], notes: [], said: 'open', word: '' },
      });
    return { ...item, parent: number };
  });
  const items = [...groups.values(), ...tasks];
  inSequence(items);
  found.items.push(...items);
}
