import { at, parts, type Syntax } from '../syntax/syntax.js';
import { type FoundIn, markOf } from './found.js';

const TEST =
  /^@(?:[\w.]*\.)?(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Theory|RetryingTest|CartesianTest)\b/;
const SKIP =
  /^@(?:[\w.]*\.)?(?:Disabled\w*|Ignore|Enabled(?:If|On)\w*|EnabledForJreRange|Tag\("(?:slow|disabled|flaky|quarantine)"\)|NotWorking|Quarantine|ExpectedToFail|Category\((?:Slow|Flaky|Disabled)\w*\.class\))\b|enabled\s*=\s*false/;

const ROWS = /^@(?:MethodSource|CsvSource|CsvFileSource|ValueSource|EnumSource|ArgumentsSource)\b/;

/** Finds Java's tests: methods with an annotation of JUnit 4, JUnit 5, TestNG or jqwik, and JUnit 3's by their name. */
export function inJava(root: Syntax): FoundIn {
  const found: FoundIn = { tests: [], helpers: [], skipped: [], focused: [] };
  visit(root, [], [], false, found);
  return found;
}

const annotations = (node: Syntax): Syntax[] =>
  node.children
    .filter(({ type }) => type === 'modifiers')
    .flatMap(({ children }) => children.filter(({ type }) => /annotation$/.test(type)));

function visit(node: Syntax, groups: string[], above: Syntax[], isOld: boolean, found: FoundIn): void {
  for (const child of node.children) {
    const name = at(child, 'name')?.text ?? '';
    const body = at(child, 'body');
    if (/^(?:class_declaration|interface_declaration|record_declaration|enum_declaration)$/.test(child.type) && body) {
      visit(
        body,
        [...groups, name],
        [...above, ...annotations(child)],
        isOld || /TestCase/.test(at(child, 'superclass')?.text ?? ''),
        found,
      );
      continue;
    }
    if (child.type !== 'method_declaration') {
      if (/body$|^program$/.test(child.type)) visit(child, groups, above, isOld, found);
      continue;
    }
    if (!body) continue;
    const own = annotations(child);
    if (!own.some(({ text }) => TEST.test(text)) && !(isOld && /^test/.test(name))) {
      found.helpers.push({ name, node: child, body });
      // Rows for what no runner calls.
      const rows = own.find(({ text }) => ROWS.test(text));
      if (rows) found.skipped.push(markOf(rows, `${rows.text} without @ParameterizedTest`));
      continue;
    }
    const marks = [...above, ...own];
    found.tests.push({
      name: [...groups, name],
      node: child,
      body,
      marks: own,
      skipped: marks.filter(({ text }) => SKIP.test(text)).map((mark) => markOf(mark)),
      focused: [],
      tables: own.filter(({ text }) =>
        /^@(?:CsvSource|ValueSource|EnumSource|CsvFileSource|Parameters|NullSource|EmptySource|NullAndEmptySource|ArgumentsSource)\b/.test(
          text,
        ),
      ),
    });
  }
}

export const isJavaTable = (node: Syntax): boolean =>
  /^(?:array_initializer|element_value_array_initializer)$/.test(node.type) && parts(node).length > 0;
