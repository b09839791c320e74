import type { Language } from '../code/literals.js';
import { findGitOutput } from '../git/output.js';
import { type Frame, isKnown, type Session, type Shell } from '../state.js';
import { lookup } from '../words/parameters.js';
import { items, literal } from './texts.js';

/** What code finds around it when it runs. */
export interface Around {
  readonly session: Session;
  readonly shell: Shell;
  readonly frame: Frame;
  /** Words of its command line. */
  readonly words: readonly string[];
  /** It is a file, not text on the command line: interpreters count their words differently then. */
  readonly isFile: boolean;
}

export function insertSurroundings(text: string, language: Language, around: Around): string {
  const { shell, session, frame, words, isFile } = around;
  const value = (name: string) => lookup(name, shell, session)?.value;
  const spread =
    language === 'perl'
      ? text.replace(/(["'][^"'\n]*)\$ENV\{["']?(\w+)["']?\}/g, (all, before, name) =>
          isKnown(value(name)) ? before + value(name) : all,
        )
      : text;
  let result = spread.replace(
    /os\.environ(?:\.get)?[[(]\s*["'](\w+)["']\s*(?:,[^\])]*)?[\])]|os\.getenv\(\s*["'](\w+)["'][^)]*\)|process\.env\.(\w+)|process\.env\[\s*["'](\w+)["']\s*\]|ENV(?:\.fetch\(|\[)\s*["'](\w+)["']\s*[\])]|\$ENV\{\s*["']?(\w+)["']?\s*\}|getenv\(\s*["'](\w+)["']\s*\)/g,
    (all, ...names) => {
      const found = value(names.slice(0, 7).find((name) => name !== undefined) as string);
      return isKnown(found) ? literal(found) : all;
    },
  );
  result = insertBranch(result, around);
  const first = language === 'python' ? 1 : language === 'node' ? (isFile ? 2 : 1) : language === 'php' ? 1 : 0;
  const word = (index: number) => words[index - first];
  result = result
    // Between texts of a template there are only names.
    .replace(/\$?\{\s*(?:sys|process)\.argv\[(\d)\]\s*\}/g, (all, index) => word(Number(index)) ?? all)
    .replace(/(?:\bsys\.argv|\bprocess\.argv|\$ARGV|\bARGV|\$argv|\barg)\[(\d)\]/g, (all, index) =>
      word(Number(index)) === undefined ? all : literal(word(Number(index)) as string),
    )
    .replace(/(?:\bprocess\.argv\.at\(-1\)|\bsys\.argv\[-1\]|\bARGV\.(?:last|first|shift)\b|\bARGV\[-1\])/g, (all) =>
      words.length === 0 ? all : literal(words.at(/first|shift/.test(all) ? 0 : -1) as string),
    )
    .replace(/\*?(?:\bsys\.argv\[1:\]|\bprocess\.argv\.slice\([12]\))/g, (all) =>
      words.length === 0
        ? all
        : all.startsWith('*')
          ? words.map(literal).join(', ')
          : `[${words.map(literal).join(', ')}]`,
    );
  // All words: `exec @ARGV`, `system(*ARGV)`.
  if (words.length > 0 && (language === 'perl' || language === 'ruby'))
    result = result.replace(/(\b(?:exec|system|spawn)\b\s*\(?\s*)[@*]ARGV\b/g, (_all, call) => {
      const list = words.map(literal).join(', ');
      return call.includes('(') ? call + list : `${call.trimEnd()}(${list})`;
    });
  if (language === 'perl' && words.length > 0)
    result = result
      .replace(/\bshift\b(?!\s*[@(\w])/g, literal(words[0] as string))
      .replace(/"([^"\n]*)\$ARGV\[0\]([^"\n]*)"/g, (_all, a, b) => literal(a + words[0] + b))
      .replace(/(["'])(>{1,2}|)"([^"\n]*)"\1/g, '$1$2$3$1');
  const input = frame.input?.rest;
  if (isKnown(input) && input !== '' && input !== text) {
    const line = literal(input.replace(/\n+$/, ''));
    result = result.replace(
      /\bsys\.stdin\.(?:read|readline)\(\)(?:\.r?strip\(\))?|\binput\([^)]*\)(?:\.strip\(\))?|\b(?:STDIN|\$stdin)\.(?:read|gets)(?:\.(?:strip|chomp))?|\bgets\.(?:chomp|strip)|\breadFileSync\(\s*(?:0|["']\/dev\/stdin["'])[^)]*\)(?:\.toString\(\))?(?:\.trim\(\))?/g,
      () => line,
    );
  }
  if (language === 'node')
    result = result.replace(/\brequire\.resolve\(\s*(["'])([\w@.][\w@./-]*)\1[^()]*\)/g, (_all, _quote, name) =>
      literal(name.startsWith('.') ? name : `node_modules/${name}`),
    );
  if (isKnown(shell.cwd)) {
    const { cwd } = shell;
    result = result
      .replace(/\b(?:pathlib\.)?Path\.cwd\(\)/g, () => `Path(${literal(cwd)})`)
      .replace(/\b(?:os\.getcwdb?|process\.cwd|Dir\.pwd|Dir\.getwd|getcwd)\(\)|\b(?:Dir\.pwd|__dir__)\b/g, () =>
        literal(cwd),
      );
  }
  result = result.replace(/\b(?:os\.path\.)?expanduser\(\s*(["'])~\/([^"'\\]*)\1\s*\)/g, (_all, _quote, rest) =>
    literal(`${session.context.home}/${rest}`),
  );
  const homes =
    /\b(?:(?:os|require\(\s*["'](?:node:)?os["']\s*\))\.homedir\(\)|(?<!\.)homedir\(\)|Dir\.home\b|(?:pathlib\.)?Path\.home\(\))|\bos\.path\.expanduser\(\s*["']~["']\s*\)/g;
  return result.replace(homes, (all) =>
    all.includes('Path.home') ? `Path(${literal(session.context.home)})` : literal(session.context.home),
  );
}

const BRANCH_QUERY =
  /\b(?:subprocess\.(?:check_output|run|getoutput)|child_process\.exec(?:File)?Sync|(?<![\w.])(?:check_output|exec(?:File)?Sync))\(\s*((?:\[\s*)?["']git["']\s*,[^()]{1,120}|["']git\s[^"'()\n]{1,80}["'])([^()]{0,200})\)(?:\.stdout)?(?:\.(?:decode|toString)\([^()]*\))?(?:\.(?:r?strip|trim(?:End)?)\(\))?/g;

/** Code that asks git for the current branch gets its name. */
function insertBranch(text: string, { session, shell, frame }: Around): string {
  if (!/--show-current|--abbrev-ref|symbolic-ref/.test(text)) return text;
  return text.replace(BRANCH_QUERY, (all, command: string) => {
    const [, verb = '', ...words] = items(command).flatMap((word) => word.split(/\s+/));
    const asked = /^(?:branch|rev-parse|symbolic-ref)$/.test(verb)
      ? findGitOutput(verb, words, session, shell, frame)
      : undefined;
    return isKnown(asked) ? literal(asked.trim()) : all;
  });
}
