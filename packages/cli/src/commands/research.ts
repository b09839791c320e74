import { TOPIC_CATEGORIES } from '@flow/core/items';
import { hooks } from '../evidence.js';
import { skillLines } from '../skills/matched.js';
import { here } from '../workflow/here.js';
import type { Here } from '../workflow/place.js';
import { answerAfter } from '../workflow/show.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const research: Command = {
  name: 'research',
  group: 'workflow',
  arguments: '[merge]',
  summary:
    'list the topics of the research with who looks into each, and merge the parts that are there into the document',
  examples: [
    ['research', 'topics, the agent of each, and the file that each part is written to'],
    ['research merge', 'parts become sections of the document and are removed; git keeps them'],
  ],
  async run(call) {
    const place = await here(call);
    const { room, around, standing } = place;
    const found = room.researchOf(around, standing);
    const { clean } = await hooks();
    if (!found)
      throw new FlowError(
        'finding',
        'NO_RESEARCH',
        `${clean(standing.workflow.id, 60)} has no document that is made of parts.`,
        `${call.program} next`,
      );
    const [verb, more] = call.words;
    if (verb === undefined) return list(call, found);
    if (verb === 'merge' && more === undefined) return merge(call, place, found);
    throw new FlowError('usage', 'USAGE', 'expected no arguments, or merge.', `${call.program} research merge`);
  },
};

type Found = NonNullable<ReturnType<Here['room']['researchOf']>>;

async function list({ program }: Call, found: Found): Promise<Answer> {
  const { clean } = await hooks();
  const { topics, parts, folder, path, document } = found;
  const lines = topics.map(({ id, title, category }) => {
    const part = parts.find((one) => one.name === id);
    const state = part === undefined ? `its part goes to ${folder}/${id}.md` : (part.fault ?? 'its part is there');
    const who = category
      ? `${category.agent}, ${category.title}`
      : 'nobody: write what it is about in front of its title';
    return `${clean(id, 40)}  ${clean(title, 120)} (${who}): ${clean(state, 300)}`;
  });
  const strays = parts.flatMap(({ path: file, topic }) =>
    topic === null ? [`${clean(file, 200)} is called like no topic, and stays as it is`] : [],
  );
  const kinds = TOPIC_CATEGORIES.map(({ id, title, agent }) => `  [${id.toUpperCase()}] ${title}: ${agent}`);
  const how = [
    `Topics are listed in ${clean(path, 200)} below a heading \`Topics\`, as \`- [ ] T1: [EXTERNAL] How tokens are refreshed\`:`,
    ...kinds,
  ];
  const dispatch =
    topics.length > 0 && parts.length < topics.length
      ? [`Start one agent for each topic, all in one message; each writes its part. Then: ${program} research merge`]
      : [];
  const text = `${[...(lines.length > 0 ? lines : ['No topic is listed yet.']), ...strays, ...dispatch, ...how].join('\n')}\n`;
  const told = topics.map(({ id, title, category }) => ({
    ...{ id, title, category: category?.id ?? null, agent: category?.agent ?? null },
    part: parts.find((one) => one.name === id) ?? null,
    path: `${folder}/${id}.md`,
  }));
  return {
    exit: 0,
    data: { document, path, folder, topics: told, strays: parts.filter((one) => one.topic === null) },
    text,
  };
}

async function merge(call: Call, { room, around, standing }: Here, found: Found): Promise<Answer> {
  const { clean } = await hooks();
  if (found.parts.length === 0)
    throw new FlowError(
      'finding',
      'NO_PARTS',
      `there is no part in ${clean(found.folder, 200)}.`,
      `${call.program} research`,
    );
  const { merged, kept, ref } = room.mergeResearch(around, standing, found);
  const stays = kept.map((one) => `${clean(one.path, 200)} stays: ${one.why}`);
  const skills = merged.length > 0 ? room.lookAgain(around, standing, found) : null;
  const done =
    merged.length === 0
      ? 'Nothing was merged.'
      : `Merged into ${clean(found.path, 200)}: ${merged.map((id) => clean(id, 40)).join(', ')}. Git keeps the parts: git show ${ref}:<part>.md`;
  const answer = await answerAfter(
    [done, ...stays, ...(skills ? await skillLines(skills) : [])].join('\n'),
    room,
    around,
  );
  return { ...answer, exit: merged.length === 0 ? 1 : 0, data: { ...answer.data, merged, kept, ref, skills } };
}
