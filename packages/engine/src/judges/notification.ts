import type { Finding } from '@flow/core';

/** Tells whether a string anywhere in the input imitates the host's announcement of a finished command. */
function imitates(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('<task-notification');
  if (typeof value !== 'object' || value === null || depth > 6) return false;
  return Object.values(value).some((part) => imitates(part, depth + 1));
}

/** Tools whose text may come back as a prompt (wake-ups, schedules, messages) must not carry forged announcements. */
export function judgeNotification(tool: string, input: Record<string, unknown>): Finding[] {
  const speaks = /^(ScheduleWakeup|Cron|SendMessage|Agent|Task|Skill|RemoteTrigger)/.test(tool);
  return speaks && imitates(input) ? [{ code: 'NOTIFICATION_FORGED', level: 'block', args: { tool } }] : [];
}
