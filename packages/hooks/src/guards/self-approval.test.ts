import { expect, test } from 'vitest';
import { judgeSelfApproval } from './self-approval.js';

test.each([
  ['Skill', { skill: 'approve-shape', args: 'now' }],
  ['Skill', { skill: 'flow:approve-shape' }],
  ['SlashCommand', { command: '/approve-report yes' }],
  ['ScheduleWakeup', { delaySeconds: 60, prompt: '/approve-shape', reason: 'later' }],
  ['CronCreate', { cron: '* * * * *', prompt: '  /approve-handoff' }],
  ['SendMessage', { to: 'main', message: '/approve-shape' }],
])('D97 %s %j is the person’s', (tool, input) => {
  expect(judgeSelfApproval(tool, input)).toMatchObject([{ code: 'PERSON_ONLY', level: 'block' }]);
});

test.each([
  ['Skill', { skill: 'review' }],
  ['Skill', { skill: 'disapprove-shape' }],
  ['ScheduleWakeup', { prompt: 'Check whether the person has said /approve-shape by now' }],
  ['Agent', { prompt: '/approve-shape is for the person; wait for it' }],
  ['Write', { content: '/approve-shape' }],
  ['Skill', { skill: ['approve-shape'] }],
])('%s %j is free', (tool, input) => {
  expect(judgeSelfApproval(tool, input)).toEqual([]);
});
