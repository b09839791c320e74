import { parseArgs } from 'node:util';

/** `TABLES` names the tables that are printed alone. */
const TABLES = ['peers', 'injection', 'large', 'commands', 'drive', 'front', 'seal', 'parts'] as const;

export type Table = (typeof TABLES)[number];

/** Bench arguments tell what is measured. */
export interface BenchArguments {
  readonly rounds: number;
  /** The table that is printed alone; null for the usual ones. */
  readonly table: Table | null;
  /** The tag, branch or commit whose program this tree's is compared with. */
  readonly against: string | null;
}

export const USAGE = `npx -y pnpm@12 bench [<rounds>] [${TABLES.map((name) => `--${name}`).join(' | ')} | --against <tag>]`;

/** Reads the words behind `bench`. @throws Error with the usage, for words that say nothing or two things */
export function benchArguments(words: readonly string[]): BenchArguments {
  const read = () => {
    const flags = Object.fromEntries(TABLES.map((name) => [name, { type: 'boolean' as const }]));
    return parseArgs({
      args: [...words],
      options: { ...flags, against: { type: 'string' as const } },
      allowPositionals: true,
    });
  };
  try {
    const { values, positionals } = read();
    const [rounds = '100', ...others] = positionals;
    const tables = TABLES.filter((name) => name in values);
    const against = values.against as string | undefined;
    const isOne = tables.length + (against === undefined ? 0 : 1) <= 1;
    // A name in front of which a dash stands would be an option of git.
    if (!/^[1-9]\d{0,4}$/.test(rounds) || others.length > 0 || !isOne || /^(?:-|$)/.test(against ?? 'x'))
      throw new Error('these words say nothing, or two things');
    return { rounds: Number(rounds), table: tables[0] ?? null, against: against ?? null };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`);
  }
}
