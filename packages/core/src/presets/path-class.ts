/**
 * `PATH_CLASSES` names the classes of files. `generated` and `document` never require a suite; `document` never makes
 * evidence stale either.
 */
export const PATH_CLASSES = ['generated', 'test', 'build', 'source', 'document'] as const;
export type PathClass = (typeof PATH_CLASSES)[number];

/** `ClassLists` holds the globs of every class of files. */
export type ClassLists = Readonly<Record<PathClass, readonly string[]>>;
