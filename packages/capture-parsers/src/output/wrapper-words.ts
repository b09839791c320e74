import { isHarmless } from '../command/harmless.js';

/**
 * What shells, task runners and services print of a command that failed, each at the margin of a line: make and its like,
 * npm, pnpm, Yarn, Bun, Deno, just, Task, Rake, tox, nox, pre-commit, Docker, Lerna, Nx, Turbo, GitHub, GitLab, Travis, a shell whose
 * program was killed.
 */
const SURE = new RegExp(
  [
    // 1. task runners
    String.raw`(?:\S*make|gmake)(?:\[\d+\])?: (?:\*\*\* )?\[[^\]\n]{1,300}\] (?:Error \d|[A-Z])`,
    String.raw`\S*make(?:\[\d+\])?: \*\*\* `,
    String.raw`make: Target '[^'\n]{0,200}' not remade because of errors`,
    'ninja: build stopped: ',
    String.raw`(?:npm ERR!|npm error) (?:code (?:ELIFECYCLE|[1-9]\d*$)|Lifecycle script |command failed|Test failed|errno \d|Exit status [1-9]|[^\n]{1,300}: Exit status [1-9])`,
    String.raw`(?:[ \t]*(?:ERR_PNPM_\w+|ELIFECYCLE)[ \t]+)\S`,
    'error Command failed with (?:exit code [1-9]|signal )',
    String.raw`error: script "[^"\n]{1,200}" (?:exited with code [1-9]|was terminated)`,
    String.raw`error: Recipe [^\n]{1,200} (?:failed|was terminated)`,
    String.raw`(?:task: )?Failed to run task "[^\n]{1,200}`,
    'rake aborted!',
    String.raw`mage: |lerna ERR! |ERROR: {1,2}"[^"\n]{1,200}" exited with [1-9]`,
    String.raw`ERROR: InvocationError for command |\S{1,100}: exit [1-9]\d* \(|nox > Command [^\n]{1,300} failed with exit code [1-9]`,
    String.raw` *ERROR {1,2}run failed: command {1,2}exited \([1-9]`,
    String.raw`[ >]*NX {1,3}(?:Running target [^\n]{1,200} failed|Ran target[^\n]{1,300}failed)`,
    String.raw` ?Failed: {2,}\S+#\S+$| *(?:✖|×) {1,2}\d+/\d+ (?:targets )?failed|Failed tasks:$`,
    String.raw`- hook id: [^\n]{1,100}\n- exit code: [1-9]`,
    String.raw`Script [^\n]{1,200} (?:handling the [^\n]{1,100} event )?returned with error code [1-9]`,
    'error: Test failed$|Tests have failed for a parallel_test group',
    // 2. services
    String.raw`##\[error\]|::error(?: [^\n]{0,300})?::Process completed with exit code [1-9]`,
    'Finished: (?:FAILURE|UNSTABLE|ABORTED)$',
    '(?:Error: )?Process completed with exit code [1-9]',
    String.raw`ERROR: Job failed|Cleaning up project directory[^\n]*\nERROR: `,
    String.raw`The command "[^\n]{1,500}" (?:exited with [1-9]|failed and exited)`,
    String.raw`The command '[^\n]{1,500}' returned a non-zero code: [1-9]`,
    String.raw`Build step [^\n]{1,100} marked build as failure$|script returned exit code [1-9]|Exited with code (?:exit status )?[1-9]`,
    String.raw`\S{1,100} exited with code [1-9]\d*(?: \(restarting\))?$`,
    // 3. shells
    String.raw`(?:\S{1,200}: line \d+: +)(?:\d+ )?(?:Segmentation fault|Aborted|Bus error|Illegal instruction|Floating point exception|Killed|Terminated|Trace/breakpoint trap|Quit)`,
    String.raw`\S{1,100}: command terminated by signal \d|Command (?:terminated by signal \d|exited with non-zero status [1-9])`,
    String.raw`subprocess\.CalledProcessError: `,
  ]
    .map((words) => `^(?:${words})`)
    .join('|'),
  'm',
);

