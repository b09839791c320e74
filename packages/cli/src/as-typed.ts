/** Where a text names a command of ours: in backticks, or as a line to type. */
const COMMAND_LINES = /(^\$ |^Command: |`)flow (?=[a-z])/gm;

/** A text with our commands as they are typed here: `flow`, `flowctl`, or either behind `npx`. */
export const asTyped = (text: string, program: string): string => text.replace(COMMAND_LINES, `$1${program} `);

/** The same for a line that is nothing but a command. */
export const lineTyped = (line: string, program: string): string => line.replace(/^flow (?=[a-z])/, `${program} `);
