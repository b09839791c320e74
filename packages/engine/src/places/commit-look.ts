/**
 * Name of the file, in the repository's folder of the user's state, that keeps how git's settings and hooks looked when
 * nothing was found in a plain commit. This file is part of the small entry and imports nothing.
 */
export const COMMITS = 'commits.json';
