const MARK = Symbol.for('flow.evidence-error');

/** Evidence could not be written, for one of these stable reasons. */
export type EvidenceErrorCode =
  | 'DISK_FULL'
  | 'READ_ONLY'
  | 'NOT_WRITABLE'
  | 'UNSAFE_PATH'
  | 'TOO_LARGE'
  | 'BAD_ID'
  | 'BAD_EVENT'
  | 'KEY_BROKEN'
  | 'BUSY'
  | 'NO_GIT'
  | 'GIT_STEERED'
  | 'IO';

const HINTS: Record<EvidenceErrorCode, string> = {
  DISK_FULL: 'Free some disk space and run the command again.',
  READ_ONLY: 'The file system is read-only; make it writable or set XDG_STATE_HOME to a folder that is.',
  NOT_WRITABLE: 'Give your user write permission there, or remove what is in the way.',
  UNSAFE_PATH: 'Remove the symbolic link, or what else lies there in the place of a plain file or folder.',
  TOO_LARGE: 'This is a bug in the caller: recorded data must be limited in size first.',
  BAD_ID: 'This is a bug in the caller: ids have 1 to 128 letters, digits, dots, dashes and underscores.',
  BAD_EVENT: 'This is a bug in the caller: each event type has a fixed data format.',
  KEY_BROKEN: 'Move the key file away; a new one is created, and older evidence then counts as foreign.',
  BUSY: 'Run the command again in a moment.',
  NO_GIT: 'Install git, or add its folder to PATH; a git inside the repository is not used.',
  GIT_STEERED: 'Or a person has it recorded, in a terminal: `npx flow-hooks apply`.',
  IO: 'Fix the cause, then run the command again.',
};

/** The error says that evidence could not be written, or git not be asked. Reading never throws it. */
export class EvidenceError extends Error {
  readonly code: EvidenceErrorCode;
  readonly hint: string;
  readonly [MARK] = true;

  constructor(code: EvidenceErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EvidenceError';
    this.code = code;
    this.hint = HINTS[code];
  }

  /** Holds across two copies of this package, where `instanceof` does not. */
  static isInstance(error: unknown): error is EvidenceError {
    return typeof error === 'object' && error !== null && MARK in error;
  }
}

const CODES: Readonly<Record<string, EvidenceErrorCode>> = {
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
  EFBIG: 'DISK_FULL',
  EROFS: 'READ_ONLY',
  EACCES: 'NOT_WRITABLE',
  EPERM: 'NOT_WRITABLE',
  ENOTDIR: 'NOT_WRITABLE',
  EISDIR: 'NOT_WRITABLE',
  EEXIST: 'NOT_WRITABLE',
  ELOOP: 'UNSAFE_PATH',
};

/** Returns the error of a file operation on `path` with our stable code; an `EvidenceError` stays as it is. */
export function toEvidenceError(error: unknown, path: string): EvidenceError {
  if (EvidenceError.isInstance(error)) return error;
  const system = error as NodeJS.ErrnoException;
  const code = CODES[system?.code ?? ''] ?? 'IO';
  return new EvidenceError(code, `Cannot write ${path}: ${system?.code ?? String(error).slice(0, 200)}`, error);
}
