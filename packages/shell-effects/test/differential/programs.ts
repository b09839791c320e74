import fc, { type GeneratorValue } from 'fast-check';

/*
 * Programs of Python and JavaScript that start git once, in the ways in which people put such a call together: its words from
 * names, tables, lists, functions and the environment, started by one of a dozen calls, inside of functions, classes and loops.
 */

export type ProgramLanguage = 'python' | 'node';

export interface Program {
  readonly language: ProgramLanguage;
  readonly code: string;
  /** What git is started with. */
  readonly words: readonly string[];
}

export const PUSHES: readonly (readonly string[])[] = [
  ['push'],
  ['push', 'origin', 'HEAD'],
  ['push', '-q', 'origin', 'topic'],
  ['push', '--force-with-lease'],
  ['push', 'origin', 'HEAD:refs/heads/x'],
];

export const OTHERS: readonly (readonly string[])[] = [
  ['status', '--short'],
  ['log', '-1'],
  ['stash', 'push'],
  ['fetch', 'origin'],
  ['diff', '--stat'],
  ['branch', 'topic'],
  ['remote', '-v'],
  ['log', '--grep', 'fix'],
  ['commit', '-m', 'stop'],
  ['rev-parse', 'HEAD'],
];

/** Makes one expression or call; what has to stand before it is added to `lines`. */
type Way = (value: string, draft: Draft) => string;
type ListWay = (words: readonly string[], draft: Draft) => string;

/** A program in the making. */
class Draft {
  readonly lines: string[] = [];
  #names = 0;
  private readonly g: GeneratorValue;
  private readonly ways: Ways;

  constructor(g: GeneratorValue, ways: Ways) {
    this.g = g;
    this.ways = ways;
  }

  pick<T>(items: readonly T[]): T {
    return this.g(fc.constantFrom<T[]>, ...items);
  }

  name(): string {
    this.#names += 1;
    return `${this.pick(['words', 'step', 'cmd', 'tool', 'part', 'argument'])}${this.#names}`;
  }

  /** Puts a line in front, of a name that it gives; returns how the value is asked for. */
  given(line: (name: string) => string, asked = (name: string) => name): string {
    const name = this.name();
    this.lines.push(line(name));
    return asked(name);
  }

  text(value: string): string {
    return this.pick([quote, quote, ...this.ways.texts])(value, this);
  }

  list(words: readonly string[]): string {
    return this.pick(this.ways.lists)(words, this);
  }

  start(words: readonly string[]): string {
    return this.pick(this.ways.starts)(words, this);
  }
}

/** Ways to write a text, a list of words, and a call that starts them. */
interface Parts {
  readonly texts: readonly Way[];
  readonly lists: readonly ListWay[];
  readonly starts: readonly ListWay[];
}

interface Ways extends Parts {
  /** What reading does not follow: functions, objects, tables, and lists that are made word by word. */
  readonly further: Parts;
  readonly wraps: readonly Way[];
  readonly head: string;
}

const quote = (value: string) => JSON.stringify(value);
const quoted = (words: readonly string[]) => words.map(quote).join(', ');
const indented = (code: string, by: string) => code.replace(/^/gm, by);

