/**
 * The reader of documents and schemas with its Markdown and YAML is a bundle of its own, half as large as the rest of the
 * room, which is loaded only for a content that was never read.
 */
export {
  checkSchema,
  insertEntry,
  mergePart,
  partFault,
  partFaultWords,
  readDocument,
  summaryOf,
  tickItems,
  unreadDocument,
  untrueTicks,
} from '@flow/core/documents';
export { skillsOf } from '../../facts/client-texts/skills.js';
