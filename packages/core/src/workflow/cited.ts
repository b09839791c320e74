import { compiledOf } from './compile.js';
import { citingIn, documentIn, sure } from './content.js';
import type { Content, Workflow } from './model.js';

/** A part of a document that a check depends on: the content as a moment names it, the document, and which one cites it. */
export interface CitedContent {
  content: Content;
  document: string;
  citing: string;
}

/** Lists the parts of documents that checks of a workflow depend on, each once. */
export function citedContents(workflow: Workflow): CitedContent[] {
  const found = new Map<Content, CitedContent>();
  for (const { spec } of compiledOf(workflow).checks) {
    for (const on of [spec.on ?? [], spec.answeredBy ?? []].flat()) {
      const citing = citingIn(on);
      if (citing !== null) found.set(sure(on), { content: sure(on), document: documentIn(on)!, citing });
    }
  }
  return [...found.values()];
}
