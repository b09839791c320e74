/** Rows of `docs/codes.md` by code, when and resolution: put in by the build, so that there is one text. */
declare const FLOW_CODES: Readonly<Record<string, readonly [when: string, resolution: string]>>;

/** Returns what the documentation says of a code; undefined for a word that is none. */
export const codeRow = (code: string): readonly [when: string, resolution: string] | undefined =>
  Object.hasOwn(FLOW_CODES, code) ? FLOW_CODES[code] : undefined;
