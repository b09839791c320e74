import { parse } from 'unbash';
import { scriptError } from '../bash/parse.js';
import type { Shell } from '../state.js';

/** Bash takes functions from variables of this name, whatever program set them. */
const NAME = /^BASH_FUNC_(.+?)(?:%%|\(\))$/;

/** A function that is handed on as a variable; false when the variable is no such thing. */
export function importFunction(name: string, value: string, shell: Shell): boolean {
  const own = NAME.exec(name)?.[1];
  if (own === undefined) return false;
  const script = parse(`${own} ${value}`);
  const command = script.commands[0]?.command;
  if (scriptError(script) === undefined && command?.type === 'Function')
    shell.exportedFunctions.set(own, [command.body]);
  return true;
}
