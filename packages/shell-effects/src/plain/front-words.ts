import { mayMatter } from './may-matter.js';

/*
 * What a shell can tell of a command without reading it: words that programs are called by, and the options that each may have. The
 * table is a choice among what the reader calls harmless: what it does not is left out when the table is asked for.
 */

/** A program, or a command of git, that a front takes. */
export interface FrontProgram {
  name: string;
  /** Letters and digits that may stand together behind one `-`. */
  short: string;
  /** Words that may stand behind `--`, each with or without a value. */
  long: readonly string[];
  /** It can write, or starts what a configuration names: its end is not for a front to settle. */
  writes: boolean;
}

/** All that a front takes. */
export interface FrontWords {
  programs: readonly FrontProgram[];
  /** Commands of git. */
  git: readonly FrontProgram[];
}

/** One program a line: its name, its letters, and its long options; `-` where it has none. */
const PROGRAMS = `
ls aAbcCdfFghHiIklLmnNopqQrRsStTuUvwxXZ1 all almost-all author color directory classify full-time human-readable inode recursive reverse size sort time time-style
cat AbeEnstTuv number show-all
echo neE -
grep aAbBcCeEfFGhHiIlLmnopPqrRsTvwxyz0123456789 include exclude exclude-dir color colour count files-with-matches line-number ignore-case only-matching recursive word-regexp
egrep acehiHilLmnoqrRsvwxABC0123456789 -
fgrep acehiHilLmnoqrRsvwxABC0123456789 -
rg aAbBcCdeEfFgGhHiIjlLmMnNopPqrsStTuUvVwxz0123456789 files glob type hidden no-ignore count line-number ignore-case files-with-matches
head cnqvz0123456789 lines bytes quiet
tail cfFnqrsvz0123456789 lines bytes follow quiet
wc clLmw lines words bytes chars max-line-length
pwd LP -
cd LP -
cut bcdfnsz0123456789 delimiter fields characters bytes complement
diff abBcdeEiInNpqrstTuUwWxyZ0123456789 brief unified recursive color side-by-side ignore-all-space
cmp bilnsv0123456789 silent verbose
stat cfLtx format printf terse dereference
file bEhikLNpz0 brief mime mime-type dereference
du abBcdDhHklLmsSxX0123456789 all apparent-size human-readable max-depth summarize total
df ahHiklmPtTx human-readable inodes total type
uname aimnoprsv all kernel-name
whoami - -
which a all
basename asz -
dirname z -
sleep - -
true - -
false - -
tree adfhlLpsuDFiIPC0123456789 noreport dirsfirst
jq acCeMnrRsS0123456789 compact-output raw-output exit-status
nl abdfhilnpsvw0123456789 -
column tsc0123456789 -
`;

/** Commands of git, in the same way. */
const GIT = `
status bnosuvz0123456789 branch short long porcelain ahead-behind untracked-files ignored show-stash column no-column renames no-renames
rev-parse q verify short abbrev-ref symbolic-full-name show-toplevel show-prefix show-cdup git-dir git-common-dir is-inside-work-tree is-bare-repository all branches tags
ls-files cdmostuvz0123456789 cached deleted modified others stage exclude-standard full-name error-unmatch
log bcEGimMnpPqrRsSwzLU0123456789 oneline graph all decorate no-decorate stat shortstat numstat name-only name-status max-count since until after before author grep no-merges merges first-parent reverse abbrev-commit abbrev date format pretty follow branches tags remotes patch no-patch left-right cherry-pick
diff abBcCDGilmMnpPqrRsSuUwWz0123456789 cached staged stat shortstat numstat name-only name-status summary word-diff color no-color ignore-all-space ignore-space-change no-ext-diff quiet merge-base diff-filter unified
show bcEGimMnpPqrRsSuUwWz0123456789 stat name-only name-status format pretty no-patch oneline abbrev-commit
blame bcCefLlMnpswt0123456789 date porcelain line-porcelain since
add AfnNuv all update intent-to-add dry-run verbose
`;

/** Commands of git that write nothing and start nothing of the project's: no driver, no text conversion. */
const GIT_READS: ReadonlySet<string> = new Set(['status', 'rev-parse', 'ls-files']);

/** Returns what a front takes. */
export function frontWords(): FrontWords {
  return {
    programs: rowsOf(PROGRAMS).map((row) => harmless(row, row.name, false)),
    git: rowsOf(GIT).map((row) => harmless(row, `git ${row.name}`, !GIT_READS.has(row.name))),
  };
}

interface Row {
  name: string;
  short: string;
  long: readonly string[];
}

function rowsOf(table: string): Row[] {
  const lines = table.split('\n').filter(Boolean);
  return lines.map((line) => {
    const [name = '', short = '', ...long] = line.split(' ').map((word) => (word === '-' ? '' : word));
    return { name, short, long: long.filter(Boolean) };
  });
}

/** Leaves out what the reader would look at closer. @throws Error where the program itself is no reading one */
function harmless({ name, short, long }: Row, start: string, writes: boolean): FrontProgram {
  if (mayMatter(`${start} x`)) throw new Error(`${start} is nothing that only reads`);
  const letters = [...new Set(short)].filter((letter) => !mayMatter(`${start} -${letter} x`)).join('');
  return { name, short: letters, long: long.filter((word) => !mayMatter(`${start} --${word} x`)), writes };
}
