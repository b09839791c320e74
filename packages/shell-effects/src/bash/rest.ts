import type { CompoundList, PipelineNode, Script, Statement } from 'unbash';
import type { Rest } from '../effects.js';

/** Tells what stands in a line behind the `cd … &&` in front of it. */
export function restOf(line: string, { commands }: Pick<Script, 'commands'>): Rest {
  const [statement] = commands;
  if (statement === undefined || commands.length > 1) return { text: line, isOne: false };
  const { command } = statement;
  const isEntered = command.type === 'AndOr' && command.operators[0] === '&&' && isChangeOfFolder(command.commands[0]);
  const text = isEntered ? line.slice(command.commands[1]?.pos ?? 0, statement.end) : line;
  return { text: text.trim(), isOne: isOne(statement, isEntered) };
}

function isChangeOfFolder(node: PipelineNode | undefined): boolean {
  return node?.type === 'Command' && node.name?.value === 'cd' && node.prefix.length === 0;
}

function isOne({ command, background }: Statement, isEntered: boolean): boolean {
  if (background) return false;
  if (command.type !== 'AndOr') return isOneCommand(command);
  return isEntered && command.commands.length === 2 && isOneCommand(command.commands[1] as PipelineNode);
}

function isOneCommand(node: PipelineNode): boolean {
  switch (node.type) {
    case 'Command':
      return node.name !== undefined;
    case 'Redirected':
      return isOneCommand(node.command);
    case 'Pipeline':
      return (
        node.commands.length === 1 &&
        node.prefixes.every(({ type }) => type === 'Time') &&
        isOneCommand(node.commands[0] as PipelineNode)
      );
    case 'Subshell':
    case 'BraceGroup':
      return isOneOf(node.body);
    default:
      return false;
  }
}

/** `( cd ml && make test )`. */
function isOneOf({ commands }: CompoundList): boolean {
  const [statement] = commands;
  if (statement === undefined || commands.length > 1) return false;
  const { command } = statement;
  return isOne(statement, command.type === 'AndOr' && isChangeOfFolder(command.commands[0]));
}
