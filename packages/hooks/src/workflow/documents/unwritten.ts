import type { OpenCheck, Status } from '@flow/core/workflow';
import type { DocumentPaths } from './documents.js';

/**
 * What is open, with the file that a document which is not there is to be written to: the engine knows no paths. The
 * current item stays one of the items.
 */
export function withFiles(
  { open, items, current }: Pick<Status, 'open' | 'items' | 'current'>,
  paths: DocumentPaths,
): Pick<Status, 'open' | 'items' | 'current'> {
  const told = (all: readonly OpenCheck[]) => all.map((one) => fileOf(one, paths));
  const named = items.map((one) => (one.open?.some(isMissing) ? { ...one, open: told(one.open) } : one));
  return { open: told(open), items: named, current: current && (named[items.indexOf(current)] ?? current) };
}

const isMissing = ({ finding }: OpenCheck) => finding.code === 'DOCUMENT_MISSING';

function fileOf(check: OpenCheck, paths: DocumentPaths): OpenCheck {
  const { args } = check.finding;
  const file = isMissing(check) ? paths[String(args.document)]?.[0] : undefined;
  return file === undefined ? check : { ...check, finding: { ...check.finding, args: { ...args, file } } };
}
