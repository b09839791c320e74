import { filesBehind } from '../code/source-files.js';
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
    sources: (words) => filesBehind(words, /^(?:-f|--file)$/),
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
  'sqlite, duckdb, mariadb': { writer: database },
};

/** Databases whose own commands and statements write files. */
function database(call: WriterCall): void {
  const { program } = call;
  const text = [...call.words, call.frame.input?.rest ?? ''].join('\n');
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

/** Runs the lines of a database's dialog that go to a shell: `.shell`, `\!`, `system`. */
function runDatabase(call: HandingCall): undefined {
  const { words, session, shell } = call;
  const files = words.filter((_word, at) => /^(?:-f|--file|-init)$/.test(words[at - 1] ?? ''));
  const texts = files.map((file) => contentOf(session, shell, file) ?? '');
  const text = [...words, ...texts, inputOf(call)].join('\n');
  runMatches(call, text, /(?:^|\n)[ \t]{0,64}(?:\.(?:shell|system)|\\!|system)\s+([^\n]+)/g);
}
