import type { Finding } from '@flow/core';

/** How an approval begins where it is said in a session. */
const APPROVAL = /^\s*\/?(?:[\w-]+:)?approve-[a-z]/;
const TYPED = /^\s*\/(?:[\w-]+:)?approve-[a-z]/;

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
  return Object.values(input).find((word): word is string => typeof word === 'string' && TYPED.test(word));
}
