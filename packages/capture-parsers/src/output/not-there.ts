/** A text of more lines is of a program that did start. */
const MOST_LINES = 30;

/**
 * What is printed in a program's place by what was to start it and did not find it, with an exit code of its own: Python's
 * `-m`, uv, Poetry, PDM, npx, pnpm and Yarn (each seen, 2026-11). A shell says it by 127.
 */
const NOT_THERE =
  /^(?:\S*python[\d.]*(?:\.exe)?: No module named \S+|error: Failed to spawn: .+|Command not found: \S+|\[PdmUsageError\]: Command '.+' is not found in your PATH\.|npm error (?:npx canceled due to missing packages\b.*|could not determine executable to run)|[ \t]*(?:×|ERR_PNPM_\w+)[ \t]+Command ".+" not found|error Command ".+" not found\.|Usage Error: Couldn't find a script named ".+"\.|error: no such command: `.+`)$/m;

/** Tells whether a short output says that the program was not found. */
export function isNotThere(text: string): boolean {
  return text.split('\n', MOST_LINES + 1).length <= MOST_LINES && NOT_THERE.test(text);
}
