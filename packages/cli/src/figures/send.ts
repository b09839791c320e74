import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Response } from 'undici';
import { FlowError } from '../commands/command.js';
import { Unreachable } from '../forge/transport.js';
import type { Target } from './collector.js';
import type { ExportBody } from './otlp.js';

/** Milliseconds that a collector has for one answer, as the protocol's own exporters wait. */
const DEADLINE = 10_000;

/** Tries, and milliseconds before the second; the third comes after twice as many. */
const TRIES = 3;
const PAUSE = 500;

/** Milliseconds that a collector may ask to wait at most. */
const LONGEST = 10_000;

/** Answers after which the same may be sent again. */
const AGAIN = new Set([429, 502, 503, 504]);

/** Characters of an answer that are read. */
const MOST = 64 * 1024;

/** `Sending` is what the surroundings of an export are. */
interface Sending {
  environment: NodeJS.ProcessEnv;
  program: string;
  /** Waits so many milliseconds. */
  wait?(milliseconds: number): Promise<void>;
}

/**
 * Sends an export to a collector, or writes it to a file as a line, as collectors do.
 * @returns the place, for people
 * @throws FlowError COLLECTOR_REFUSED, COLLECTOR_UNREACHABLE, FILE_UNWRITABLE
 */
export async function sendExport(target: Target, body: ExportBody, sending: Sending): Promise<string> {
  const { program, wait = pause } = sending;
  if ('file' in target) return writeExport(target.file, body, program);
  const { url } = target;
  // What stands in the address besides, as a password, is nobody's to see.
  const shown = `${url.origin}${url.pathname}`;
  const remedy = `${program} metrics --otlp metrics.json`;
  for (let times = 1; ; times += 1) {
    const answer = await posted(target, body, sending.environment);
    const isLast = times >= TRIES;
    if ('why' in answer) {
      if (isLast)
        throw new FlowError('broken', 'COLLECTOR_UNREACHABLE', `${shown} does not answer (${answer.why}).`, remedy);
    } else if (answer.status < 300) {
      if (answer.rejected === 0) return shown;
      throw new FlowError(
        'finding',
        'COLLECTOR_REFUSED',
        `${shown} rejected ${answer.rejected} of the points.`,
        remedy,
      );
    } else if (isLast || !AGAIN.has(answer.status))
      throw new FlowError('finding', 'COLLECTOR_REFUSED', `${shown} answered ${answer.status}.`, remedy);
    const asked = 'why' in answer ? 0 : answer.retryAfter * 1000;
    await wait(Math.min(Math.max(PAUSE * times, asked), LONGEST));
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

type Posted = { status: number; rejected: number; retryAfter: number } | { why: string };

async function posted(
  { url, headers }: Extract<Target, { url: URL }>,
  body: ExportBody,
  environment: NodeJS.ProcessEnv,
): Promise<Posted> {
  try {
    const { wayOut } = await import('../forge/proxy.js');
    const { fetch, dispatcher } = wayOut(url.href, environment);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // What is sent with a person's headers goes to no other place than the person has named.
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE),
      dispatcher,
    });
    const retryAfter = Number(answer.headers.get('retry-after') ?? 0);
    return {
      status: answer.status,
      rejected: await rejectedIn(answer),
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : 0,
    };
  } catch (error) {
    if (error instanceof Unreachable) return { why: error.message };
    const { cause, name } = error as Error & { cause?: { code?: unknown } };
    return { why: typeof cause?.code === 'string' ? cause.code : name };
  }
}

/** A collector may take an export and reject points of it. */
async function rejectedIn(answer: Response): Promise<number> {
  const text = await answer.text();
  try {
    const said = JSON.parse(text.slice(0, MOST)) as { partialSuccess?: { rejectedDataPoints?: unknown } } | null;
    const points = Number(said?.partialSuccess?.rejectedDataPoints ?? 0);
    return Number.isFinite(points) ? points : 0;
  } catch {
    return 0;
  }
}

function writeExport(file: string, body: ExportBody, program: string): string {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(body)}\n`);
    return file;
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new FlowError('broken', 'FILE_UNWRITABLE', `the export cannot be written (${why}).`, `${program} metrics`);
  }
}
