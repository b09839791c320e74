import { speculate } from '../bash/speculate.js';
import { contentOf } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { enteredBy } from '../starts/entered.js';
import { type Call, type Frame, under } from '../state.js';
import { below, type Line, linesOf, listOf, unquoteYaml } from '../tasks/taskfile.js';
import { findOperands, values } from '../text/command-options.js';
import { quoted } from '../text/quoted.js';

const FILES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];
const VALUED =
  '-f --file -p --project-name --profile --env-file --project-directory -e --env -v --volume -w --workdir -u --user --name --entrypoint --scale -l --label -t --timeout'.split(
    ' ',
  );
const MAX_SERVICES = 16;

/** `docker-compose` starts the services that a file of the project names. */
export const dockerCompose: ProgramFile = {
  'docker-compose': { contains: runComposed, enters: enteredBy },
};

/** What a service starts: its `entrypoint`, its `command`, and where it has none of its own the program of its image. */
interface Service {
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * `docker compose run service [command]` and `up [service…]`: what the project's file says that is started. Of it only what
 * publishes is kept, as of every container.
 */
export function runComposed({ program, words, session, shell, frame }: Call): void {
  const inner: Frame = { ...under(frame, program), exit: 'hidden', certain: false };
  const [verb, ...named] = findOperands(words, VALUED);
  if (!/^(?:run|up|create|start)$/.test(verb ?? '')) return;
  const given = verb === 'run' ? words.slice(words.indexOf(named[0] ?? '', words.indexOf('run')) + 1) : [];
  const [entrypoint] = values(words, ['--entrypoint']);
  const files = values(words, ['-f', '--file']);
  const texts = (files.length > 0 ? files : FILES).map(
    (file) => (file === '-' ? frame.input?.rest : contentOf(session, shell, file)) ?? '',
  );
  for (const { name, fields } of texts.flatMap(servicesIn).slice(0, MAX_SERVICES)) {
    const isAsked = (verb === 'run' ? named.slice(0, 1) : named).includes(name);
    if (!isAsked && (named.length > 0 || fields.has('profiles'))) continue;
    const program = entrypoint ?? fields.get('entrypoint') ?? '';
    const rest = given.length > 0 ? given.map(quoted).join(' ') : (fields.get('command') ?? '');
    // An image that is called as a program most likely starts it.
    const image = (fields.get('image') ?? '').replace(/^.*\/|[:@].*$/g, '');
    const starts = [`${program} ${rest}`.trim(), ...(program === '' ? [`${image} ${rest}`.trim()] : [])];
    for (const code of starts) speculate(session, () => session.code(code, shell.clone(), inner, 'guess'));
  }
}

function servicesIn(text: string): Service[] {
  const lines = linesOf(text);
  const at = lines.findIndex((line) => line.depth === 0 && /^services:/.test(line.text));
  const services = at < 0 ? [] : below(lines, at);
  return services.flatMap((line, of) => {
    const name = line.depth === services[0]?.depth ? /^["']?([\w.-]+)["']?:$/.exec(line.text)?.[1] : undefined;
    return name === undefined ? [] : [{ name, fields: fieldsOf(below(services, of)) }];
  });
}

/** Returns fields with a text, or with a list of words in either way to write it. */
function fieldsOf(lines: readonly Line[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    const [, name = '', value = ''] = /^(image|entrypoint|command|profiles):\s*(.*)$/.exec(line.text) ?? [];
    if (line.depth !== lines[0]?.depth || name === '') continue;
    const listed = below(lines, at).flatMap((one) => /^-\s+(.*)$/.exec(one.text)?.[1] ?? []);
    const words = [...listOf(value), ...listed.map(unquoteYaml)];
    fields.set(name, words.length > 0 ? words.map(quoted).join(' ') : unquoteYaml(value));
  }
  return fields;
}
