import { isCodingAgent } from '@flow/clients/coding-agents';
import type { Finding } from '@flow/core';
import type { Analysis, Run } from '@flow/shell-effects';
import { ownCall } from '../places/own-products.js';

/** First words of an approval that is said in a session. */
const APPROVAL = /^\s*\/?(?:[\w-]+:)?approve-[a-z]/;

/**
 * Tools through which an agent could say a person's words: the command itself as a skill, and texts that come back as a
 * prompt (wake-ups, schedules, messages). None of them would approve anything; refused, they also do not look as if.
 */
export function judgeSelfApproval(tool: string, input: Record<string, unknown>): Finding[] {
  const spoken = wordsOf(tool, input);
  return spoken === undefined ? [] : [{ code: 'PERSON_ONLY', level: 'block', args: { spelled: spoken.trim() } }];
}

function wordsOf(tool: string, input: Record<string, unknown>): string | undefined {
  if (tool === 'Skill' || tool === 'SlashCommand') {
    return [input.skill, input.command].find((word): word is string => typeof word === 'string' && APPROVAL.test(word));
  }
  if (!/^(ScheduleWakeup|Cron|SendMessage|RemoteTrigger)/.test(tool)) return undefined;
  return textsIn(input, 0).find((text) => TYPED.test(text) || TOLD.test(text));
}

/** Texts of an input, wherever they stand: a broadcast has its words one level deeper. */
function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  return Object.values(value).flatMap((one) => textsIn(one, depth + 1));
}

/** Commands of ours that only a person may use. */
const PERSON_ONLY = new Set([
  ...['apply', 'approve', 'rotate-key', 'uninstall', 'allow'],
  ...['override', 'set-phase', 'reopen', 'waive', 'decide', 'choose', 'pause', 'reset'],
]);

/** Commands of ours of which only a person may use some verbs. */
const PERSON_ONLY_PARTS: Readonly<Record<string, ReadonlySet<string>>> = {
  item: new Set(['confirm', 'skip', 'take']),
  clarify: new Set(['answer']),
};

function ownCommand(run: Run): string | null {
  const argv = run.argv.filter((word): word is string => word !== undefined);
  const call = ownCall(argv, run.environment.NODE_OPTIONS);
  if (call?.verb === undefined) return null;
  const isUnsealing = call.verb === 'install' && /(?:^| )--seal[= ]off(?: |$)/.test(call.words.join(' '));
  const isOfPart = PERSON_ONLY_PARTS[call.verb]?.has(call.words[0] ?? '') ?? false;
  if (!PERSON_ONLY.has(call.verb) && !isOfPart && !isUnsealing) return null;
  // To see what a person may be asked for is free.
  const isListing = (call.verb === 'approve' || call.verb === 'allow') && call.words.includes('--list');
  return isListing && call.words.every((word) => word.startsWith('-')) ? null : argv.slice(call.at).join(' ');
}

/** `TYPISTS` names programs that type into another terminal or window. */
const TYPISTS = new Set(
  'tmux screen kitty kitten wezterm zellij konsole xdotool ydotool dotool wtype osascript socat'.split(' '),
);

const VERBS = [
  ...PERSON_ONLY,
  ...Object.entries(PERSON_ONLY_PARTS).map(([verb, parts]) => `${verb}\\s+(?:${[...parts].join('|')})`),
].join('|');
/** A person's words, wherever they stand in what is typed; `flow`, a usual word, only where a command would stand. */
const SPOKEN = new RegExp(
  `(?:flow-hooks(?:\\.cjs)?|(?:npx (?:-\\S+ )*|^|[;&|"'\`]\\s*)flow|flowctl)\\s+(?:${VERBS})\\b|/(?:[\\w-]+:)?approve-[a-z]`,
);

/** A text that is the command: nothing stands before it, and of ours only its words behind it. */
const TYPED = new RegExp(
  `^\\s*(?:\`|!\\s*)?(?:/(?:[\\w-]+:)?approve-[a-z]|(?:npx\\s+(?:-\\S+\\s+)*)?(?:flow-hooks|flow|flowctl)\\s+(?:${VERBS})(?:[ \\t]+\\S+){0,2}\\s*(?:\\n|$))`,
);

/** Another agent is told to say them: an order begins with its verb, a question or a report does not. */
const TOLD = new RegExp(
  `(?:^|[.:;!,\\n]|\\b(?:please|now|then|just|and))\\s*(?:run|type|say|send|execute|call|enter|issue|invoke|use|do)\\s+(?:the\\s+|command\\s+)*["'\`]*(?:npx\\s+(?:-\\S+\\s+)*)?(?:(?:flow-hooks|flow|flowctl)\\s+(?:${VERBS})\\b|/(?:[\\w-]+:)?approve-[a-z])`,
  'i',
);

function typedFor(run: Run): string | null {
  const [program = '', ...words] = run.argv.filter((word): word is string => word !== undefined);
  if (!TYPISTS.has(nameOf(program))) return null;
  const isSpoken = [words.join(' '), ...words].some((text) => SPOKEN.test(text));
  return isSpoken ? [program, ...words].join(' ') : null;
}

/** Returns the name of a program without its folder, on either kind of system. */
const nameOf = (program: string) => program.replace(/^.*[\\/]/s, '');

/** A coding agent is started, as if a person spoke to it, and somewhere in the command line stands what only a person says. */
function spokenTo(run: Run, command: string): string | null {
  const [program = '', ...words] = run.argv.filter((word): word is string => word !== undefined);
  if (!isCodingAgent(nameOf(program))) return null;
  const spoken = [words.join(' '), command].find((text) => SPOKEN.test(text));
  return spoken === undefined ? null : [program, ...words].join(' ');
}

/**
 * Commands that stand for a person's decision: our own ones, the same typed into another terminal, and another client
 * that is told to approve.
 */
export function judgeApprovingCommand(command: string, analysis: Analysis): Finding[] {
  for (const effect of analysis.effects) {
    if (effect.kind !== 'run') continue;
    const spelled = ownCommand(effect) ?? typedFor(effect) ?? spokenTo(effect, command);
    if (spelled !== null) return [{ code: 'PERSON_ONLY', level: 'block', args: { spelled } }];
  }
  return [];
}
