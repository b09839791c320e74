import { behindFile, oneFileEach, withoutFile } from '../one-file.js';
import type { RedRunner } from '../runner.js';

/** Returns the scripts of a `package.json`; none where it cannot be read. */
function scriptsOf(manifest: string): string[] {
  try {
    const { scripts } = JSON.parse(manifest) as { scripts?: Record<string, unknown> };
    return Object.values(scripts ?? {}).filter((script) => typeof script === 'string');
  } catch {
    return [];
  }
}

/** Options that prepare the tests (a loader for TypeScript, say), and choose no tests, reporters or files. */
const VALUED = /^(?:-r|-C|-u|--(?:import|require|preload|loader|experimental-loader|conditions|ui|extension|file))$/;
const ALONE = /^--(?:experimental-(?!test-coverage)[\w-]+|no-warnings|enable-source-maps)$/;

/**
 * Returns the program of the project's own script that calls a runner, and the words of it that its tests need, as far
 * as they are known.
 */
function preparing(manifest: string, call: RegExp): { program: string | undefined; own: string[] } {
  const script = scriptsOf(manifest).find((text) => call.test(text));
  const [, program, rest = ''] = (script && call.exec(script)) || [];
  return { program, own: wordsIn(rest) };
}

function wordsIn(text: string): string[] {
  const words = text.match(/'[^']*'|"[^"]*"|[^\s'"]+/g);
  const plain = (words ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
  return plain.flatMap((word, at) => {
    const [flag = ''] = word.split('=');
    if (ALONE.test(word) || (VALUED.test(flag) && flag !== word)) return [word];
    return VALUED.test(word) && plain[at + 1] !== undefined ? [word, plain[at + 1]!] : [];
  });
}

/** Node's own runner is read through TAP, which names what was thrown and which hook broke. */
export const nodeTest: RedRunner = {
  language: 'javascript',
  nameOf: (place, names) => behindFile(place, names, ' > '),
  jobs(tests, { root, markerText = '' }, _, { installed, reportFile }) {
    const { program, own } = preparing(
      markerText,
      /(?:^|[\s;&|])(node|tsx)((?:\s[^;&|]*)?\s--test(?:\s[^;&|]*)?)(?:$|[;&|])/,
    );
    const report = ['--test-reporter=tap', `--test-reporter-destination=${reportFile}`];
    const node = program === 'tsx' ? installed('tsx') : 'node';
    return oneFileEach(tests, root, (file) => [node, ...own, '--test', ...report, file]);
  },
  bareNames: withoutFile,
};

/** `cart "before each" hook for "adds"` */
const HOOK = /^(.*?)"before (?:each|all)" hook\b/;

/** Mocha through its JSON, whose titles are joined by blanks. */
export const mocha: RedRunner = {
  language: 'javascript',
  nameOf: (place, names) => behindFile(place, names, ' '),
  jobs(tests, { root, markerText = '' }, _, { installed, reportFile }) {
    const { own } = preparing(markerText, /(?:^|[\s;&|/])(mocha)((?:\s[^;&|]*)?)(?:$|[;&|])/);
    const report = ['--reporter', 'json', '--reporter-option', `output=${reportFile}`];
    return oneFileEach(tests, root, (file) => [installed('mocha'), ...own, ...report, file]);
  },
  bareNames: withoutFile,
  brokenBefore(name, { tests }) {
    const hook = tests.find((one) => {
      const around = HOOK.exec(one.name)?.[1];
      return around !== undefined && one.state === 'error' && name.slice(name.indexOf(' > ') + 3).startsWith(around);
    });
    return hook && (hook.message ?? '');
  },
};

/** Bun is read by its screen, as its JUnit names a test by its classes. */
export const bun: RedRunner = {
  language: 'javascript',
  nameOf: (place, names) => behindFile(place, names, ' > '),
  jobs(tests, { root, markerText = '' }) {
    const { own } = preparing(markerText, /(?:^|[\s;&|])(bun)(\s+test(?:\s[^;&|]*)?)(?:$|[;&|])/);
    return oneFileEach(tests, root, (file) => ['bun', 'test', ...own, `./${file}`]);
  },
  // For an agent it prints what failed alone.
  environment: () => ({ CLAUDECODE: '0', AGENT: '0', REPL_ID: '0' }),
};
