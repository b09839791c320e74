import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync, write } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { isatty } from 'node:tty';

/**
 * `KEPT_HEAD` is how much of an output's beginning is kept, in bytes; beginning and end are where runners say what matters.
 */
const KEPT_HEAD = 8 * 1024 * 1024;
const KEPT_TAIL = 8 * 1024 * 1024;

/** Milliseconds that a stream which something else still holds open has to be silent after the command's end. */
const SILENCE = 60;

/** More than a pipe holds: what comes after so much, once the command has ended, is not its own. */
const MAX_LEFT = 1024 * 1024;

/** Keeps the beginning and the end of a text of any length. */
export class Kept {
  readonly #head: Buffer[] = [];
  #tail: Buffer[] = [];
  #headSize = 0;
  #tailSize = 0;
  cut = false;

  add(chunk: Buffer): void {
    if (this.#headSize + chunk.length <= KEPT_HEAD && !this.cut && this.#tailSize === 0) {
      this.#head.push(chunk);
      this.#headSize += chunk.length;
      return;
    }
    this.#tail.push(chunk);
    this.#tailSize += chunk.length;
    while (this.#tailSize > KEPT_TAIL + (this.#tail[0]?.length ?? 0)) {
      this.#tailSize -= this.#tail.shift()!.length;
      this.cut = true;
    }
  }

  text(): string {
    return Buffer.concat([...this.#head, ...this.#tail]).toString('utf8');
  }
}

/** Ends of one of the command's output streams: what the child is given, and what has to be passed on. */
interface Channel {
  /** 1 or 2: our own stream that this one stands for. */
  to: 1 | 2;
  /** For the child; closed here once it is started. */
  childEnd: number | 'pipe';
  fifo?: string;
  source?: Readable;
}

/** The command's output streams, as they are given to the child and read from it. */
export interface Streams {
  stdio: ['inherit', number | 'inherit' | 'pipe', number | 'inherit' | 'pipe'];
  channels: Channel[];
}

/** `2>&1` was said before us: what is written to both keeps its order only if the child has one stream as well. */
function isSame(): boolean {
  try {
    const [one, two] = [fstatSync(1), fstatSync(2)];
    return one.dev === two.dev && one.ino === two.ino && one.rdev === two.rdev;
  } catch {
    return false;
  }
}

/**
 * Chooses the child's output streams. A terminal is handed on as it is, so that the command keeps its colours, width,
 * keys and job control; what it prints there is not seen, and the runner's own report has to tell. A terminal made in
 * between (`script`) was tried and does not do: it joins both streams, is a session of its own, so that Ctrl-Z stops a
 * command that nobody can wake, and ends the input of what is not read from a terminal. Everything else is a named
 * pipe and not one of Node's, which are sockets: `/dev/stderr` cannot be opened on those.
 * @param folder a private folder for the named pipes
 * @param target where both streams go, if not to where they are named for; then neither is a terminal to the command
 */
export function openStreams(folder: string, target?: 2): Streams {
  const isHandedOn = (descriptor: 1 | 2) => target === undefined && isatty(descriptor);
  const kept = ([1, 2] as const).filter((descriptor) => !isHandedOn(descriptor));
  const fifos = kept.map((descriptor) => path.join(folder, `stream-${descriptor}`));
  const made = fifos.length > 0 && spawnSync('mkfifo', ['-m', '600', ...fifos], { stdio: 'ignore' }).status === 0;
  const joined = made && kept.length === 2 && (target !== undefined || isSame());
  const channels = (joined ? [1 as const] : kept).map(
    (to): Channel => (made ? openFifo(to, path.join(folder, `stream-${to}`)) : { to, childEnd: 'pipe' }),
  );
  const given = (descriptor: 1 | 2) => {
    const own = channels.find(({ to }) => to === descriptor) ?? (isHandedOn(descriptor) ? undefined : channels[0]);
    return own?.childEnd ?? ('inherit' as const);
  };
  return { stdio: ['inherit', given(1), given(2)], channels };
}

function openFifo(to: 1 | 2, fifo: string): Channel {
  // The reader first, without waiting: then the writer need not wait for one.
  const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  const childEnd = openSync(fifo, constants.O_WRONLY);
  return { to, fifo, childEnd, source: new Socket({ fd: reader, readable: true, writable: false }) };
}

/** Once the child has its ends: without ours, the end of the stream is seen. */
export function closeChildEnds({ channels }: Streams): void {
  for (const { childEnd } of channels) if (typeof childEnd === 'number') closeSync(childEnd);
}

/** A passing on that goes on until the stream ends or `finish` is called. */
export interface Passing {
  /** Waits for what the command itself has written; what outlives it keeps its stream. */
  finish(): Promise<void>;
}

/** Passes a stream on to ours as it comes, no faster than ours is read, and keeps what it was. */
export function passOn({ to, fifo }: Channel, source: Readable, kept: Pick<Kept, 'add'>): Passing {
  let silentSince = Date.now();
  let left = MAX_LEFT;
  let over = false;
  let ended = false;
  const done = (async () => {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      silentSince = Number.POSITIVE_INFINITY;
      kept.add(chunk);
      // Nobody reads on: the command learns it as it would have, at its next write.
      if (!(await writeAll(to, chunk))) break;
      silentSince = Date.now();
      if (over) left -= chunk.length;
    }
  })()
    .catch(() => {})
    .finally(() => {
      ended = true;
      source.destroy();
    });
  return {
    async finish() {
      over = true;
      const isOurs = () => left > 0 && Date.now() - silentSince < SILENCE;
      while (!ended && isOurs()) await Promise.race([done, pause(SILENCE / 4)]);
      if (ended) return;
      if (fifo) leaveOpen(fifo, to);
      source.destroy();
    },
  };
}

/**
 * Leaves a stream open that something in the background still holds: its words go on to where they would have gone
 * without us.
 */
function leaveOpen(fifo: string, to: 1 | 2): void {
  try {
    const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    spawn(process.execPath, ['-e', GO_ON], { stdio: [reader, to, 'ignore'], detached: true }).unref();
    closeSync(reader);
  } catch {
    // The stream has ended in the meantime.
  }
}

const GO_ON = "process.stdout.on('error', () => process.exit()); process.stdin.pipe(process.stdout)";

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Writes without blocking signals, and without making our stream non-blocking for those that share it.
 * @returns false when nobody reads there any more
 */
async function writeAll(descriptor: 1 | 2, bytes: Buffer): Promise<boolean> {
  for (let at = 0; at < bytes.length; ) {
    const written = await new Promise<number | NodeJS.ErrnoException>((resolve) =>
      write(descriptor, bytes, at, bytes.length - at, null, (error, count) => resolve(error ?? count)),
    );
    if (typeof written === 'number') at += written;
    else if (written.code === 'EAGAIN') await pause(2);
    else return false;
  }
  return true;
}
