import { entriesOf, inSequence, itemOfEntry } from './checklist.js';
import { emptyImport, type Imported, type SourceFile } from './model.js';
import { bulletsOf, headingAbove, linesOf, Page, wordsOf } from './page.js';
import { bounded, forbids, pathsIn } from './text.js';

/**
 * The reader of Kiro takes a spec `.kiro/specs/<name>` with `requirements.md` or `bugfix.md`, `design.md` and `tasks.md`.
 *
 * Source of the format: kiro.dev/docs/specs (concepts, feature specs, bugfix specs; no version is named there), and the files
 * of public projects, as Kiro is not open: `### Requirement 1: Title`, `**User Story:** …`, `#### Acceptance Criteria` with
 * numbered sentences in EARS (`WHEN … THE System SHALL …`); in `bugfix.md` sentences `2.1 WHEN …` below current, expected and
 * unchanged behaviour; `- [ ] 1. Task`, `- [ ] 1.1 Part`, `- [ ]* 1.2 Optional part`, `_Requirements: 1.1, 2.3_` and
 * `**Validates: Requirements 1.1**`, each task on the ground of those before it.
 */
export function readKiro(from: string, files: readonly SourceFile[]): Imported {
  const found = emptyImport('Kiro', from, (from.split('/').at(-1) ?? from).replaceAll('-', ' '));
  const rank = ({ path }: SourceFile) => Number(path.endsWith('/tasks.md'));
  for (const file of files.toSorted((one, other) => rank(one) - rank(other))) {
    const own = file.path.slice(from.length + 1);
    let why = 'no document of ours has a place for it';
    // A star behind a box makes a task optional; Markdown takes it for no box.
    const optional = new Set<number>();
    const text = own !== 'tasks.md' ? file.text : withoutStars(file.text, optional);
    const page = new Page({ path: file.path, text });
    if (own === 'requirements.md') {
      readRequirements(page, found);
      found.texts.push({ document: 'requirements', ...file });
      why = 'no criterion';
    } else if (own === 'bugfix.md') readBugfix(page, found);
    else if (own === 'design.md') {
      found.texts.push({ document: 'design', ...file });
      found.files.push(file.path);
      why = 'prose about how it is made; the plan names the file';
    } else if (own === 'tasks.md') {
      readTasks(page, optional, found);
      why = 'no task';
    }
    found.left.push(...page.left(why));
  }
  return found;
}

const withoutStars = (text: string, optional: Set<number>): string =>
  text
    .split('\n')
    .map((line, at) => {
      const plain = line.replace(/^(\s*[-*+]\s+\[.\])\*(?=\s)/u, '$1 ');
      if (plain !== line) optional.add(at + 1);
      return plain;
    })
    .join('\n');

const REQUIREMENT = /^Requirement\s+(\d{1,4}(?:\.\d{1,4})?)\s*[:：.–—-]?\s*(.*)$/i;

function readRequirements(page: Page, found: Imported): void {
  for (const block of page.blocks) {
    const { node, title } = block;
    if (title) continue;
    const [, number, name = ''] = REQUIREMENT.exec(headingAbove(block, REQUIREMENT)?.text ?? '') ?? [];
    if (number === undefined) {
      if (headingAbove(block, /^Introduction$/i) && node.type === 'paragraph') {
        found.scope.push(bounded(wordsOf(block)));
        page.take(block);
      }
      continue;
    }
    if (node.type === 'paragraph')
      for (const { words, line } of linesOf(block)) {
        const story = /^User Story\s*[:：]\s*(.+)$/i.exec(words)?.[1];
        if (story === undefined) continue;
        found.scope.push(bounded(`Requirement ${number}${name === '' ? '' : `, ${name}`}: ${story}`));
        page.takeLines(line);
      }
    if (node.type !== 'list' || node.ordered !== true) continue;
    for (const [at, { words, line, below }] of bulletsOf(node).entries()) {
      const text = bounded([words, ...below.map((one) => one.words)].join(' '));
      const origin = `${number}.${(node.start ?? 1) + at}`;
      found.claims.push({ path: page.path, line, origin, text, forbids: forbids(text) });
      page.takeLines(line, ...below.map((one) => one.line));
    }
  }
}

/** Reads what a fault is: what is expected has to hold, what is unchanged holds already and has to stay. */
function readBugfix(page: Page, found: Imported): void {
  for (const block of page.blocks) {
    if (block.title) continue;
    const part = /^(Current|Expected|Unchanged) Behaviou?r/i
      .exec(headingAbove(block, /^(?:Current|Expected|Unchanged) Behaviou?r/i)?.text ?? '')?.[1]
      ?.toLowerCase();
    if (part === undefined) {
      if (headingAbove(block, /^Introduction$/i) && block.node.type === 'paragraph') {
        found.scope.push(bounded(wordsOf(block)));
        page.take(block);
      }
      continue;
    }
    for (const { words, line } of linesOf(block)) {
      const [, origin, text] = /^(\d{1,4}\.\d{1,4})\.?\s+(.+)$/.exec(words) ?? [];
      if (origin === undefined || text === undefined) continue;
      if (part === 'current') found.scope.push(bounded(`So far (${origin}): ${text}`));
      else
        found.claims.push({
          ...{ path: page.path, line, origin, text: bounded(text), forbids: forbids(text) },
          ...(part === 'unchanged' ? { stays: true as const } : {}),
        });
      page.takeLines(line);
    }
  }
}

function readTasks(page: Page, optional: ReadonlySet<number>, found: Imported): void {
  const known = new Set(found.claims.map(({ origin }) => origin));
  const items = entriesOf(page).map((entry) => {
    const item = itemOfEntry(entry, page);
    const cited = (form: RegExp) =>
      item.notes.flatMap((note) => (form.exec(note)?.[1] ?? '').match(/\d{1,4}\.\d{1,4}(?:\.\d{1,4})?/g) ?? []);
    const validates = cited(/Validates\s*:\s*(.*)$/i);
    item.claims = [...new Set([...cited(/^Requirements?\s*:\s*(.*)$/i), ...validates])];
    const isTest = validates.length > 0 || /\btests?\b/i.test(item.title);
    const claims = item.claims.filter((origin) => known.has(origin));
    const file = pathsIn([entry.words, ...item.notes].join(' ')).find((one) => /test|spec/i.test(one));
    if (isTest && claims.length > 0)
      found.tests.push({
        ...{ path: page.path, line: item.line, claims, name: item.title },
        ...(file === undefined ? {} : { file }),
      });
    if (optional.has(item.line)) item.notes.unshift('Optional there');
    return item;
  });
  inSequence(items);
  found.items.push(...items);
}