/** Words that a test may print as well: below a summary they are those of what is around the run. */
const PERHAPS = new RegExp(
  [
    String.raw`(?:Segmentation fault|Aborted|Bus error|Illegal instruction|Floating point exception|Killed|Terminated|Trace/breakpoint trap)(?: \(core dumped\))?$`,
    String.raw`[^\w\n]{0,12}(?:(?:the |test |tests |process |command |program |script |child |npm |job )*(?:exit(?:ed)?|return(?:ed)?|finished|ended|failed|rc|ret|status|code|result)[ _-]?(?:with |status|code|value| |_|-){0,4})(?:[^\w\n]{0,3}[=:]|[^\w\n]{0,3} is| with| code| status)? *[^\w\n]?[1-9]\d{0,2}[^\w\n]{0,12}$`,
    '(?:fatal|FATAL)(?: error)?: |panic: |Fatal Python error: |Unhandled (?:promise )?rejection|Uncaught ',
    String.raw`(?:(?<!(?:^Exception ignored in[^\n]{0,300}|--- Logging error ---)\n)Traceback \(most recent call last\):|node:internal/|Node\.js v\d+\.\d+\.\d+$)`,
    String.raw` *(?:[A-Za-z]*Error|Exception)(?: \[\w+\])?: `,
    String.raw`[^\n]{0,300}\b(?:exited|exit (?:code|status))\b(?: with)?(?: (?:code|status))?[^\w\n-]{0,3}-?[1-9]\d{0,9}\b`,
    String.raw`[^\n]{0,100}Command did not exit successfully`,
    // Ruby, Elixir, Java, Rust, .NET and Dart, PHP
    String.raw`\S{1,300}:\d+:in [\`'‘][^\n]{1,300} \([A-Z][\w:]{1,200}\)$|\*\* \([A-Z][\w.]{1,200}\) |Exception in thread "`,
    String.raw`thread '[^'\n]{1,200}' (?:\(\d+\) )?panicked at |Unhandled exception[.:]|PHP (?:Fatal|Parse) error: `,
    String.raw`terminate called |(?:double free|free\(\)|malloc\(\)|munmap_chunk\(\)|corrupted )[^\n]{0,100}(?:corruption|invalid|size)`,
    String.raw`\*\*\* [^\n]{0,200}(?:stack smashing|corruption|double free|invalid pointer)`,
    String.raw`(?:==\d+==)?ERROR: (?:Address|Leak|Thread|Memory|UndefinedBehavior)Sanitizer`,
  ]
    .map((words) => `^(?:${words})`)
    .join('|'),
  'mi',
);

/** How far from its end a text is looked at. */
const REACH = 1 << 16;

/** Tells whether what is around several runs says that one of them failed. */
export const saysOneFailed = (text: string): boolean => SURE.test(withoutIgnored(endOf(text)));

/** A failure that make ignored: 1 the lines above it */
const IGNORED = /((?:^[^\n]*\n){1,5})g?make(?:\[\d+\])?: [^\n]*\(ignored\)$/gm;

/** Returns a text without the failures of `rm` and its like that make ignored: these can have started no test. */
function withoutIgnored(text: string): string {
  if (!text.includes(' (ignored)')) return text;
  return text.replace(IGNORED, (whole, above: string) => {
    const lines = above.split('\n');
    return lines.some((line) => /^[a-z]+ \S/.test(line) && isHarmless(line.split(' '))) ? above : whole;
  });
}

const endOf = (text: string) => (text.length > REACH ? text.slice(text.indexOf('\n', text.length - REACH) + 1) : text);

/** Tells whether something around a run says that it failed. `from`: where the runner's own last line has ended. */
export function saysFailed(text: string, from: number): boolean {
  return SURE.test(endOf(text)) || PERHAPS.test(text.slice(Math.max(from, text.length - REACH)));
}
