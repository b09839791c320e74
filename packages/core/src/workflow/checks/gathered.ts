import { slugOf } from '../../documents/sections.js';
import { TOPIC_AGENTS } from '../../items/topic-agents.js';
import { type Topic, topicHeading, topicOf, topicsOf } from '../../items/topics.js';
import type { DocumentView } from '../facts.js';
import type { Context, SpecOf } from './kind.js';
import { looking } from './looking.js';

/*
 * Research in parts (features X23 to X26): each topic has a part of its own, written by the agent of its kind; the parts are merged
 * into one document and then removed. What was merged stands in the document below a heading that names its topic.
 */

/** What is missing of the research: of one topic in its walk, of all of them in the run. */
interface Missing {
  /** Kinds of agents that no topic asks for. */
  lacking: string[];
  /** Ids of topics whose category nobody knows. */
  unplaced: string[];
  /** Ids of topics without a part, and the kind of agent of each. */
  open: string[];
  agents: string[];
  /** Parts that cannot be merged as they are, with the reason. */
  faulty: string[];
  /** Ids of topics whose part is there and is not merged. */
  unmerged: string[];
}

/** `gathered` asks for the part of a topic, and of the run for a topic for each kind of agent and everything merged. */
export const gathered = looking<SpecOf<'gathered'>>({
  code: 'RESEARCH_OPEN',
  on: ({ document }) => `doc:${document}`,
  look: (spec, context) => Object.values(missingIn(spec, context)).every((one) => one.length === 0),
  args: (spec, context) => ({ document: spec.document, ...missingIn(spec, context) }),
});

function missingIn({ document, agents = TOPIC_AGENTS }: SpecOf<'gathered'>, { moment, item }: Context): Missing {
  const view = Object.hasOwn(moment.documents, document) ? moment.documents[document] : undefined;
  const topics = item === null ? topicsOf(moment.items) : [topicOf(item)];
  const waiting = topics.filter((topic) => !isMerged(topic, view));
  const parts = view?.parts ?? {};
  const partOf = ({ id }: Topic) => (Object.hasOwn(parts, id) ? parts[id] : undefined);
  const open = waiting.filter((one) => !partOf(one));
  const lacking = agents.filter((agent) => !topics.some(({ category }) => category?.agent === agent));
  return {
    lacking: item === null ? lacking : [],
    unplaced: topics.filter(({ category }) => category === null).map(({ id }) => id),
    open: open.map(({ id }) => id),
    agents: open.map(({ category }) => category?.agent ?? ''),
    faulty: waiting.flatMap((one) => {
      const fault = partOf(one)?.fault;
      return fault === undefined ? [] : [`${one.id}: ${fault}`];
    }),
    unmerged:
      item === null ? waiting.filter((one) => partOf(one)?.fault === undefined && partOf(one)).map(({ id }) => id) : [],
  };
}

const isMerged = (topic: Topic, view: DocumentView | undefined) =>
  (view?.sections[slugOf(topicHeading(topic))]?.length ?? 0) > 0;
