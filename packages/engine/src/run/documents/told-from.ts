import type { Finding } from '@flow/core';

/** Findings whose words name files of the repository. */
const WITH_FILES = new Set(['DOCUMENT_MISSING', 'SECTION_EMPTY', 'DOCUMENT_UNSEEN', 'DOCUMENT_ELSEWHERE']);

/** Returns a finding for somebody who stands in a folder of the repository; its own paths stay relative to the root. */
export function toldFrom(here: string | null, finding: Finding): Finding {
  if (here === null || here === '.' || !WITH_FILES.has(finding.code)) return finding;
  return { ...finding, args: { ...finding.args, here } };
}
