import { filesOf, fromFolder, type Job, type RedRunner } from './runner.js';

/** The scripts of a `package.json`; none where it cannot be read. */
function scriptsOf(manifest: string): string[] {
  try {
    const { scripts } = JSON.parse(manifest) as { scripts?: Record<string, unknown> };
    return Object.values(scripts ?? {}).filter((script) => typeof script === 'string');
  } catch {
    return [];
  }
}

/** What prepares the tests (a loader for TypeScript, say), and no choice of tests, reporters or files. */
const VALUED = /^(?:-r|-C|-u|--(?:import|require|loader|experimental-loader|conditions|ui|extension|file))$/;
const ALONE = /^--(?:experimental-(?!test-coverage)[\w-]+|no-warnings|enable-source-maps)$/;

/** The words of the project's own script that its tests need, as far as they are known. */
function preparing(manifest: string, call: RegExp): string[] {
  const script = scriptsOf(manifest).find((text) => call.test(text));
  const words = script ? (call.exec(script)?.[1] ?? '').match(/'[^']*'|"[^"]*"|[^\s'"]+/g) : null;
  const plain = (words ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
  return plain.flatMap((word, at) => {
    const [flag = ''] = word.split('=');
    if (ALONE.test(word) || (VALUED.test(flag) && flag !== word)) return [word];
    return VALUED.test(word) && plain[at + 1] !== undefined ? [word, plain[at + 1]!] : [];
  });
}

/** One file a command: what does not load in one would keep the others from running. */
function jobs(argvOf: (file: string) => string[]): (tests: Parameters<RedRunner['jobs']>[0], root: string) => Job[] {
  return (tests, root) =>
    filesOf(tests).map((file) => ({
      argv: argvOf(fromFolder(file, root)),
      directory: root,
      tests: tests.filter((test) => test.file === file),
      alone: file,
    }));
}

/** A name without the file in front of it. */
function withoutFile({ name, file }: { name: string; file: string }, root: string): string[] {
  const front = `${fromFolder(file, root)} > `;
  return name.startsWith(front) ? [name.slice(front.length)] : [];
}

/** A file that begins with a dash would be read as an option. */
const isFile = (inner: string) => !inner.startsWith('-');

/** Node's own runner, through TAP: it names what was thrown and which hook broke. */
export const nodeTest: RedRunner = {
  language: 'javascript',
  nameOf({ file, suite }, names) {
    const inner = fromFolder(file, suite.root);
    return isFile(inner) ? [inner, ...names].join(' > ') : undefined;
  },
  jobs(tests, { root, markerText = '' }, _, { reportFile }) {
    const own = preparing(markerText, /(?:^|[\s;&|])(?:node|tsx)((?:\s[^;&|]*)?\s--test(?:\s[^;&|]*)?)(?:$|[;&|])/);
    const report = ['--test-reporter=tap', `--test-reporter-destination=${reportFile}`];
    return jobs((file) => ['node', ...own, '--test', ...report, file])(tests, root);
  },
  bareNames: withoutFile,
};

/** `cart "before each" hook for "adds"` */
const HOOK = /^(.*?)"before (?:each|all)" hook\b/;

/** Mocha through its JSON, whose titles are joined by blanks. */
export const mocha: RedRunner = {
  language: 'javascript',
  nameOf({ file, suite }, names) {
    const inner = fromFolder(file, suite.root);
    if (!isFile(inner)) return undefined;
    return names.length === 0 ? inner : `${inner} > ${names.join(' ')}`;
  },
  jobs(tests, { root, markerText = '' }, _, { installed, reportFile }) {
    const own = preparing(markerText, /(?:^|[\s;&|/])(?:mocha)((?:\s[^;&|]*)?)(?:$|[;&|])/);
    const report = ['--reporter', 'json', '--reporter-option', `output=${reportFile}`];
    return jobs((file) => [installed('mocha'), ...own, ...report, file])(tests, root);
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
