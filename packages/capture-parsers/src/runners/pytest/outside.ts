/** The outermost function of a traceback, where its code is shown, and where only its place is. */
const SHOWN = /^(?: {4}|> {3})?(?:async )?def (\w+)\(/;
const PLACED = /^\S[^:]{0,500}\.pyi?:\d+: in (\w+)$/;
/** Hooks of pytest, and what a class of tests does before and behind each of them. */
const OUTSIDE = /^(?:pytest_\w+|(?:async)?(?:setUp|tearDown)\w*|(?:setup|teardown)(?:_\w+)?)$/i;

/** Returns the function that a line of a traceback is about, where it names one. */
export const functionIn = (line: string): string | undefined => (SHOWN.exec(line) ?? PLACED.exec(line))?.[1];

/** Tells whether a failure whose traceback begins in this function is of something else than the test's own code. */
export const isOutside = (within: string | undefined): boolean => within !== undefined && OUTSIDE.test(within);

/** Tells whether a failure with this traceback is of something else than the test's own code. */
export function failsOutside(traceback: string): boolean {
  for (const line of traceback.split('\n', LINES)) {
    const found = functionIn(line);
    if (found !== undefined) return isOutside(found);
  }
  return false;
}

/** The first function stands near the top, below the arguments of the test. */
const LINES = 200;
