import { describe, expect, test } from 'vitest';
import { stories } from '../src/all.js';
import { Sim } from './sim.js';

/** A story in the workflow that is shipped, at work: no test is asked of it, so that its suite alone decides. */
function atWork(): Sim {
  const build = stories.phases.filter(({ id }) => id === 'build');
  const sim = new Sim({ ...stories, phases: build, gates: {} });
  sim.item('S1', { testsOff: 'words alone' });
  return sim.do({ type: 'item', item: 'S1', state: 'running', reason: '' });
}

const ended = (sim: Sim, failure?: 'infra' | 'external') =>
  sim.do({
    ...{ type: 'run', suite: 'go:.', question: 'test', result: 'fail', subjects: {} },
    ...(failure && { failure }),
  });
const spent = (sim: Sim) => sim.status.loops.reduce((sum, { blocks }) => sum + blocks, 0);

describe('M26 M27 stories: what broke down says nothing of a story', () => {
  test('M26 M27 a run that crashed is waited for and spends no try; three that failed set the story aside', () => {
    const sim = atWork();
    expect(sim.at).toBe('build/S1/develop');
    ended(sim, 'infra');
    expect({ waiting: sim.status.waiting, spent: spent(sim) }).toEqual({ waiting: 'time', spent: 0 });
    sim.time += 30_000;
    expect(sim.status.waiting).toBeNull();
    for (const content of ['1', '2', '3']) ended(sim.edit('source', content).editItem('S1', content));
    expect(sim.status.items).toMatchObject([{ id: 'S1', state: 'blocked' }]);
  });

  test('M27 what is outside goes to a person, and a run that passes afterwards leads on', () => {
    const sim = ended(atWork(), 'external');
    expect({ waiting: sim.status.waiting, spent: spent(sim) }).toEqual({ waiting: 'person', spent: 0 });
    expect(sim.run('pass').at).toBe('build/S1/accept');
  });
});
