import { contentOf } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { type HandingCall, inputOf, runMatches } from '../starts/handing-call.js';
import { values } from '../text/command-options.js';
import { hasOption, runGuess, type WriterCall, write } from '../writers/call.js';

/** Statements that change a database. */
const CHANGES = /\b(?:create|insert|update|delete|replace|drop|alter|vacuum|reindex)\b/i;

/** Clients of databases carry out statements, write files and start shells by their own commands. */
export const databases: ProgramFile = {
  psql: {
    writes: { out: '-o --output -L --log-file' },
    writer: database,
    valued: '-c -f -d -h -p -U -o -L -v -F -R --command --file --dbname --output --log-file',
    hands: runDatabase,
  },
  mysql: { writes: { out: '--tee' }, writer: database, hands: runDatabase },
  'pg_dump, pg_dumpall': { writes: { out: '-f --file' } },
  pg_basebackup: { writes: { into: '-D --pgdata' } },
  mongoexport: { writes: { out: '-o --out' } },
  mongodump: { writes: { into: '-o --out' } },
  'redis-cli': { writes: { out: '--rdb' } },
  mysqldump: { writes: { out: '-r --result-file', into: '-T --tab' } },
  'sqlfluff fix, sqlfluff format': { writes: { targets: 'each', valued: '--dialect' } },
  sqlite3: { writer: database, valued: '-cmd -separator -newline -nullvalue', hands: runDatabase },
  'sqlite, duckdb, mariadb': { writer: database, hands: runDatabase },
};

/** Databases whose own commands and statements write files. */
function database(call: WriterCall): void {
  const { program } = call;
  const text = toldTo(call, call.frame.input?.rest ?? '');
  const file = call.operands[0];
  const isFileBased = /^(?:sqlite3?|duckdb)$/.test(program);
  if (isFileBased && file !== undefined && file !== ':memory:' && !hasOption(call, /^-?-readonly$/)) {
    const statements = [...call.operands.slice(1), ...values(call.words, ['-cmd', '-c']), call.frame.input?.rest ?? ''];
    // Queries leave the file as it is.
    const asks = statements.some((one) => one.trim() !== '');
    const onlyReads =
      asks &&
      statements.every((one) =>
        /^\s*(?:$|select\b|pragma\s+\w+\s*;?$|explain\b|\.(?:tables|schema|dump|headers|mode|quit|exit|databases|output|once|backup|save|clone|shell|system)\b)/i.test(
          one,
        ),
      );
    if (!onlyReads) write(call, file);
  }
  for (const match of text.matchAll(
    /(?:^|[\n;])[ \t]{0,64}(?:\.(?:output|once|backup(?:\s+main)?|save|clone|log|excel|trace|import_out)|\\(?:o|out|copy\s+.*\bto|T|w|g)|tee|\\T)\s+(?:-\w+\s+)?['"]?([^\s'";|]+)/gi,
  ))
    write(call, match[1] as string);
  for (const match of text.matchAll(
    /(?:\bvacuum\s+into\s*"([^"\n]+)"|(?:\bvacuum\s+into|\b(?:into\s+(?:outfile|dumpfile))|\bto|\bwritefile\s*\(|\blo_export\s*\([^,]*,)\s*'([^']+)')/gi,
  ))
    write(call, (match[1] ?? match[2]) as string);
  if (isFileBased && CHANGES.test(text))
    for (const match of text.matchAll(
      /\battach\s+(?:database\s+)?['"]([^'"\n]+)['"]|(?:^|\n)[ \t]{0,64}\.open\s+(?:-\w+\s+)*['"]?([^\s'"]+)/gi,
    ))
      write(call, (match[1] ?? match[2]) as string);
  for (const match of text.matchAll(/(?:^|[\n;])[ \t]{0,64}(?:\.(?:output|once)|\\(?:o|g))\s+['"]?\|\s*([^\n'"]+)/g))
    runGuess(call, match[1] as string);
}

/** Most files that the dialog of a database is put together of. */
const MAX_FILES = 8;
/** A file with more of the dialog, as an option or a command of the client names it. */
const MORE = /(?:^|\n)[ \t]{0,64}(?:\.read|\\ir?|\\include|\\\.|source)\s+['"]?([^\s'";]+)/g;

/** Returns all that a client of a database is told: its words, its input, and the files that these name, and those name. */
function toldTo({ words, session, shell }: Pick<HandingCall, 'words' | 'session' | 'shell'>, input: string): string {
  const texts = [...words, input];
  const named = words.flatMap((word, at) => {
    const attached = /^--file=(.+)$/.exec(word)?.[1];
    return attached ?? (/^(?:-f|--file|-init)$/.test(words[at - 1] ?? '') ? word : []);
  });
  const files = new Set([...named, ...filesIn(texts.join('\n'))]);
  for (const file of files) {
    if (files.size > MAX_FILES) break;
    const text = contentOf(session, shell, file) ?? '';
    texts.push(text);
    for (const more of filesIn(text)) files.add(more);
  }
  return texts.join('\n');
}

const filesIn = (text: string) => [...text.matchAll(MORE)].map(([, file = '']) => file);

/** Commands of each client by which it starts a program; words of statements and of data are none. */
const STARTS: Readonly<Record<string, RegExp>> = {
  psql: /(?:^|\n)[ \t]{0,64}(?:\\!|\\[og]\s*\|)\s*([^\n]+)|(?:^|\n)[ \t]{0,64}\\\w+[^\n`]{0,200}`([^`\n]+)`|\b(?:from|to)\s+program\s+'((?:[^'\n]|''){1,2000})'/gi,
  mysql: /(?:^|\n)[ \t]{0,64}(?:\\!|system\b|pager\b)\s*([^\n]+)/g,
  mariadb: /(?:^|\n)[ \t]{0,64}(?:\\!|system\b|pager\b)\s*([^\n]+)/g,
};
const DOTTED = /(?:^|\n)[ \t]{0,64}\.(?:shell|system)\s+([^\n]+)/g;

/** Runs what a database's dialog starts. */
function runDatabase(call: HandingCall): undefined {
  runMatches(call, toldTo(call, inputOf(call)), STARTS[call.program] ?? DOTTED);
}
