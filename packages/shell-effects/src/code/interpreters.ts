import { contentOf, emitWrite } from '../disk/paths.js';
import { type Call, HOLE, type Result, type Scope, UNKNOWN, under } from '../state.js';
import { programOf } from '../table.js';
import { onlyReads, readInvocation } from './options.js';
import { readCode } from './read.js';
import { runScript } from './script.js';
import { RUNS_LINES } from './starts.js';

/**
 * Carries out `python -c`, `node -e`, `perl -e`, and scripts from standard input or from disk: what their string literals
 * show.
 */
export function runInterpreter(call: Call): Result | undefined {
  const { program, words, session, shell, frame } = call;
  const { language } = programOf(program);
  if (language === undefined) return undefined;
  // `ruby -run -e cp from to`: the library makes programs of its file calls.
  if (language === 'ruby' && words[0] === '-run' && words[1] === '-e')
    return session.run(
      words.slice(2).filter((word) => word !== '--'),
      shell.clone(),
      under(frame, 'ruby -run'),
    );
  if (onlyReads(program, words)) return UNKNOWN;
  const { loads, inPlace, code, script, given } = readInvocation(program, language, words);
  for (const { name, isFile } of loads) {
    runDataUrl(name, call);
    if (isFile && /^\.{0,2}\//.test(name)) runScript(name, language, [], call);
  }
  for (const file of inPlace?.files ?? []) {
    emitWrite(session, shell, 'write', file, `${program} -i`);
    if (inPlace?.suffix !== undefined) emitWrite(session, shell, 'write', file + inPlace.suffix, `${program} -i`);
  }
  if (script !== undefined) {
    runScript(script, language, given, call);
    const tool = language === 'node' ? installedTool(script) : undefined;
    return tool === undefined ? UNKNOWN : session.run([tool, ...given], shell.clone(), under(frame, program));
  }
  const texts = code.map((text) => text ?? frame.input?.rest ?? '');
  if (language === 'perl') {
    const debug = shell.variables.get('PERL5DB');
    if (debug?.exported && words.some((word) => /^-\w*d/.test(word))) texts.push(debug.value);
  }
  const isLooped = (language === 'perl' || language === 'ruby') && words.some((word) => /^-\w*[np]/.test(word));
  if (isLooped && texts.some((one) => RUNS_LINES.test(one))) {
    const lines = given[0] === undefined ? frame.input?.rest : contentOf(session, shell, given[0]);
    session.code(lines ?? HOLE, shell.clone(), under(frame, `${program} -n`), 'guess');
  }
  for (const text of texts)
    readCode({ text, language, words: given, isInline: true }, session.at(shell, under(frame, `${program} code`)));
  return UNKNOWN;
}

/** Packages whose program has another name than they. */
const PROGRAMS: Readonly<Record<string, string>> = { 'jest-cli': 'jest', typescript: 'tsc' };

/**
 * Returns the program of an installed package as a package manager links it, where Node is given the package's own file:
 * `node --experimental-vm-modules node_modules/jest/bin/jest.js`.
 */
function installedTool(script: string): string | undefined {
  const found =
    /^((?:\.{1,2}\/)*node_modules\/)(?:\.bin\/([\w.-]+)|([\w-]+)\/(?:bin\/)?_?([\w-]+)(?:\.[cm]?js)?)$/.exec(script);
  if (found === null) return undefined;
  const [, folder, linked, owner = '', file] = found;
  if (linked !== undefined) return `${folder}.bin/${linked}`;
  return file === (PROGRAMS[owner] ?? owner) ? `${folder}.bin/${file}` : undefined;
}

/** `runDataUrl` carries out code that stands in an address, as in `--import data:text/javascript,…`. */
function runDataUrl(value: string, { session, shell, frame }: Scope): void {
  const found = /^data:text\/javascript(?:;charset=[\w-]+)?(;base64)?,([\s\S]*)$/i.exec(value);
  if (found === null) return;
  const [, encoding, text = ''] = found;
  const plain = encoding === undefined ? unescaped(text) : Buffer.from(text, 'base64').toString('utf8');
  readCode(
    { text: plain, language: 'node', words: [], isInline: true },
    session.at(shell, under(frame, 'node --import')),
  );
}

function unescaped(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'));
}
