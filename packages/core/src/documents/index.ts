export { type ClaimId, readClaimId } from './claim-id.js';
export { checkCoverage } from './coverage.js';
export { describeFinding } from './describe.js';
export type { Digest } from './digest.js';
export {
  type Claim,
  type ClaimKind,
  type Coverage,
  type Criterion,
  type DocumentFact,
  type Interview,
  type InterviewEntry,
  type ItemFault,
  type ItemWords,
  MAX_DOCUMENT,
  type PlannedTests,
  type Risk,
  type SchemaChanges,
  type Section,
  type WrittenItem,
} from './document.js';
export { addIds, tick } from './edit.js';
export { INTERVIEW_FORM, interviewLine } from './interview-form.js';
export { type EntryPlace, insertEntry, tickItems, untrueTicks } from './item-edit.js';
export { DOCUMENT_KINDS, type DocumentKind, documentOfKind, kindOfDocument } from './kind.js';
export { digestOfMade, MADE_BEGIN, MADE_END, type MadePart, sealLine } from './made-part.js';
export { isNormative } from './normative.js';
export { readDocument, unreadDocument } from './read-document.js';
export { mergePart, type PartFault, partFault, partFaultWords, summaryOf } from './research.js';
export { checkSchema, type SchemaEntry, type SchemaFile, schemaWarnings } from './schema-check.js';
export { type SchemaKind, schemaKind } from './schema-kind.js';
export {
  claimsToShow,
  IMAGE_HEAD,
  imageType,
  linkScreenshots,
  MAX_SCREENSHOT,
  type Screenshot,
  type ScreenshotFile,
} from './screenshots.js';
export { slugOf } from './sections.js';
export { documentTemplate, plainTemplate } from './templates.js';
export { testShapeJsonSchema } from './test-shape-schema.js';
export { isPlaceholder, noneReason } from './text.js';
