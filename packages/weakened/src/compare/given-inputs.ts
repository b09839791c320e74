import type { TestFile } from '../reading/model.js';

/** Literal values of all tests of a content, by file, without what assertions expect. */
function inputsIn({ tests, setup, helpers }: TestFile): string {
  const expected = new Set(tests.flatMap(({ assertions }) => assertions.flatMap((one) => one.expected)));
  const own = tests.flatMap(({ literals }) => literals).filter((value) => !expected.has(value));
  return JSON.stringify([own.toSorted(), setup, helpers.map(({ given }) => given)]);
}

/** True where tests are given other values and the program is what it was: other outputs follow from that. */
export function onlyInputsChanged(before: readonly TestFile[], after: readonly TestFile[]): boolean {
  const pairs = before.flatMap((file) => {
    const later = after.find(({ path }) => path === file.path);
    return later ? [[file, later] as const] : [];
  });
  const isProgramChanged = pairs.some(([was, is]) => !was.isTest && was.text !== is.text);
  return !isProgramChanged && pairs.some(([was, is]) => was.isTest && inputsIn(was) !== inputsIn(is));
}
