import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandTyped } from '../as-typed.js';
import { boardReader } from '../board/model.js';
import { boardPage } from '../board/page.js';
import { type ServedBoard, serveBoard } from '../board/server.js';
import { folderOfRun } from '../screen/find.js';
import { tellingOnce } from '../screen/tell-once.js';
import { type Answer, type Call, type Command, EXIT, FlowError } from './command.js';

export const board: Command = {
  name: 'board',
  group: 'workflow',
  arguments: '[where]',
  summary: 'serve a page on this machine that shows runs, criteria, sessions and cost; it changes nothing',
  flags: [
    { flags: '--port <number>', description: 'the port (default: any that is free)' },
    { flags: '-o, --output <file>', description: 'write the page to this file instead of serving it' },
  ],
  examples: [
    ['board -o board.html', 'the page as it stands now, as one file'],
    ['board', 'prints an address that opens the page in a browser on this machine, until Ctrl+C'],
    ['board feature/login --port 4711', 'shows the run of that branch first, at a port that stays'],
  ],
  run(call) {
    const { output } = call.options;
    if (typeof output === 'string') return written(call, path.resolve(call.directory, output));
    return call.json ? announced(call) : served(call);
  },
};

async function written(call: Call, file: string): Promise<Answer> {
  const page = boardPage(await (await readerFor(call))(null), commandTyped(call.program), true);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, page);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new FlowError('broken', 'FILE_UNWRITABLE', `the page cannot be written (${why}).`, `${call.program} board`);
  }
  return { exit: EXIT.ok, data: { file }, text: `${file}\n`, isVerbatim: true };
}

/** Serves the board until the program is ended. */
async function served(call: Call): Promise<Answer> {
  const { address } = await start(call);
  call.show(
    `${address}\n\nOpens the board in a browser on this machine; whoever has the address sees what you see. It changes nothing. Ctrl+C ends it.\n`,
  );
  return forever();
}

/** Tells a program the address, and serves the board until the program is ended. */
async function* announced(call: Call): AsyncGenerator<Answer> {
  const { address, port } = await start(call);
  yield { exit: EXIT.ok, data: { address, port } };
  yield await forever();
}

const forever = () => new Promise<never>(() => {});

async function start(call: Call): Promise<ServedBoard> {
  const port = portOf(call);
  const read = await readerFor(call);
  // What cannot be read at all is said here, and not to a browser.
  await read(null);
  try {
    return await serveBoard(async (run) => boardPage(await read(run), commandTyped(call.program)), port);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new FlowError('broken', 'PORT_TAKEN', `port ${port} cannot be used (${why}).`, `${call.program} board`);
  }
}

async function readerFor(call: Call) {
  const directory = call.words.length === 0 ? call.directory : await folderOfRun(call, 'board');
  return boardReader(tellingOnce({ ...call, directory }));
}

function portOf({ options, program }: Call): number {
  if (options.port === undefined) return 0;
  const port = Number(options.port);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new FlowError('usage', 'USAGE', '--port is a number from 1 to 65535.', `${program} board --port 4711`);
}
