import type { FlowEvent, OpenCheck } from '@flow/core/workflow';
import { hooks } from '../evidence.js';
import { explainOfRun } from '../explain/of-run.js';
import { escalation } from '../items/escalation.js';
import { here } from '../workflow/here.js';
import type { Command } from './command.js';

export const explain: Command = {
  name: 'explain',
  group: 'workflow',
  arguments: '[thing]',
  summary: 'explain why the run is where it is, a claim, an item, a file, a test, a commit, a code, or a command',
  flags: [
    { flags: '--escalation', description: 'all that a person needs to decide: history, root cause, ways on' },
    { flags: '--item <id>', description: 'for --escalation: the item it is about' },
  ],
  examples: [
    ['explain', 'each blocking check: its state, who can resolve it, and how'],
    ['explain --escalation --item S1', 'what was tried for S1, why it failed, and the ways on'],
    ['explain claim:C1', 'what is known of a claim, from which receipts, and what changes it; also item:…'],
    ['explain total.py', 'a file, as `flow-hooks explain`; also test:…, commit:…, code:…'],
    ["explain 'git push origin HEAD'", 'what the guards would decide about a command'],
  ],
  async run(call) {
    const [word] = call.words;
    if (word !== undefined && call.options.escalation !== true) return explainOfRun(call, word);
    const place = await here(call);
    if (call.options.escalation === true) return escalation(call, place);
    const { standing, room } = place;
    const { clean } = await hooks();
    const { status } = standing;
    const items = room.itemsHere(status);
    const ofItems = room.everyItem(items).flatMap(({ id, open = [] }) => open.map((one) => ({ ...one, item: id })));
    const all: (OpenCheck & { item?: string })[] = [...status.open, ...ofItems];
    const lines = all.flatMap(({ check, subject, state, actor, finding, item }) => {
      const loop = status.loops.find((one) => one.check === check && one.item === item);
      return [
        `${check}${subject === undefined && item === undefined ? '' : ` of ${clean(finding.args.claim ?? subject ?? item, 60)}`}: ${STATES[state]}`,
        `    ${finding.code}: ${room.openWords(finding)}`,
        ...(finding.code === 'FINDING_OPEN'
          ? aboutFinding(String(finding.args.finding), standing.facts.events, clean)
          : []),
        `    resolved by ${ACTORS[actor]}${loop ? `; blocked ${loop.blocks} of ${loop.max} times` : ''}`,
      ];
    });
    const head = room.phaseLine(status);
    const text = `${[head, '', ...(lines.length > 0 ? lines : ['Nothing is in the way.'])].join('\n')}\n`;
    return {
      exit: 0,
      data: { position: status.position, open: status.open, items, loops: status.loops },
      text,
    };
  },
};

/** Tells what the reviewer said of a finding, and the two ways to answer it. */
function aboutFinding(
  id: string,
  events: readonly FlowEvent[],
  clean: (text: unknown, max?: number) => string,
): string[] {
  const said = events
    .flatMap((one) =>
      one.type === 'verdict' ? one.findings.map((finding, at) => ({ at: `${one.n}.${at + 1}`, finding })) : [],
    )
    .find(({ at }) => at === id)?.finding;
  const { file, line, reasoning, instanceFix, classFix } = said ?? {};
  const parts: [string, unknown][] = [
    ['where', file === undefined || line === undefined ? file : `${file}:${line}`],
    ['why', reasoning],
    ['fix it here', instanceFix],
    ['prevent it everywhere', classFix],
  ];
  return [
    ...parts.flatMap(([name, text]) => (text === undefined ? [] : [`    ${name}: ${clean(text, 400)}`])),
    `    answered by a change, or where it is wrong by \`flow answer ${clean(id, 60)} --dispute <reason>\``,
  ];
}

const STATES = {
  failed: 'fails on the current content',
  lapsed: 'passed on other content, not on this one',
  missing: 'has not passed yet',
} as const;

const ACTORS = {
  agent: 'the agent',
  person: 'a person',
  outside: 'something outside, such as CI',
  time: 'time',
} as const;
