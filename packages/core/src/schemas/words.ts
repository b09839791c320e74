import * as z from 'zod';

const ID = /^[a-z][a-z0-9-]{0,39}$/;

/** A name that people give: of a phase, a document, a dial. */
export const IdSchema = z.string().regex(ID, 'expected lower-case letters, digits and dashes, such as `diff-review`');
/** `TextSchema` takes a text for people. */
export const TextSchema = z.string().min(1).max(2000);
/** Returns a list of bounded length. */
export const ListSchema = <T extends z.ZodType>(entry: T) => z.array(entry).max(100);
