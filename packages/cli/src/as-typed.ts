/** The words that start our two programs here. */
export interface OwnPrograms {
  /** `flow`, `flowctl`, or either behind a package manager. */
  flow: string;
  /** `flow-hooks`, behind a package manager where no search path has the program. */
  hooks: string;
}

/** Places where a text names a command of `flow`: in backticks, or as a line to type. */
const COMMAND_LINES = /(^\$ |^Command: |`)flow (?=[a-z])/gm;

/** Places where a text names `flow-hooks`, or a `flow` that is installed in the project alone. */
const LOCAL = /\bnpx (flow(?:-hooks)?)(?![\w@/-])/g;

/** Names our programs in a text as they are typed here. */
export const asTyped = (text: string, { flow, hooks }: OwnPrograms): string =>
  text
    .replace(LOCAL, (_, name: string) => (name === 'flow' ? flow : hooks))
    .replace(COMMAND_LINES, (_, front: string) => `${front}${flow} `);

/** Names our programs in a line that is nothing but a command. */
export const lineTyped = (line: string, programs: OwnPrograms): string =>
  commandTyped(programs.flow)(asTyped(line, programs));

/** Names our program in a command as it is typed here. */
export const commandTyped =
  (flow: string) =>
  (command: string): string =>
    command.replace(/^flow (?=[a-z])/, `${flow} `);
