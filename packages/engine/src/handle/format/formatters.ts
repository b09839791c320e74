import type { Formatter, Marker } from '@flow/core';

/**
 * A formatter, with how the program is found and called. The program reads the text from standard input and prints the
 * formatted text.
 */
export interface FormatterSpec {
  id: Formatter;
  /** Endings of the files that it formats. */
  endings: readonly string[];
  /** Files by which a project shows that it uses it; empty: it has to be named. */
  configured: readonly Marker[];
  /** Folders of a project that may hold its executable, before PATH. */
  folders: readonly string[];
  /** The formatter's task: of several formatters that a project has configured for the whole layout, the first runs. */
  part: 'imports' | 'layout';
  /**
   * Words of the formatter's command line.
   * @param file absolute
   * @param read text of a file of that name in the nearest folder above the file
   */
  words(file: string, read: (name: string) => string | undefined): readonly string[];
}

const NODE = ['node_modules/.bin'];
const PYTHON = ['.venv/bin', 'venv/bin', '.venv/Scripts', 'venv/Scripts'];
const SCRIPTS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const WEB = [...SCRIPTS, '.json', '.jsonc', '.css', '.graphql', '.gql'];
const named = (...files: string[]): Marker[] => files.map((file) => ({ file }));

/** Go's own formatter is the one of every module; another one is named. */
export const FORMATTER_SPECS: readonly FormatterSpec[] = [
  {
    id: 'isort',
    endings: ['.py', '.pyi'],
    configured: [{ file: '.isort.cfg' }, { file: 'pyproject.toml', contains: ['[tool.isort'] }],
    folders: PYTHON,
    part: 'imports',
    // https://pycqa.github.io/isort/docs/configuration/options.html
    words: (file) => ['--quiet', `--filename=${file}`, '-'],
  },
  {
    id: 'biome',
    endings: WEB,
    configured: named('biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc'),
    folders: NODE,
    part: 'layout',
    // https://biomejs.dev/reference/cli/#biome-format
    words: (file) => ['format', `--stdin-file-path=${file}`],
  },
  {
    id: 'prettier',
    endings: [...WEB, '.json5', '.scss', '.less', '.html', '.vue', '.md', '.mdx', '.yml', '.yaml'],
    configured: [
      ...['', '.json', '.json5', '.yml', '.yaml', '.toml', '.js', '.cjs', '.mjs', '.ts', '.mts', '.cts'].map(
        (ending) => ({ file: `.prettierrc${ending}` }),
      ),
      ...['js', 'cjs', 'mjs', 'ts', 'mts', 'cts'].map((ending) => ({ file: `prettier.config.${ending}` })),
      { file: 'package.json', contains: ['"prettier"'] },
    ],
    folders: NODE,
    part: 'layout',
    // https://prettier.io/docs/cli#--stdin-filepath
    words: (file) => [`--stdin-filepath=${file}`],
  },
  {
    id: 'dprint',
    endings: [...WEB, '.md', '.toml'],
    configured: named('dprint.json', 'dprint.jsonc', '.dprint.json', '.dprint.jsonc'),
    folders: NODE,
    part: 'layout',
    // https://dprint.dev/cli/#formatting-standard-input
    words: (file) => ['fmt', '--stdin', file],
  },
  {
    id: 'gofmt',
    endings: ['.go'],
    configured: named('go.mod'),
    folders: [],
    part: 'layout',
    words: () => [],
  },
  {
    id: 'goimports',
    endings: ['.go'],
    configured: [],
    folders: [],
    part: 'layout',
    // https://pkg.go.dev/golang.org/x/tools/cmd/goimports
    words: (file) => ['-srcdir', file],
  },
  {
    id: 'ruff',
    endings: ['.py', '.pyi'],
    // Most projects have ruff for its linter: its formatter shows by settings of its own.
    configured: [
      { file: 'pyproject.toml', contains: ['[tool.ruff.format'] },
      { file: 'ruff.toml', contains: ['[format]'] },
      { file: '.ruff.toml', contains: ['[format]'] },
    ],
    folders: PYTHON,
    part: 'layout',
    // https://docs.astral.sh/ruff/formatter/
    words: (file) => ['format', '--quiet', '--force-exclude', `--stdin-filename=${file}`, '-'],
  },
  {
    id: 'black',
    endings: ['.py', '.pyi'],
    configured: [{ file: 'pyproject.toml', contains: ['[tool.black'] }],
    folders: PYTHON,
    part: 'layout',
    // https://black.readthedocs.io/en/stable/usage_and_configuration/the_basics.html
    words: (file) => ['--quiet', `--stdin-filename=${file}`, '-'],
  },
  {
    id: 'rustfmt',
    endings: ['.rs'],
    configured: named('Cargo.toml'),
    folders: [],
    part: 'layout',
    // By the file's name it would format the modules of the file, too; from standard input it does not know the edition.
    words: (_file, read) => {
      const edition = /^[ \t]*edition\s*=\s*"(\d{4})"/m.exec(read('Cargo.toml') ?? '')?.[1];
      return ['--emit', 'stdout', ...(edition === undefined ? [] : ['--edition', edition])];
    },
  },
];
