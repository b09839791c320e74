import type { Literal, Literals } from './literals.js';

/** How code shows that it starts programs, and where a literal is what it starts. */

/** Calls that start a program or a shell. */
export const EXECUTES =
  /\b(?:os\.(?:system|popen)|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?|subprocess\.(?!(?:list2cmdline|CompletedProcess|CalledProcessError|TimeoutExpired|SubprocessError)\b)\w+|pty\.spawn|commands\.getoutput|(?:check_)?(?:call|output|run)|Popen|getoutput|getstatusoutput|create_subprocess_(?:exec|shell)|exec(?:Sync|File|FileSync)?|spawn(?:Sync)?|fork|execa(?:Sync|Command)?|zx|system|popen\d?|open[23]|qx|IO\.popen|Open3\.\w+|shell_exec|passthru|proc_open|pcntl_exec|os\.execute|io\.popen|Deno\.(?:run|Command)|Bun\.spawn(?:Sync)?|Bun\.\$)\b|`|%x|\bqx\b/;
/**
 * Before a text in the same language that is run: `eval("…")`, `vm.runInThisContext("…")`, `new Worker("…", { eval: true })`.
 */
export const EVALUATES =
  /(?:(?<![.\w])(?:exec|eval|compile|Function|Worker)|\.(?:\w+_eval|runIn\w*Context|runsource|runcode)|\btimeit\.(?:timeit|repeat))\s*\(?\s*$/;
/** Text that is made at run time and may reach a shell. */
export const DECODES =
  /b64decode|base64|fromhex|unhexlify|\bcodecs\.|Buffer\.from|\batob\(|fromCharCode|\bchr\(|\bunpack\(|rot13|\[::-1\]|\.reverse\b|urlopen|requests\.get|\bfetch\(/;

/** A call that starts a program with what the environment or the arguments hold. */
const RUNS_INPUT =
  /(?:system|popen|Popen|\brun|call|check_output|exec\w*|spawn\w*|getoutput)\s*\(?\s*\[?\s*(?:os\.environ|os\.getenv|getenv|process\.env|process\.argv|sys\.argv|ENV\[|\$ENV\{|ARGV|\$ARGV|input\(|sys\.stdin)/;

/** A name that is filled from there. */
const FROM_INPUT =
  /(?<!\w)([$@]?[A-Za-z_]\w*)\s*=\s*(?:os\.environ|os\.getenv|getenv|process\.env|process\.argv|sys\.argv|ENV\[|\$ENV\{|input\(|sys\.stdin)/g;

/** Tells whether such a name is all that a starting call gets. */
export function runsInput(bare: string): boolean {
  if (RUNS_INPUT.test(bare)) return true;
  for (const match of bare.matchAll(FROM_INPUT)) {
    const name = (match[1] ?? '').replace(/[$]/g, '\\$&');
    if (
      new RegExp(`(?:system|popen|Popen|\\brun|call|check_output|exec\\w*|spawn\\w*)\\s*\\(?\\s*${name}\\b`).test(bare)
    )
      return true;
  }
  return false;
}

/** What Perl and Ruby run of each line of their input with `-n`: all of it, or its words (`-a`). */
export const RUNS_LINES = /\b(?:system|exec)\s*\(?\s*(?:\$_|[@*]\$?F)\b(?!\s*[.[{])/;

/** Code that evaluates what the environment or the arguments hold. */
export const EVALUATES_INPUT =
  /(?:(?<![.\w])(?:eval|exec|Function)|\.(?:\w+_eval|runIn\w*Context))\s*\(?\s*(?:compile\(\s*)?(?:os\.environ|os\.getenv|process\.env|process\.argv|sys\.argv|ENV\[|\$ENV\{|ARGV|\$ARGV)/;

/** What could start a program or a shell, in a call or as its argument. */
export const STARTERS =
  /\|-|["']\|\s*(?:ba|z|da)?sh\b|child_process|\bsubprocess\b|\bos\.|\bpty\b|Open3|\b(?:Bun|Deno)\b|["'](?:bun|zx|execa)["']|(?<![.\w])(?:exec(?:[lv]p?e?)?|spawn[lv]p?e?|posix_spawnp?|popen|system)\b/;
/** `GIT_LIBRARY` matches a library that pushes without git's own program, or has programs for attributes (`sh.git.push`). */
export const GIT_LIBRARY =
  /\b(?:from git import|import git\b|pygit2|dulwich|simple-git|simpleGit|isomorphic-git|nodegit|Rugged|Git\.open|import (?:sh|plumbum)\b(?! from)|from (?:sh|plumbum(?:\.cmd)?) import)/;

/** Tells whether code pushes by such a library: by a call of that name, or by a word that it hands to git. */
export const pushesByLibrary = (text: string, { bare, items }: Literals) =>
  GIT_LIBRARY.test(text) &&
  (/\.push\b/.test(bare) ||
    items.some(({ value, before }) => value === 'push' && /(?:\bgit|\blocal\[""\])\s*[([]\s*$/.test(before)));

/** An argument before the literal that is a call of its own, closed again: `f(run("x").out, "y")` runs no `y`. */
const CLOSED_ARGUMENT = /(?<=[(,]\s*)[\w.$]+\([^()]*\)(?:\.\w+(?:\([^()]*\))?)*\s*,/g;

/** Before a value that something is compared with: `if (command === "…")`. */
const COMPARED = /(?:[=!]==?|\b(?:eq|ne))\s*$/;

/** Tells whether the literal stands where a call takes a command. */
export function startsProgram(literal: Literal): boolean {
  // `$`git push`` of zx and Bun.
  if (/(?:^|[\s=({;,])\$$/.test(literal.before)) return true;
  return (
    !COMPARED.test(literal.before) &&
    EXECUTES.test(literal.before.replace(CLOSED_ARGUMENT, '_,')) &&
    !/\b(?:print|echo|puts|console\.log|log|re\.\w+|replace|split|unpack1?|g?sub!?|scan|match\??|strftime|(?:starts|ends)_?with\??|includes?\??|indexOf)\s*\(?\s*$/.test(
      literal.before,
    )
  );
}
