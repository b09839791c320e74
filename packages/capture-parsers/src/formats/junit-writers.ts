import type { Attributes } from './xml.js';

/** A test as a document names it. */
export interface Identity {
  readonly name: string;
  readonly file?: string;
  readonly package?: string;
}

export type Identify = (test: Attributes, suite: Attributes) => Identity;

/** A tool that writes JUnit XML, and how its documents give it away. */
export interface Writer {
  readonly runner: string;
  /** Searched in the first tags of a document. */
  readonly sign: RegExp;
  readonly identify: Identify;
}

/** The writers that say who they are; order matters only where one sign is part of another. */
export const WRITERS: readonly Writer[] = [
  { runner: 'pytest', sign: /<testsuite\b[^<>]{0,500}\bname="pytest"/, identify: pythonPath },
  { runner: 'vitest', sign: /<testsuites\b[^<>]{0,500}\bname="vitest tests"/, identify: byFile },
  { runner: 'jest', sign: /<testsuites\b[^<>]{0,500}\bname="jest tests"/, identify: byTitle },
  { runner: 'mocha', sign: /<testsuites\b[^<>]{0,500}\bname="Mocha Tests"/, identify: byTitle },
  { runner: 'rspec', sign: /<testsuite\b[^<>]{0,500}\bname="rspec/, identify: byTitle },
  { runner: 'nextest', sign: /<testsuites\b[^<>]{0,500}\bname="nextest-run"/, identify: byPackage },
  { runner: 'gtest', sign: /<testsuites\b[^<>]{0,500}\bname="AllTests"/, identify: byClass },
  { runner: 'go', sign: /<property name="go\.version"/, identify: byPackage },
  {
    runner: 'maven',
    sign: /surefire-test-report|<property name="(?:surefire\.|localRepository")|<property value="[^"]*" name="(?:surefire\.|localRepository")/,
    identify: byClass,
  },
  { runner: 'bun', sign: /<testsuites\b[^<>]{0,500}\bname="bun test"/, identify: anyName },
  { runner: 'phpunit', sign: /<testcase\b[^<>]{0,500}\bclass="[^<>]{0,500}\bassertions="\d+"/, identify: phpClass },
  { runner: 'playwright', sign: /<testsuites id="" name="" tests="/, identify: byFile },
];

/** Returns the writer of the documents in a text, as far as they say. */
export function writerOf(text: string): Writer | undefined {
  // The sign may stand behind the properties of a suite, which are long.
  const from = text.search(/<testsuites?[\s>]/);
  const head = from < 0 ? '' : text.slice(from, from + HEAD);
  return WRITERS.find(({ sign }) => sign.test(head));
}
const HEAD = 40_000;

/**
 * Names the test of a writer that is not known: classes as in Java and C++, else the title with its class as package.
 */
export function anyName(test: Attributes, suite: Attributes): Identity {
  const { name = '', classname = '' } = test;
  if (!classname || name.startsWith(classname)) return withFile({ name }, test);
  if (/^[\w$]+(?:\.[\w$]+)*$/.test(classname) && /^[\w$]+(?:[[({].*)?$/s.test(name)) return byClass(test);
  return withFile({ name, package: classname }, { ...suite, ...test });
}

/** Names a test in pytest's way: `classname` is the dotted path of the file, with the classes in it after that. */
export function pythonPath(test: Attributes): Identity {
  const name = test.name ?? '';
  const dotted = test.classname ?? '';
  if (!dotted) return withFile({ name }, test);
  const parts = dotted.split('.');
  let from = parts.findIndex((part) => /^[A-Z]/.test(part));
  if (from < 0) from = parts.length;
  const path = test.file ?? `${parts.slice(0, from).join('/')}.py`;
  return { name: [path, ...parts.slice(from), name].join('::'), file: path };
}

/** The name is the whole title. */
function byTitle(test: Attributes): Identity {
  return withFile({ name: test.name ?? '' }, test);
}

function byFile({ name = '', classname }: Attributes): Identity {
  return classname ? { name, file: classname } : { name };
}

/** `byPackage` names a test by Go's import path, or nextest's binary. */
function byPackage({ name = '', classname }: Attributes): Identity {
  return classname ? { name, package: classname } : { name };
}

/** `Class.method` with the simple class name; a whole class where it could not be set up. */
function byClass({ name = '', classname = '' }: Attributes): Identity {
  if (!name || name === classname) return { name: classname, package: classname };
  const simple = classname.slice(classname.lastIndexOf('.') + 1);
  return { name: simple ? `${simple}.${name}` : name };
}

function phpClass(test: Attributes): Identity {
  const owner = test.class ?? test.classname;
  return withFile({ name: owner ? `${owner}::${test.name ?? ''}` : (test.name ?? '') }, test);
}

function withFile(identity: Identity, { file }: Attributes): Identity {
  return file ? { ...identity, file: file.replace(/^\.\//, '') } : identity;
}