const PYTHON: Ways = {
  head: 'import asyncio, os, shlex, subprocess\nfrom subprocess import check_output, run as go',
  texts: [
    (value, draft) => draft.given((name) => `${name} = '${value}'`),
    (value) => `${quote(value.slice(0, 1))} + ${quote(value.slice(1))}`,
    (value, draft) =>
      draft.given(
        (name) => `${name} = '${value}'`,
        (name) => `f"{${name}}"`,
      ),
    (value) => `"%s" % ${quote(value)}`,
    (value) => `"{}".format(${quote(value)})`,
    (value) => `"".join([${quote(value.slice(0, 1))}, ${quote(value.slice(1))}])`,
    (value, draft) =>
      draft.given(
        (name) => `${name} = ["zero", ${quote(value)}]`,
        (name) => `${name}[1]`,
      ),
    (value) => `os.environ.get("NOT_SET_HERE", ${quote(value)})`,
    (value) => `${quote(` ${value} `)}.strip()`,
  ],
  lists: [
    (words, draft) => `[${words.map((word) => draft.text(word)).join(', ')}]`,
    (words) => `${quote(words.join(' '))}.split()`,
    (words) => `shlex.split(${quote(words.join(' '))})`,
    (words, draft) =>
      `[${quote(words[0]!)}] + [${words
        .slice(1)
        .map((word) => draft.text(word))
        .join(', ')}]`,
    (words) => `[word for word in ${quote(words.join(' '))}.split(" ")]`,
  ],
  starts: [
    (words, draft) => `subprocess.run(${draft.list(words)}, check=False)`,
    (words, draft) => `subprocess.call(${draft.list(words)})`,
    (words, draft) => `subprocess.Popen(${draft.list(words)}).wait()`,
    (words, draft) => `check_output(${draft.list(words)})`,
    (words, draft) => `go(${draft.list(words)}, cwd=".")`,
    (words) => `os.system(${quote(words.join(' '))})`,
    (words, draft) => `subprocess.run(" ".join(${draft.list(words)}), shell=True)`,
    (words) => `subprocess.getoutput(${quote(words.join(' '))})`,
    (words, draft) =>
      draft.given(
        (name) => `def ${name}(*words):\n    return subprocess.run(["git", *words])`,
        (name) => `${name}(${quoted(words.slice(1))})`,
      ),
    (words, draft) =>
      draft.given(
        (name) =>
          `async def ${name}():\n    process = await asyncio.create_subprocess_exec(${quoted(words)})\n    await process.wait()`,
        (name) => `asyncio.run(${name}())`,
      ),
  ],
  further: {
    texts: [
      (value, draft) =>
        draft.given(
          (name) => `${name} = {"first": ${quote(value)}, "second": "other"}`,
          (name) => `${name}["first"]`,
        ),
      (value, draft) =>
        draft.given(
          (name) => `def ${name}():\n    return ${quote(value)}`,
          (name) => `${name}()`,
        ),
    ],
    lists: [
      (words, draft) =>
        draft.given((name) =>
          [`${name} = [${quote(words[0]!)}]`, ...words.slice(1).map((word) => `${name}.append(${quote(word)})`)].join(
            '\n',
          ),
        ),
      (words, draft) =>
        draft.given((name) => `${name} = [${quote(words[0]!)}]\n${name} += [${quoted(words.slice(1))}]`),
      (words, draft) =>
        draft.given(
          (name) => `${name} = {"call": [${quoted(words)}]}`,
          (name) => `${name}["call"]`,
        ),
      (words, draft) =>
        draft.given(
          (name) => `def ${name}(verb, *rest):\n    return [${quote(words[0]!)}, verb, *rest]`,
          (name) => `${name}(${quoted(words.slice(1))})`,
        ),
    ],
    starts: [
      (words, draft) =>
        draft.given(
          (name) => `def ${name}(words):\n    print("+", *words)\n    subprocess.run(words)`,
          (name) => `${name}(${draft.list(words)})`,
        ),
      (words, draft) =>
        draft.given(
          (name) =>
            `class ${name}:\n    def __init__(self, root):\n        self.root = root\n    def git(self, *words):\n        return subprocess.call(["git", *words], cwd=self.root)`,
          (name) => `${name}(".").git(${quoted(words.slice(1))})`,
        ),
    ],
  },
  wraps: [
    (code) => code,
    (code, draft) =>
      draft.given(
        (name) => `def ${name}():\n${indented(code, '    ')}`,
        (name) => `if __name__ == "__main__":\n    ${name}()`,
      ),
    (code) => `try:\n${indented(code, '    ')}\nexcept OSError as error:\n    print(error)`,
    (code) => `for attempt in range(1):\n${indented(code, '    ')}`,
    (code) => `with open("log", "w") as log:\n${indented(code, '    ')}\n    log.write("done")`,
    (code) => `if os.path.exists("."):\n${indented(code, '    ')}`,
  ],
};

