import { quoted } from '@flow/shell-effects/text/quoted';

/** Command, as it is typed, that makes git take a repository of somebody else. */
export const trusting = (root: string): string => `git config --global --add safe.directory ${quoted(root)}`;

/** Tells why git tells nothing of a repository that another user owns, as in a dev container, and what helps. */
export const notOwnedWords = (root: string): string =>
  `git refuses ${root}, which belongs to another user. If you trust it: \`${trusting(root)}\`.`;

/** Tells whether git's message is that refusal. */
export const isOwnerRefused = (message: string): boolean => /dubious ownership|safe\.directory/.test(message);
