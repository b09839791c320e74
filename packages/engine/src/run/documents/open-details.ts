import type { OpenCheck, Status } from '@flow/core/workflow';
import type { DocumentPaths } from './documents.js';
import { toldFrom } from './told-from.js';

type Told = Pick<Status, 'open' | 'items' | 'current'>;
type Edits = Status['edits'];

/**
 * Tells what is open, with what its words need and the engine does not know: the file that a document which is not
 * there is to be written to, and the marker by which a test can be made to build where the code is closed. The current
 * item stays one of the items.
 * @param here folder of the reader, relative to the root
 */
export function withDetails(
  { open, items, current, edits }: Told & { edits: Edits },
  paths: DocumentPaths,
  here: string | null,
): Told {
  const told = (all: readonly OpenCheck[], rules: Edits) =>
    all.map((one) => detailed(one, paths, rules)).map((one) => ({ ...one, finding: toldFrom(here, one.finding) }));
  const named = items.map((one) =>
    one.open?.some(({ finding }) => finding.code in DETAILS)
      ? { ...one, open: told(one.open, one.edits ?? edits) }
      : one,
  );
  return { open: told(open, edits), items: named, current: current && (named[items.indexOf(current)] ?? current) };
}

type Args = OpenCheck['finding']['args'];

function fileOf({ document }: Args, paths: DocumentPaths): Args {
  const file = paths[String(document)]?.[0];
  return file === undefined ? {} : { file };
}

const DETAILS: Readonly<Record<string, (args: Args, paths: DocumentPaths, edits: Edits) => Args>> = {
  DOCUMENT_MISSING: fileOf,
  SECTION_EMPTY: fileOf,
  RED_MISSING: (_args, _paths, edits) => {
    const marker = edits.find((rule) => rule.class === 'source' && rule.marker !== undefined)?.marker;
    return marker === undefined ? {} : { marker };
  },
};

function detailed(check: OpenCheck, paths: DocumentPaths, edits: Edits): OpenCheck {
  const { code, args } = check.finding;
  const more = DETAILS[code]?.(args, paths, edits);
  return more === undefined ? check : { ...check, finding: { ...check.finding, args: { ...args, ...more } } };
}
