import type { OpenCheck, Status } from '@flow/core/workflow';
import type { DocumentPaths } from './documents.js';

/** What is open, with the file that a document which is not there is to be written to: the engine knows no paths. */
export function withFiles({ open, current }: Status, paths: DocumentPaths): Pick<Status, 'open' | 'current'> {
  const told = (all: readonly OpenCheck[]) => all.map((one) => fileOf(one, paths));
  return { open: told(open), current: current?.open ? { ...current, open: told(current.open) } : current };
}

function fileOf(check: OpenCheck, paths: DocumentPaths): OpenCheck {
  const { code, args } = check.finding;
  const file = code === 'DOCUMENT_MISSING' ? paths[String(args.document)]?.[0] : undefined;
  return file === undefined ? check : { ...check, finding: { ...check.finding, args: { ...args, file } } };
}
