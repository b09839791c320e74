const DEATH = /^(?:FATAL ERROR: |Segmentation fault|Killed\b|Aborted\b)/;
/** What Node says of an error that nobody caught. */
const UNCAUGHT = /^(?:Uncaught )?[A-Z]?\w*Error\b|^ {4}at \S|^Node\.js v\d/;
/** What stops Mocha before it runs anything. */
const BROKEN =
  /^ ?(?:✖ ERROR: |Exception during run: )?((?:[A-Z]\w*)?(?:Error|Exception)\b(?: \[\w+\])?: .+)|^ ?(?:✖ ERROR: |Exception during run: )(.+)/;

/** Collects what is said of the run as a whole, outside of tests and epilogues. */
export class Remarks {
  noFiles = false;
  crashed = false;
  /** An error that nobody caught has ended the process after the tests. */
  died = false;
  /** What kept it from running anything. */
  error: string | undefined;

  /** Reads a line; false for one that says nothing. */
  line(line: string, { isBelow, hasTests }: { readonly isBelow: boolean; readonly hasTests: boolean }): boolean {
    if (/^(?:Error: )?No test files found\b/.test(line)) this.noFiles = true;
    else if (DEATH.test(line)) this.crashed = true;
    else if (isBelow && UNCAUGHT.test(line)) this.died = true;
    else {
      const broken = hasTests ? null : BROKEN.exec(line);
      if (broken) this.error ??= broken[1] ?? broken[2];
      return false;
    }
    return true;
  }
}

/** Returns the first place of a stack trace that is the project's own. */
export function placeOf(text: string): { file?: string; line?: number; column?: number } {
  for (const match of text.matchAll(/^ +at (?:[^()\n]* \()?(?:file:\/\/)?([^()\s:]+):(\d+):(\d+)\)?$/gm))
    if (!/node_modules|^node:|^internal\//.test(match[1]!))
      return { file: match[1]!, line: Number(match[2]), column: Number(match[3]) };
  return {};
}
