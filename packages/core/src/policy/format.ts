/**
 * Formatters that may run on an edited file (feature C33): those that only lay out, that read the text from standard input
 * and print the result, so that no other file can change. Linters that correct (rubocop -a, eslint --fix) change what a
 * program does and are none of them.
 */
export const FORMATTERS = [
  'prettier',
  'biome',
  'dprint',
  'gofmt',
  'goimports',
  'ruff',
  'isort',
  'black',
  'rustfmt',
] as const;
export type Formatter = (typeof FORMATTERS)[number];

export interface FormatPolicy {
  /** Whether a file is formatted behind the agent's edit. */
  onEdit: boolean;
  /** The formatters to use, in their order; null: those that the project has configured. */
  use: Formatter[] | null;
}
