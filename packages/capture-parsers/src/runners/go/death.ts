/** How far below its words a runtime that dies begins to tell of goroutines at most. */
const TRACE_REACH = 4_096;

/** Keeps what the runtime said last about the end of a test binary. */
export class Death {
  readonly #text: string;
  /** Undefined as long as it lives. */
  words: string | undefined;
  /** Where those words end. */
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Takes words whose line ends at `to`. */
  tell(words: string, to: number): void {
    this.words = words;
    this.#at = to;
  }

  /** Whether the runtime went on to tell where it died, which stands for the package's line where that is missing. */
  get isTraced(): boolean {
    if (this.words === undefined) return false;
    if (!/^(?:panic: |fatal error: |exit status )/.test(this.words)) return true;
    return this.#text.slice(this.#at, this.#at + TRACE_REACH).includes('\ngoroutine ');
  }
}
