import type { Finding } from '../finding.js';
import { readClaimId } from './claim-id.js';
import type { Claim, PlannedTests } from './document.js';

/** A picture larger than this is no proof that anybody sends. Bytes. */
export const MAX_SCREENSHOT = 5 * 1024 * 1024;

/** `IMAGE_HEAD` is how many bytes `imageType` looks at. */
export const IMAGE_HEAD = 16;

/** A file in the folder of screenshots, as it was found. */
export interface ScreenshotFile {
  /** Relative to the repository's root. */
  path: string;
  bytes: number;
  /** What its first bytes are; null for no image, or where it could not be read. */
  type: string | null;
}

/** A picture that shows a claim. */
export interface Screenshot extends ScreenshotFile {
  type: string;
  claim: string;
}

/** `claim-do-1-empty-cart.png`, `claim-not-02.jpg` (feature D83). */
const NAME = /^claim-((?:do|not|inv|prh|bnd)-?\d{1,5})(?![a-z0-9]).*\.(?:png|jpe?g|gif|webp)$/i;

/** Returns the claim that a picture's name says it shows; null where it says none. */
export function claimOfScreenshot(path: string): string | null {
  const id = NAME.exec(path.slice(path.lastIndexOf('/') + 1))?.[1];
  return (id && readClaimId(id)?.id) ?? null;
}

/** Returns the media type that the first bytes of a file tell; its name is not asked. */
export function imageType(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head.subarray(0, IMAGE_HEAD));
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'image/webp' : null;
}

/** Kinds of planned tests that a user would see with their own eyes. */
const SEEN = /^(?:ui|e2e|end-to-end|browser|visual|screenshot|manual)$/i;

/**
 * Returns the claims that need a picture: those that an expectation of the plan names, and those with a planned test
 * that is run in front of one's eyes.
 */
export function claimsToShow(
  claims: readonly Pick<Claim, 'id'>[],
  planned: readonly PlannedTests[],
  expectations: readonly string[],
): string[] {
  const named = new Set(
    expectations.flatMap((line) => line.split(/[\s,;()[\]]+/).map((word) => readClaimId(word)?.id)),
  );
  const seen = planned.filter(({ tests }) => tests.some(({ kind }) => kind !== undefined && SEEN.test(kind)));
  const shown = new Set(seen.map(({ claim }) => claim));
  return claims.map(({ id }) => id).filter((id) => named.has(id) || shown.has(id));
}

/**
 * Pictures by the claims that they show (features D17, D83). A file that names no claim of the specification, is no image
 * or is too large shows nothing, and a claim that needs a picture and has none is told.
 */
export function linkScreenshots(
  files: readonly ScreenshotFile[],
  claims: readonly Pick<Claim, 'id'>[],
  needed: readonly string[],
): { shots: Screenshot[]; findings: Finding[] } {
  const known = new Set(claims.map(({ id }) => id));
  const shots: Screenshot[] = [];
  const findings: Finding[] = [];
  const fault = (code: string, path: string, args: Finding['args'] = {}) =>
    findings.push({ code, level: 'warn', path, args });
  for (const { path, bytes, type } of files) {
    const claim = claimOfScreenshot(path);
    if (claim === null) fault('SCREENSHOT_UNNAMED', path);
    else if (!known.has(claim)) fault('SCREENSHOT_CLAIM_UNKNOWN', path, { claim });
    else if (bytes > MAX_SCREENSHOT) fault('SCREENSHOT_TOO_LARGE', path, { bytes, most: MAX_SCREENSHOT });
    else if (type === null) fault('SCREENSHOT_NO_IMAGE', path);
    else shots.push({ path, bytes, type, claim });
  }
  for (const claim of needed)
    if (!shots.some((one) => one.claim === claim))
      findings.push({ code: 'SCREENSHOT_MISSING', level: 'warn', args: { claim } });
  return { shots, findings };
}
