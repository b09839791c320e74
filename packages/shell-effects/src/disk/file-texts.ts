import { LIMITS } from '../bash/parse.js';
import { HOLE, originOf, type Session } from '../state.js';

/**
 * Keeps texts of files as a line leaves them: what it writes or copies, else what is on disk, where each is read once
 * and only so many.
 */
export class FileTexts {
  readonly #session: Session;
  readonly #onDisk = new Map<string, string | undefined>();
  #filesRead = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Undefined where it cannot be read. */
  text(path: string): string | undefined {
    const { files, copies } = this.#session;
    const own = files.get(path);
    if (own !== undefined) return own;
    const origin = originOf(path, copies);
    return (origin === undefined ? undefined : this.#read(origin)) ?? this.#read(path);
  }

  #read(path: string): string | undefined {
    if (this.#onDisk.has(path)) return this.#onDisk.get(path);
    if (++this.#filesRead > LIMITS.files * 4) return undefined;
    const text = this.#session.context.readFile(path);
    const clean = text?.includes(HOLE) ? undefined : text;
    this.#onDisk.set(path, clean);
    return clean;
  }
}