const NODE: Ways = {
  head: "const { execFileSync, execSync, spawnSync } = require('node:child_process');",
  texts: [
    (value, draft) => draft.given((name) => `const ${name} = '${value}';`),
    (value) => `${quote(value.slice(0, 1))} + ${quote(value.slice(1))}`,
    (value, draft) =>
      draft.given(
        (name) => `const ${name} = '${value}';`,
        (name) => `\`\${${name}}\``,
      ),
    (value) => `\`${value}\``,
    (value, draft) =>
      draft.given(
        (name) => `const ${name} = ['zero', ${quote(value)}];`,
        (name) => `${name}[1]`,
      ),
    (value) => `(process.env.NOT_SET_HERE || ${quote(value)})`,
    (value) => (/[A-Z]/.test(value) ? quote(value) : `${quote(value.toUpperCase())}.toLowerCase()`),
  ],
  lists: [
    (words, draft) => `[${words.map((word) => draft.text(word)).join(', ')}]`,
    (words) => `${quote(words.join(' '))}.split(' ')`,
    (words, draft) =>
      `[${quote(words[0]!)}].concat([${words
        .slice(1)
        .map((word) => draft.text(word))
        .join(', ')}])`,
    (words, draft) =>
      draft.given(
        (name) => `const ${name} = [${quoted(words)}];`,
        (name) => `[...${name}]`,
      ),
  ],
  starts: [
    ([program, ...words], draft) => `execFileSync(${draft.text(program!)}, ${draft.list(words)})`,
    ([program, ...words], draft) => `spawnSync(${quote(program!)}, ${draft.list(words)}, { stdio: 'inherit' })`,
    (words) => `execSync(${quote(words.join(' '))}, { encoding: 'utf8' })`,
    (words, draft) => `execSync([${words.map((word) => draft.text(word)).join(', ')}].join(' '))`,
  ],
  further: {
    texts: [
      (value, draft) =>
        draft.given(
          (name) => `const ${name} = { first: ${quote(value)}, second: 'other' };`,
          (name) => `${name}.first`,
        ),
      (value, draft) =>
        draft.given(
          (name) => `const ${name} = () => ${quote(value)};`,
          (name) => `${name}()`,
        ),
    ],
    lists: [
      (words, draft) =>
        draft.given((name) =>
          [
            `const ${name} = [${quote(words[0]!)}];`,
            ...words.slice(1).map((word) => `${name}.push(${quote(word)});`),
          ].join('\n'),
        ),
      (words, draft) =>
        draft.given(
          (name) => `const ${name} = { call: [${quoted(words)}] };`,
          (name) => `${name}.call`,
        ),
      (words, draft) =>
        draft.given(
          (name) => `const ${name} = (verb, ...rest) => [verb, ...rest];`,
          (name) => `${name}(${quoted(words)})`,
        ),
    ],
    starts: [
      ([, ...words], draft) =>
        draft.given(
          (name) => `const ${name} = (...words) => execFileSync('git', words);`,
          (name) => `${name}(${quoted(words)})`,
        ),
      ([, ...words], draft) =>
        draft.given(
          (name) => `const ${name} = (words) => spawnSync('git', words);`,
          (name) => `${name}(${draft.list(words)})`,
        ),
      (words, draft) =>
        draft.given(
          (name) => `const ${name} = (command) => execSync(command, { stdio: 'pipe' }).toString();`,
          (name) => `${name}(${quote(words.join(' '))})`,
        ),
      ([, ...words], draft) =>
        draft.given(
          (name) => `class ${name} {\n  git(...words) {\n    return spawnSync('git', words);\n  }\n}`,
          (name) => `new ${name}().git(${quoted(words)})`,
        ),
    ],
  },
  wraps: [
    (code) => `${code};`,
    (code, draft) =>
      draft.given(
        (name) => `function ${name}() {\n${indented(code, '  ')};\n}`,
        (name) => `${name}();`,
      ),
    (code) => `try {\n${indented(code, '  ')};\n} catch (error) {\n  console.error(error.message);\n}`,
    (code) => `const result = ${code};\nconsole.log(String(result).length);`,
    (code) => `(async () => {\n${indented(code, '  ')};\n})();`,
    (code) => `for (let turn = 0; turn < 1; turn++) {\n${indented(code, '  ')};\n}`,
  ],
};

/** All ways, also those that reading does not follow. */
const withFurther = ({ further, ...ways }: Ways): Ways => ({
  ...ways,
  further,
  texts: [...ways.texts, ...further.texts],
  lists: [...ways.lists, ...further.lists],
  starts: [...ways.starts, ...further.starts],
});

/**
 * A program that starts git with one of these lists of words.
 * @param isFollowed whether it is put together in the ways that are followed alone
 */
export const program = (
  language: ProgramLanguage,
  calls: readonly (readonly string[])[],
  isFollowed: boolean,
): fc.Arbitrary<Program> =>
  fc.gen().map((g) => {
    const own = language === 'python' ? PYTHON : NODE;
    const ways = isFollowed ? own : withFurther(own);
    const draft = new Draft(g, ways);
    const words = draft.pick(calls);
    const call = draft.pick(ways.wraps)(draft.start(['git', ...words]), draft);
    return { language, words, code: [ways.head, ...draft.lines, call, ''].join('\n') };
  });
