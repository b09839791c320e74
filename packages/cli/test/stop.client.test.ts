import { bash, say, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { guarded, play, type Session } from '../../hooks/test/client-kit.js';
import { flow, json, linkPrograms } from './kit.js';
import { STACKED } from './work-kit.js';

/* The real client ends its turn while a run has work for it. */

/** A guarded project with a run whose first phase asks the agent for a document. */
function led(): TempRepo {
  const repo = guarded(STACKED[0]!.stack);
  const environment = { ...repo.environment, PATH: `${linkPrograms(repo)}:${repo.environment.PATH}` };
  expect(flow(repo, ['start', 'ceremony'])).toMatchObject({ status: 0 });
  return { ...repo, environment };
}

/** What the model was told with each of its requests, newest first in the conversation. */
const requestsOf = ({ run }: Session) =>
  run.requests.filter(({ lane }) => lane === 'main').map(({ body }) => JSON.stringify(body?.messages));

describe.skipIf(STACKED.length === 0)('the end of a turn in the real client', () => {
  test('M3 M49 M52 X49 it goes on with what is next, and ends once something outside is waited for', async () => {
    const repo = led();
    const session = await play(repo, [
      say('All is done.'),
      bash("flow await 'the staging database' --check 'test -e ready' --timeout 1h"),
    ]);
    const told = requestsOf(session);
    expect(told).toHaveLength(3);
    expect(told[0]).not.toContain('WORK_LEFT');
    expect(told[1]).toContain('WORK_LEFT');
    expect(told[1]).toContain('develop/feature/login/plan.md');
    expect(session.answers[0]?.text).toContain('Wait w1: the staging database');
    expect(json(repo, ['status']).data).toMatchObject({ waiting: 'outside', awaits: [{ id: 'w1' }] });
  });
});
