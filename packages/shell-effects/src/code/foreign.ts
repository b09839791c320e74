import { posix } from 'node:path';
import { walkDisk } from '../disk/disk.js';
import { contentOf } from '../disk/paths.js';
import {
  baseName,
  type Call,
  isKnown,
  type Result,
  resolvePath,
  type Scope,
  type Session,
  type Shell,
  under,
} from '../state.js';
import { programOf } from '../table.js';
import { runEntries } from './entries.js';
import { runForeignText } from './foreign-text.js';
import { filesBehind, filesIn } from './source-files.js';
import { mayStart, testStarts } from './starters.js';
import { testsElsewhere } from './test-files.js';
import { withoutWantedLists } from './wanted-lists.js';

/** Interpreters that take code as a word, or from their input. */
const INLINE =
  /^(?:groovy|Rscript|julia|elixir|swift|scala|ghc|crystal|guile|racket|sbcl|clojure|bb|nu|xonsh|elvish|tclsh|expect|jshell|erl|ocaml|ghci|octave|gnuplot)$/;

/**
 * Runs the code of a foreign program, and returns undefined always: what the program does beside is not known, so
 * whoever comes next may look, too.
 */
export function runForeign(call: Call): Result | undefined {
  const { program, words, session, shell, frame } = call;
  runEntries(call);
  const files = programOf(program).sources?.(words, session, shell);
  for (const file of files ?? []) {
    const text = contentOf(session, shell, file);
    if (!isKnown(text) || testsElsewhere(baseName(file), text) || startsNothing(program, words, file, session, shell))
      continue;
    if (isTestRun(program, words) && !testStarts(text)) continue;
    if (program === 'bats') {
      runForeignText(withoutChecks(text), session.at(shell, { ...under(frame, baseName(file)), fromFile: true }));
      continue;
    }
    // It starts nothing itself, but may hand a list to the package that it tests.
    const own = file.endsWith('_test.go') && !mayStart(text) ? withoutWantedLists(text) : text;
    runForeignText(own, session.at(shell, { ...under(frame, baseName(file)), fromFile: true }));
  }
  if (files !== undefined && INLINE.test(program)) {
    const given = [
      ...filesBehind(words, /^(?:-[eEc]|--?eval|--execute|eval)$/),
      ...(words.every((word) => word.startsWith('-')) ? [frame.input?.rest ?? ''] : []),
    ];
    for (const text of given)
      if (isKnown(text) && !onlyCalculates(program, text))
        runForeignText(text, session.at(shell, under(frame, program)));
  }
  if (program === 'go' && words[0] === 'generate')
    generate(words.slice(1), session.at(shell, under(frame, 'go generate')));
  return undefined;
}

/** Runners of tests whose files are named: a push that such a file only hands to the code under test is a word. */
const isTestRun = (program: string, [verb = '']: readonly string[]) =>
  /^(?:rspec|phpunit|prove)$/.test(program) || (program === 'cargo' && /^t(?:est)?$/.test(verb));

/**
 * Returns a test of bats without what it compares, and without the texts that it hands, as one word, to a script or
 * function that it tries out; what starts its words keeps them.
 */
const withoutChecks = (text: string) =>
  text
    .replace(/^[ \t]*\[\[?[ \t](?:(?!\$\(|`)[^\n;&|])*\]$/gm, ' ')
    .replace(
      /^([ \t]*run[ \t]+(?!(?:(?:ba|da|z|k|fi)?sh|env|eval|exec|command|builtin|sudo|doas|nohup|setsid|timeout|time|nice|xargs|parallel|watch|script|ssh|python3?|node|perl|ruby|php)\b)(?:\.{0,2}\/)?\w[\w./-]*[ \t]+)(?:"[^"`$\n]*"|'[^'\n]*')[ \t]*$/gm,
      '$1',
    );

/** Languages in which a program is started by a call that has a name. */
const STARTS_BY_NAME = /^(?:julia|Rscript|elixir)$/;
/** Beside the names of other languages: how these three start programs, or reach what does under another name. */
const REACHES =
  /`|\b(?:run|pipeline|cmd|open|port|sh|mix|eval\w*|include|import|require|library|using|source|load\w*|parse|ccall|base|core|main|code|apply|get\w*|match\.fun|do\.call|erlang|node|rpc)\b|::|:os\b|\.C\(|\.External/i;

/** Tells whether inline code of such a language starts nothing, so that a push in it is a text. */
const onlyCalculates = (program: string, text: string) =>
  STARTS_BY_NAME.test(program) && !mayStart(text) && !REACHES.test(text);

/** Source of Go or Java that starts no program, and no file beside it that is part of the program. */
function startsNothing(
  program: string,
  words: readonly string[],
  file: string,
  session: Session,
  shell: Shell,
): boolean {
  const extension = program === 'go' ? /\.go$/ : program === 'java' ? /\.java$/ : undefined;
  if (extension === undefined || !extension.test(file)) return false;
  // `go run x.go` takes the files that it names.
  const isNamed = program === 'go' && words[0] === 'run' && words.includes(file);
  const together = isNamed
    ? words.filter((word) => extension.test(word))
    : filesIn(posix.dirname(file), extension, session, shell);
  const texts = together.map((one) => contentOf(session, shell, one));
  return texts.length > 0 && texts.every((text) => isKnown(text) && !mayStart(text));
}

const MAX_GENERATORS = 400;

/** Runs the lines `//go:generate command` of the packages that are named, each in the folder of its file. */
function generate(words: readonly string[], { session, shell, frame }: Scope): void {
  if (words.includes('-n')) return;
  const named = words.filter((word) => !word.startsWith('-'));
  const files = (named.length === 0 ? ['.'] : named).flatMap((place) => {
    if (place.endsWith('.go')) return [place];
    const folder = place.replace(/\/?\.{3}$/, '') || '.';
    if (folder === place.replace(/\/$/, '')) return filesIn(folder, /\.go$/, session, shell);
    const beneath = walkDisk(folder, session, shell) ?? [];
    return beneath.filter(({ isFolder, name }) => !isFolder && name.endsWith('.go')).map((one) => one.path);
  });
  for (const file of files.slice(0, MAX_GENERATORS)) {
    const inner = shell.clone();
    inner.cwd = resolvePath(posix.dirname(file), shell, session);
    for (const match of (contentOf(session, shell, file) ?? '').matchAll(/^\/\/go:generate (.+)$/gm))
      session.code(match[1] ?? '', inner.clone(), frame, 'file');
  }
}
