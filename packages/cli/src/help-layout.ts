import { type Command, Help } from 'commander';

/** Columns that a description needs beside its term; with less it goes below. */
const ENOUGH = 36;
const USUAL = 80;

/** The layout of a help text: terms and descriptions stand side by side where there is room, else below one another. */
export const HELP_LAYOUT: Partial<Help> = {
  minWidthToWrap: 20,
  // Options are on the page of each command.
  subcommandTerm: (command: Command) =>
    [command.name(), ...command.registeredArguments.map(nameOf)].filter((part) => part !== '').join(' '),
  formatItem(term: string, termWidth: number, description: string, helper: Help) {
    const width = helper.helpWidth ?? USUAL;
    if (description === '' || width - termWidth - 4 >= ENOUGH)
      return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
    return `  ${term}\n${helper.boxWrap(description, width - 6).replace(/^/gm, '      ')}`;
  },
};

function nameOf(argument: Command['registeredArguments'][number]): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** Finds the columns of a help text: those of the terminal, or without a terminal, as the environment says. */
export function helpWidth(columns: number | undefined): number {
  const told = Number(process.env.COLUMNS);
  return columns ?? (Number.isInteger(told) && told > 0 ? told : USUAL);
}

/** Breaks the lines of text below the commands. */
export function helpParagraph(text: string): string {
  return new Help().boxWrap(text, helpWidth(process.stdout.columns));
}
