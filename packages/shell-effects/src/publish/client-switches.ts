import type { DisarmingWords, Products } from '../products.js';
import { baseName } from '../state.js';

/** Tells what of a client the words of its own program switch off; undefined when the words leave hooks as they are. */
export function disarmedBy(
  argv: readonly string[],
  products: Products | undefined,
): DisarmingWords['what'] | undefined {
  const [first = '', ...words] = argv;
  const client = products?.clients?.find(({ program }) => program === baseName(first));
  const operands = words.filter((word) => !word.startsWith('-')).join(' ');
  return client?.disarms.find(
    ({ operands: verb, word, line }) =>
      (verb?.test(operands) ?? true) &&
      (word === undefined || words.some((one) => word.test(one))) &&
      (line?.test(words.join(' ')) ?? true),
  )?.what;
}
