import type { Answer, Call } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Here } from '../workflow/place.js';

/** Tells which outside services an item needs by its words, what stands in for each, and what only a person can check (row M50). */
export async function scan({ program }: Call, place: Here, id: string): Promise<Answer> {
  const { room, around, standing } = place;
  const { clean } = await hooks();
  const brief = room.briefFor(around, standing, { name: 'agent', isJudge: false }, id);
  const { services, live } = brief.outside;
  const manual = brief.criteria.filter((one) => one.manual);
  const name = clean(id, 60);
  const proposed = services.flatMap((one) => one.proposed ?? []);
  const found = services.map(
    (one) =>
      `${one.type} (${one.category}; "${one.keyword}"${one.needsSecrets ? '; needs secrets' : ''}): in tests, ${one.mock}`,
  );
  const flagged =
    proposed.length === 0
      ? []
      : [`Write below ${name}: Flags: ${proposed.join(', ')} (or external:none, if it needs none)`];
  const asked = live.map(
    (one) => `Criterion ${clean(one.id, 40)} asks for the service itself: list it under Manual:, for a person`,
  );
  const waits = manual.map((one) => `Only a person can check criterion ${clean(one.id, 40)}: ${clean(one.text, 200)}`);
  const secrets = services.some((one) => one.needsSecrets)
    ? [
        `Secrets: use test credentials from the environment, and write none into a file. While they are missing: ${program} await 'test credentials' --check '…'. If nothing can stand in: ${program} item block ${name} --severity high --reason '…'`,
      ]
    : [];
  const none = services.length === 0 ? [`${name} speaks of no outside service.`] : [];
  const text = `${[...none, ...found, ...flagged, ...asked, ...waits, ...secrets].join('\n')}\n`;
  return { exit: 0, data: { item: id, services, live, manual, proposed }, text };
}
