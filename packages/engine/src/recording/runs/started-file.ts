import path from 'node:path';
import type { Run } from '@flow/shell-effects/effects';

type Words = Run['argv'];

/** Programs that start what stands behind their own words. */
const WRAPPERS = /^(?:env|timeout|time|nice|ionice|nohup|setsid|stdbuf|xvfb-run|sudo|command|exec)$/;
const SHELLS = /^(?:ba|da|z|k|a)?sh$/;
/** Programs whose first plain word is a file that they carry out. */
const INTERPRETERS = /^(?:python[\d.]*|node|ruby|perl|php|lua|Rscript)$/;
/** Programs that carry out a file, and have commands of their own, too. */
const RUNTIMES = /^(?:deno|bun|tsx)$/;

/**
 * Returns the words by which a call that a person named is started, wrappers taken off: its program, and the file that
 * this carries out (`sh gradlew test`, `php bin/phpunit`). What that starts further is its owner's matter.
 */
export function startedBy(argv: Words): Words {
  let at = 0;
  while (WRAPPERS.test(nameOf(argv[at]))) {
    at++;
    while (/^-|^\w+=|^\d/.test(argv[at] ?? '')) at++;
  }
  const [word] = argv.slice(at);
  const script = scriptOf(nameOf(word), argv.slice(at + 1));
  const called = script === undefined ? [] : [script.includes('/') ? script : `./${script}`];
  // A call's own program is known to whoever asks; one behind wrappers is a file as well.
  return [argv[0], ...(at > 0 && word !== undefined ? [word] : []), ...called];
}

const nameOf = (word: string | undefined) => path.posix.basename(word ?? '');

function scriptOf(program: string, words: Words): string | undefined {
  const isShell = SHELLS.test(program);
  if (RUNTIMES.test(program)) return words.find((word) => word !== undefined && /^[^-].*\.\w+$/.test(word));
  if (!isShell && !INTERPRETERS.test(program)) return undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || (isShell ? /^-\w*[cs]/ : /^-(?:\w*[cemrp]|-(?:test|eval|print|run)\b)/).test(word))
      return undefined;
    if (isShell && /^[-+]\w*o$/.test(word)) at++;
    else if (!/^[-+]/.test(word)) return word;
  }
  return undefined;
}
