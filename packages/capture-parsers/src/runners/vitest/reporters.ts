import type { Reading } from './list.js';

/** Reporters that print no list of tests. */
const UNLISTED = /^(?:dot|json|junit|blob|html|hanging-process|github-actions|tap|tap-flat)$/;

/** Tells what the reporters that were asked for print of the tests. */
export function kindsOf(words: readonly string[]): Pick<Reading, 'isUnlisted' | 'hasDots' | 'isTwofold'> {
  const names = words.flatMap((word, at) => {
    const flag = /^--reporters?(?:=(.+))?$/.exec(word);
    return flag ? [flag[1] ?? words[at + 1] ?? ''] : [];
  });
  return {
    isUnlisted: names.length > 0 && names.every((name) => UNLISTED.test(name)),
    hasDots: names.includes('dot'),
    isTwofold: names.includes('verbose') && names.some((name) => name !== 'verbose' && !UNLISTED.test(name)),
  };
}
