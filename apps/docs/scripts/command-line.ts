import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** A program whose help becomes a page. */
interface Program {
  name: string;
  /** The built file that node runs. */
  file: string;
}

/** Programs that are asked at once: all of them together each took longer than its limit on a machine that is busy. */
const AT_ONCE = 4;

/** So few that explanations stand below what they explain, and no columns are lost where a phone breaks lines. */
const COLUMNS = '60';

/** Milliseconds for one of them. */
const PATIENCE = 120_000;

async function helpOf({ file }: Program, ...words: string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', COLUMNS };
  const run = promisify(execFile)(process.execPath, [file, ...words, '--help'], { env, timeout: PATIENCE });
  return (await run).stdout.trimEnd();
}

/** The commands that a help names: indented lines that begin with the program's name, or with a command's (commander). */
export function commandsIn(help: string, name: string): string[] {
  const line = help.startsWith('Usage:') ? /^ {2}([a-z][\w-]*) /gm : new RegExp(`^ {2}${name} ([a-z][\\w-]*)`, 'gm');
  const found = [...help.matchAll(line)].map(([, command]) => command!);
  return [...new Set(found)].filter((command) => command !== 'help');
}

/**
 * What a built program says about itself and about each of its commands, as it prints it.
 * @param folder the package that brings the program, built
 * @param name of one of the programs that its `package.json` names under `bin`
 */
export async function commandLinePage(folder: string, name: string): Promise<string> {
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  if (!bin[name]) throw new Error(`PAGE_SOURCE: ${folder} brings no program "${name}". Name one that it does.`);
  const program = { name, file: path.join(folder, bin[name]) };
  const whole = await helpOf(program);
  const fence = (text: string, ...words: string[]) =>
    `\`\`\`console title="${[name, ...words, '--help'].join(' ')}"\n${text}\n\`\`\``;
  const section = async (command: string) => {
    const help = await helpOf(program, command);
    return help === whole ? '' : `## ${name} ${command}\n\n${fence(help, command)}`;
  };
  const sections: string[] = [];
  const commands = commandsIn(whole, name);
  for (let at = 0; at < commands.length; at += AT_ONCE)
    sections.push(...(await Promise.all(commands.slice(at, at + AT_ONCE).map(section))));
  return [fence(whole), ...sections.filter((text) => text !== '')].join('\n\n');
}
