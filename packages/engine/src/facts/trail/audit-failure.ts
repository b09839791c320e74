import { note } from './audit-line.js';

/** Notes the refusal of an event that could not be read, or not be judged. */
export function auditFailure(raw: unknown, code: string): void {
  const field = (name: string) => {
    const value = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' ? value : null;
  };
  const doer = {
    session: field('session_id') ?? 'unknown',
    agent: field('agent_id'),
    role: field('agent_type'),
    call: field('tool_use_id') ?? 'unknown',
    tool: field('tool_name') ?? field('hook_event_name') ?? 'unknown',
  };
  note(field('cwd') ?? process.cwd(), doer, { decision: 'refused', paths: [], found: [{ guard: null, code }] });
}
