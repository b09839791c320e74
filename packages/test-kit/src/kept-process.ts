import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, read, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';

/*
 * A process that stays beside a test and answers what the test asks, through two named pipes: a pipe blocks, so that a
 * caller who must not go on in between can wait. Each message is a length of four bytes and a value as `node:v8` writes it.
 */

/** What Node made of a kept process's TypeScript, which takes two thirds of its start, is kept for the next one here. */
const COMPILED = path.join(tmpdir(), `flow-kept-processes-${process.getuid?.() ?? 0}`);

/** A kept process answers questions one after the other; it ends with the process that asks. */
export class KeptProcess<Request, Answer> {
  isAlive = true;
  isBusy = false;
  readonly #requests: number;
  readonly #answers: number;

  /**
   * @param script the file that calls `answerAll`
   * @param folder an empty folder of its own, removed at the end of this process
   * @param output descriptors of the process's standard output and standard error
   */
  constructor(script: string, folder: string, output: readonly [number | 'inherit', number | 'inherit']) {
    const [requests, answers] = ['requests', 'answers'].map((name) => path.join(folder, name)) as [string, string];
    spawnSync('mkfifo', [requests, answers]);
    const child = spawn(process.execPath, [script, requests, answers], {
      stdio: ['ignore', ...output],
      env: { PATH: process.env.PATH ?? '', TMPDIR: tmpdir(), NODE_COMPILE_CACHE: COMPILED },
    });
    child.unref();
    this.#requests = openSync(requests, 'w');
    this.#answers = openSync(answers, 'r');
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }

  /** Asks, and waits for the answer; null when the process has ended without one. */
  ask(request: Request): Answer | null {
    writeMessage(this.#requests, request);
    return this.#received(readMessage(this.#answers));
  }

  /** Asks, while this process goes on. */
  async askBeside(request: Request): Promise<Answer | null> {
    this.isBusy = true;
    writeMessage(this.#requests, request);
    const head = Buffer.alloc(4);
    const length = await new Promise<number>((resolve, reject) =>
      read(this.#answers, head, 0, head.length, null, (error, count) => (error ? reject(error) : resolve(count))),
    );
    this.isBusy = false;
    return this.#received(length === 0 ? null : readMessage(this.#answers, head.subarray(0, length)));
  }

  #received(message: { value: unknown } | null): Answer | null {
    this.isAlive = message !== null;
    if (message) return message.value as Answer;
    for (const one of [this.#requests, this.#answers]) closeSync(one);
    return null;
  }
}

/** Answers what is asked, until nobody asks any more; called by the script of a kept process. */
export async function answerAll<Request, Answer>(
  answer: (request: Request) => Answer | Promise<Answer>,
): Promise<never> {
  const [requests, answers] = process.argv.slice(2).map((file, at) => openSync(file, at === 0 ? 'r' : 'w')) as [
    number,
    number,
  ];
  // Nothing of the last answer goes on while the next question is waited for.
  for (let message = readMessage(requests); message; message = readMessage(requests))
    writeMessage(answers, await answer(message.value as Request));
  closeSync(answers);
  process.exit();
}

function writeMessage(descriptor: number, value: unknown): void {
  const body = serialize(value);
  const bytes = Buffer.alloc(4 + body.length);
  bytes.writeUInt32LE(body.length);
  body.copy(bytes, 4);
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/** Returns the next message, of which some bytes may have been read already; null when the other side has ended. */
function readMessage(descriptor: number, begun: Buffer = Buffer.alloc(0)): { value: unknown } | null {
  const head = readAll(descriptor, 4, begun);
  const body = head && readAll(descriptor, head.readUInt32LE());
  return body && { value: deserialize(body) };
}

function readAll(descriptor: number, length: number, begun: Buffer = Buffer.alloc(0)): Buffer | null {
  const bytes = Buffer.alloc(length);
  begun.copy(bytes);
  for (let at = begun.length; at < length; ) {
    const count = readSync(descriptor, bytes, at, length - at, null);
    if (count === 0) return null;
    at += count;
  }
  return bytes;
}
