import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';

/** A list of the pages for language models. @see https://llmstxt.org */
export const GET: APIRoute = async () => {
  const pages = (await getCollection('docs'))
    .filter(({ id }) => id !== 'index' && id !== '404')
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const lines = pages.map(({ id, data }) => `- [${data.title}](/${id}/): ${data.description ?? ''}`.replace(/: $/, ''));
  const about =
    'Guards and workflows for coding agents, enforced by code: an agent cannot push what it has not tested.';
  return new Response(`# @flow\n\n> ${about}\n\n## Pages\n\n${lines.join('\n')}\n`);
};
