import { type Syntax, walk } from '../syntax/syntax.js';
import { chainOf, isCall } from './chain.js';

const LIBRARIES =
  /\b(?:unittest|pytest|nose2?|hamcrest|assertpy|sure|chai|should|sinon|jest|vitest|mocha|enzyme|testing-library|node:test|node:assert|ava|tape?|jasmine|qunit|cypress|playwright|puppeteer|testcafe|uvu|bun:test|power-assert|supertest|nock|msw|testdouble|assertj|truth|testng|jupiter|mockito|easymock|wiremock|rest-?assured|mockmvc|testify|ginkgo|gomega|gocheck|check\.v1|quicktest|gotest\.tools|go-cmp|httpexpect|rstest|proptest|assert_cmd|predicates|pretty_assertions|insta|test_case|mockall|wiremock|minitest|rspec|shoulda|test-unit|webtestclient|react-dom\/test-utils|test-utils)\b|org\.junit\.(?:Assert|Test|Before|After|Rule|runner)|^["']assert["']$/gi;

const IMPORT = /^(?:import_statement|import_from_statement|import_declaration|use_declaration|import_spec)$/;

/** Returns the libraries with which a file tests, as its imports name them; Ruby's by how its tests are declared. */
export function dialectOf(path: string, root: Syntax): string[] {
  const found = new Set<string>();
  const note = (text: string) => {
    for (const [name] of text.matchAll(LIBRARIES)) found.add(name.toLowerCase());
  };
  walk(root, (node) => {
    if (IMPORT.test(node.type)) {
      note(node.text);
      return false;
    }
    if (isCall(node)) {
      const called = chainOf(node)?.[0];
      if (/^(?:require|require_relative|import)$/.test(called?.name ?? ''))
        for (const arg of called?.args ?? []) note(arg.text);
    }
    return;
  });
  if (path.endsWith('.rb'))
    found.add(/_spec\.rb$/.test(path) ? 'rspec' : /_test\.rb$|\/test_[^/]*\.rb$/.test(path) ? 'minitest' : 'ruby');
  return [...found].toSorted();
}
