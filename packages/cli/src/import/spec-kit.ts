import { getOrMake } from '@flow/core/get-or-make';
import { emptyImport, type Imported, type ImportedItem, type SourceFile } from './model.js';
import { bulletsOf, headingAbove, linesOf, Page, wordsOf } from './page.js';
import { bounded, forbids, pathsIn } from './text.js';

/**
 * The reader of spec-kit takes a folder `specs/NNN-name` with `spec.md`, `plan.md`, `tasks.md` and what else lies there.
 *
 * Source of the format: `templates/spec-template.md`, `templates/plan-template.md`, `templates/tasks-template.md` and
 * `templates/commands/tasks.md` of github/spec-kit 1.0.2.dev0 (commit 27f50f7e): `- [ ] T012 [P] [US1] Words with a path`,
 * tasks in phases, `[P]` beside what stands around it, user stories after the phases before them and independent of each
 * other; `- **FR-001**: …`, `- **SC-001**: …`, `### User Story 1 - Title (Priority: P1)` with numbered scenarios.
 */
export function readSpecKit(from: string, files: readonly SourceFile[]): Imported {
  const name = from.split('/').at(-1) ?? from;
  const found = emptyImport('spec-kit', from, name);
  // Scenarios are known before the tasks that are for them.
  for (const file of files.toSorted(
    (one, other) => Number(/tasks\.md$/.test(one.path)) - Number(/tasks\.md$/.test(other.path)),
  )) {
    const page = new Page(file);
    const own = file.path.slice(from.length + 1);
    if (own === 'spec.md') readSpec(page, found);
    else if (own === 'tasks.md') readTasks(page, found);
    const document = TEXTS[own];
    if (document !== undefined) found.texts.push({ document, ...file });
    if (own === 'plan.md' || own === 'data-model.md' || own === 'research.md' || own.startsWith('contracts/'))
      found.files.push(file.path);
    found.left.push(...page.left(WHY[own] ?? 'no document of ours has a place for it'));
  }
  return found;
}

/** Files that go over as a whole where a workflow has such a document. */
const TEXTS: Readonly<Record<string, string>> = { 'spec.md': 'requirements', 'plan.md': 'design' };

const WHY: Readonly<Record<string, string>> = {
  'spec.md': 'neither a requirement, a scenario nor an edge case',
  'tasks.md': 'no task',
  'plan.md': 'prose about how it is made; the plan names the file',
};

const STORY = /^User Story (\d{1,3})\b\s*[-–—:]?\s*(.*)$/i;
const REQUIREMENT = /^([A-Z]{1,6}-\d{1,5}[a-z]?)\s*[:.–—-]\s*(.*)$/s;

function readSpec(page: Page, found: Imported): void {
  for (const block of page.blocks) {
    const { node, title } = block;
    if (title) {
      const named = /^(?:Feature Specification|Spec(?:ification)?)\s*:\s*(.+)$/i.exec(title.text)?.[1];
      if (title.depth === 1 && named !== undefined) found.title = bounded(named, 120);
      continue;
    }
    const story = STORY.exec(headingAbove(block, STORY)?.text ?? '');
    const isEdge = headingAbove(block, /^Edge Cases\b/i) !== undefined;
    if (node.type === 'paragraph') {
      const lines = linesOf(block);
      for (const { words, line } of lines) {
        const input = /^Input\s*:\s*(?:User description\s*:\s*)?(.+)$/i.exec(words)?.[1];
        if (input === undefined) continue;
        found.scope.push(bounded(input.replace(/^["“]|["”]$/g, '')));
        page.takeLines(line);
      }
      // A label over scenarios says nothing by itself.
      page.takeLines(...lines.flatMap(({ words, line }) => (/^[\w ]{1,40}:$/.test(words) ? [line] : [])));
      const told = story ? lines.filter(({ words }) => !/^[\w ]{1,40}:/.test(words)) : [];
      if (told.length > 0 && told[0] === lines[0]) {
        found.scope.push(bounded(`Story ${story![1]}, ${story![2]}: ${told.map(({ words }) => words).join(' ')}`));
        page.takeLines(...told.map(({ line }) => line));
      }
    }
    if (node.type !== 'list') continue;
    for (const [at, { words: entry, line, below }] of bulletsOf(node).entries()) {
      const whole = bounded([entry, ...below.map((one) => one.words)].join(' '));
      const id = REQUIREMENT.exec(whole);
      const lines = [line, ...below.map((one) => one.line)];
      const place = { path: page.path, line };
      if (id) {
        const text = id[2]!;
        found.claims.push({ ...place, origin: id[1]!, text, forbids: forbids(text) });
      } else if (story && /\b(?:given|when|then)\b/i.test(whole))
        found.claims.push({ ...place, origin: `US${story[1]}.${at + 1}`, text: whole, forbids: forbids(whole) });
      else if (isEdge) found.probes.push(whole);
      else continue;
      page.takeLines(...lines);
    }
  }
}

const PHASE = /^Phase (\w{1,4})\b\s*[:.–—-]?\s*(.*)$/i;
const AFTER = /\(?\b(?:depends on|after|requires|blocked by)\s+((?:T\d{1,5}(?:\s*(?:,|and|&)\s*)?)+)\)?/gi;

/** A phase of the list, with its tasks so far; `item` is null for tasks above the first phase. */
interface Phase {
  item: ImportedItem | null;
  story: string | undefined;
  tasks: { id: string; isParallel: boolean }[];
}

