import { claimsToShow, linkScreenshots } from '@flow/core/documents';
import type { Account } from '@flow/hooks/program';
import type { Standing } from '../workflow/place.js';
import type { ReportScreenshot } from './model.js';
import type { Tidy } from './words.js';

/** The most bytes of pictures that one page carries: the rest is named, and lies in its folder. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_A_CLAIM = 6;

/** Pictures by claim, the claims that need one, and what is wrong with what is there. */
export interface Pictures {
  byClaim: Map<string, ReportScreenshot[]>;
  needed: string[];
  faults: string[];
}

/** Links the pictures of a run to its claims. */
export function picturesOf({ facts, status }: Standing, { documents, screenshots }: Account, tidy: Tidy): Pictures {
  const { claims } = facts.present;
  const planned = documents.flatMap(({ tests }) => tests);
  const needed = claimsToShow(claims, planned, status.expectations);
  const { shots, findings } = linkScreenshots(screenshots, claims, needed);
  const byClaim = new Map<string, ReportScreenshot[]>();
  let room = MAX_BYTES;
  for (const { path, bytes, type, claim } of shots) {
    const own = byClaim.get(claim) ?? [];
    byClaim.set(claim, own);
    if (own.length >= MAX_A_CLAIM) continue;
    const data = screenshots.find((one) => one.path === path)?.data;
    const fits = data != null && bytes <= room;
    if (fits) room -= bytes;
    own.push({
      name: tidy(path.slice(path.lastIndexOf('/') + 1), 120),
      path: tidy(path, 300),
      bytes,
      data: fits ? `data:${type};base64,${data.toString('base64')}` : null,
    });
  }
  const faults = findings.map(
    ({ code, path, args }) => FAULTS[code]?.(tidy(path ?? '', 200), tidy(args.claim, 60)) ?? code,
  );
  return { byClaim, needed, faults };
}

const FAULTS: Readonly<Record<string, (path: string, claim: string) => string>> = {
  SCREENSHOT_UNNAMED: (path) => `${path} is not named after a claim: name it like claim-do-1-what-it-shows.png`,
  SCREENSHOT_CLAIM_UNKNOWN: (path, claim) => `${path} shows ${claim}, which is not a claim in the specification`,
  SCREENSHOT_TOO_LARGE: (path) => `${path} is too large: 5 MiB at most`,
  SCREENSHOT_NO_IMAGE: (path) => `${path} is not a PNG, JPEG, GIF or WebP image`,
  SCREENSHOT_MISSING: (_path, claim) => `${claim} is visible to a user but has no screenshot`,
};
