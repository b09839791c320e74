/** How our two programs are started here. */
export interface OwnPrograms {
  /** `flow`, `flowctl`, or either behind a package manager. */
  flow: string;
  /** The same for `flow-hooks`. */
  hooks: string;
}

/** Where a text names a command of ours: in backticks, or as a line to type. */
const COMMAND_LINES = /(^\$ |^Command: |`)flow (?=[a-z])/gm;

/** How texts name the other program, and this one where it is installed in the project alone. */
const LOCAL = /\bnpx (flow(?:-hooks)?)(?![\w@/-])/g;

/** A text with our commands as they are typed here. */
export const asTyped = (text: string, { flow, hooks }: OwnPrograms): string =>
  text
    .replace(LOCAL, (_, name: string) => (name === 'flow' ? flow : hooks))
    .replace(COMMAND_LINES, (_, front: string) => `${front}${flow} `);

/** The same for a line that is nothing but a command. */
export const lineTyped = (line: string, programs: OwnPrograms): string =>
  asTyped(line, programs).replace(/^flow (?=[a-z])/, `${programs.flow} `);