function readTasks(page: Page, found: Imported): void {
  const phases = new Map<string, Phase>();
  const tasks: ImportedItem[] = [];
  for (const item of page.items) {
    const words = page.raw(item.line).replace(/^\s*(?:[-*+]|\d+[.)])\s*\[.\]\s*/, '');
    if (item.id === '') {
      found.left.push({ path: page.path, line: item.line, what: bounded(words, 160), why: 'a task without an id' });
      page.takeLines(item.line);
      continue;
    }
    const phase = phaseOf(page, item.line, phases);
    const isParallel = item.flags.includes('p');
    const story = item.flags.find((flag) => /^us\d+$/.test(flag))?.toUpperCase();
    const said = [...words.matchAll(AFTER)].flatMap(([, ids]) => ids!.match(/T\d{1,5}/g) ?? []);
    const title = item.title.replace(AFTER, '').trim() || item.title;
    const isCut = item.title.length >= 200;
    const marks = item.flags.filter((flag) => flag !== 'p' && flag !== story?.toLowerCase());
    tasks.push({
      ...{ path: page.path, line: item.line, origin: item.id, title },
      ...(phase.item ? { parent: phase.item.origin } : {}),
      ...{
        after: [...new Set([...said, ...before(phase, isParallel)])],
        files: pathsIn(words),
        criteria: [],
        claims: [],
      },
      notes: [
        ...(marks.length > 0 ? [`Marked ${marks.join(', ')}`] : []),
        ...(isCut ? [`In full: ${bounded(words)}`] : []),
        ...(item.details ?? []),
      ],
      ...{ said: item.ticked ? 'done' : 'open', word: item.ticked ? '[x]' : '[ ]' },
    });
    phase.tasks.push({ id: item.id, isParallel });
    if (story !== undefined && /\btests?\b/i.test(title)) {
      const claims = claimsOfStory(found, story);
      const [file] = pathsIn(words);
      if (claims.length > 0)
        found.tests.push({ ...{ path: page.path, line: item.line, claims, name: title }, ...(file ? { file } : {}) });
    }
    page.takeLines(item.line);
  }
  orderPhases([...phases.values()], found);
  readPhases(page, phases, found);
  found.items.push(...[...phases.values()].flatMap(({ item }) => item ?? []), ...tasks);
}

/** Finds the phase that a line stands in: the last heading of one above it. */
function phaseOf(page: Page, line: number, phases: Map<string, Phase>): Phase {
  const heading = page.blocks.findLast(({ title }) => title && title.line < line && PHASE.test(title.text))?.title;
  const [, number = '', words = ''] = PHASE.exec(heading?.text ?? '') ?? [];
  const origin = number === '' ? '' : `Phase-${number}`;
  return getOrMake(phases, origin, () => ({
    item:
      origin === ''
        ? null
        : {
            ...{
              path: page.path,
              line: heading!.line,
              origin,
              title: bounded(words || origin, 180),
              after: [],
              files: [],
            },
            ...{ criteria: [], claims: [], notes: [], said: 'open', word: '' },
          },
    story: STORY.exec(words)?.[1],
    tasks: [],
  }));
}

/** Finds what comes before the next task of a phase: one that is not marked [P] waits for all since the last such one. */
function before({ tasks }: Phase, isParallel: boolean): string[] {
  const alone = tasks.findLastIndex((one) => !one.isParallel);
  const since = isParallel ? [] : tasks.slice(alone + 1);
  return (since.length > 0 || alone < 0 ? since : [tasks[alone]!]).map(({ id }) => id);
}

/** Orders phases: stories come after what all of them need and not after each other; what stands behind waits for all. */
function orderPhases(phases: readonly Phase[], found: Imported): void {
  for (const [at, { item, story }] of phases.entries()) {
    if (item === null) continue;
    const last = phases.slice(0, at).findLastIndex((one) => one.story === undefined);
    const since = story === undefined ? phases.slice(Math.max(last, 0), at) : phases.slice(Math.max(last, 0), last + 1);
    item.after = since.flatMap((one) => one.item?.origin ?? []);
    if (story !== undefined) item.claims = claimsOfStory(found, `US${story}`);
  }
}

/** Reads what a phase says of itself: its goal, and how it is tested by itself. */
function readPhases(page: Page, phases: ReadonlyMap<string, Phase>, found: Imported): void {
  for (const block of page.blocks) {
    const number = PHASE.exec(headingAbove(block, PHASE)?.text ?? '')?.[1];
    const item = phases.get(`Phase-${number}`)?.item;
    const words = wordsOf(block);
    const test = /^(?:Independent Test(?: Criteria)?|Checkpoint)\s*:\s*(.+)$/i.exec(words)?.[1];
    const goal = /^(?:Goal|Purpose)\s*:\s*(.+)$/i.exec(words)?.[1];
    if (block.title || !item || (test ?? goal) === undefined) continue;
    if (test !== undefined) item.criteria.push(bounded(test));
    else item.notes.push(`Goal: ${bounded(goal!)}`);
    page.take(block);
  }
  const title = page.blocks.find((one) => one.title?.depth === 1)?.title?.text;
  const named = /^Tasks\s*:\s*(.+)$/i.exec(title ?? '')?.[1];
  if (named !== undefined && found.title === found.from.split('/').at(-1)) found.title = bounded(named, 120);
}

function claimsOfStory({ claims }: Imported, story: string): string[] {
  return claims.filter(({ origin }) => origin.startsWith(`${story}.`)).map(({ origin }) => origin);
}
