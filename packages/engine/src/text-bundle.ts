/**
 * The bundle of texts reads documents and what a client runs for a skill, with Markdown and YAML. Only a content that was
 * never read, and a call that names a skill or an agent, load it.
 */
export { readTexts } from './facts/client-texts/index.js';
export * from './run/documents/document-reader.js';
