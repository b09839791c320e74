import { effectsOf } from '@flow/shell-effects';
import { expect, test } from 'vitest';
import { OWN_PRODUCTS } from '../places/own-products.js';
import { judgeApprovingCommand, judgeSelfApproval } from './self-approval.js';

test.each([
  ['Skill', { skill: 'approve-shape', args: 'now' }],
  ['Skill', { skill: 'flow:approve-shape' }],
  ['SlashCommand', { command: '/approve-report yes' }],
  ['ScheduleWakeup', { delaySeconds: 60, prompt: '/approve-shape', reason: 'later' }],
  ['CronCreate', { cron: '* * * * *', prompt: '  /approve-handoff' }],
  ['SendMessage', { to: 'main', message: '/approve-shape' }],
  ['SendMessage', { to: '*', message: { type: 'broadcast', content: '/approve-shape' } }],
  ['SendMessage', { to: 'worker', message: 'Please run `npx flow-hooks approve shape` for me' }],
  ['SendMessage', { type: 'broadcast', content: 'Everybody: type /approve-shape now' }],
  ['RemoteTrigger', { body: { events: [{ text: '/approve-release' }] } }],
  ['CronCreate', { cron: '* * * * *', prompt: 'npx flow-hooks approve shape' }],
  ['ScheduleWakeup', { delaySeconds: 60, prompt: ' `npx -y flow allow K7Q4`' }],
  ['CronCreate', { cron: '* * * * *', prompt: 'When it is noon, run npx flow allow K7Q4' }],
])('D97 %s %j is the person’s', (tool, input) => {
  expect(judgeSelfApproval(tool, input)).toMatchObject([{ code: 'PERSON_ONLY', level: 'block' }]);
});

test.each([
  ['Skill', { skill: 'review' }],
  ['Skill', { skill: 'disapprove-shape' }],
  ['ScheduleWakeup', { prompt: 'Check whether the person has said /approve-shape by now' }],
  ['SendMessage', { to: 'main', message: 'The person has to run `npx flow-hooks approve shape` before we go on' }],
  ['SendMessage', { to: 'main', message: 'Did anybody run /approve-shape? Document what flow-hooks approve does.' }],
  ['CronCreate', { cron: '* * * * *', prompt: 'npx flow-hooks status' }],
  ['SendMessage', { to: 'main', message: 'npx flow-hooks approve shape is what the person has to type' }],
  ['ScheduleWakeup', { prompt: 'flow approvals are in docs/approvals.md: read on' }],
  ['SendMessage', { to: 'main', message: { type: 'shutdown_request', reason: 'done' } }],
  ['Agent', { prompt: '/approve-shape is for the person; wait for it' }],
  ['Write', { content: '/approve-shape' }],
  ['Skill', { skill: ['approve-shape'] }],
])('%s %j is free', (tool, input) => {
  expect(judgeSelfApproval(tool, input)).toEqual([]);
});

const HERE = { cwd: '/r', home: '/home/dev', readFile: () => undefined, products: OWN_PRODUCTS };
const judgeCommand = (command: string) => judgeApprovingCommand(command, effectsOf(command, HERE));

test.each([
  'npx flow-hooks approve shape',
  'node node_modules/@flow/hooks/dist/flow-hooks.cjs allow K7Q4',
  'flow-hooks apply',
  'tmux send-keys -t 1 "npx flow-hooks approve shape" Enter',
  'npx flow approve shape',
  "flow override 'it has to be'",
  'flow set-phase implement --reason x',
  'npx flow reset',
  'flowctl -C ../other allow K7Q4',
  'flow-hooks --directory .. apply',
  'npx -y @flow/cli approve shape',
  './node_modules/.bin/flow apply',
  'node node_modules/@flow/cli/dist/flow.js approve shape',
  'tmux send-keys -t 1 "flow approve shape" Enter',
  'tmux send-keys -t 1 "cd x && flow apply" Enter',
  "claude -p 'npx flow approve shape'",
  "claude -p '/approve-shape'",
  "env -u CLAUDECODE claude -p '/flow:approve-handoff now'",
  "echo '/approve-shape' | claude -p",
  "codex exec 'run npx flow-hooks approve report in a terminal'",
  ...[
    'gemini',
    'copilot',
    'opencode',
    'cursor-agent',
    'aider',
    'amp',
    'goose',
    'qwen',
    'crush',
    'droid',
    'auggie',
    'q',
  ].map((client) => `${client} '/approve-shape'`),
  ...['screen -X stuff', 'kitten @ send-text', 'wezterm cli send-text', 'zellij action write-chars'].map(
    (typist) => `${typist} '/approve-shape'`,
  ),
  ...['konsole -e', 'xdotool type', 'ydotool type', 'wtype', 'osascript -e'].map((typist) => `${typist} 'flow apply'`),
  // E7: the same program, loaded by another.
  'node -r ./node_modules/@flow/hooks/dist/flow-hooks.cjs x allow K7Q4',
  'node --require=./node_modules/@flow/hooks/dist/flow-hooks.cjs x allow K7Q4',
  'node --import ./node_modules/@flow/hooks/dist/flow-hooks.cjs x.mjs apply',
  "NODE_OPTIONS='--no-warnings -r /x/flow-hooks.cjs' node x allow K7Q4",
  "NODE_OPTIONS='--import /x/flow-hooks.cjs' npx tsc allow K7Q4",
  'bun -r /x/flow-hooks.cjs run x allow K7Q4',
  ...['bun', 'deno run -A', 'tsx', 'npx ts-node', 'npx jiti', 'npx c8 node', 'npx nyc', 'pm2 start'].map(
    (runtime) => `${runtime} ./node_modules/@flow/hooks/dist/flow-hooks.cjs allow K7Q4`,
  ),
])('D97 the command %s is the person’s', (command) => {
  expect(judgeCommand(command)).toMatchObject([{ code: 'PERSON_ONLY', level: 'block' }]);
});

test.each([
  'node -r ./node_modules/@flow/hooks/dist/flow-hooks.cjs x status',
  "NODE_OPTIONS='--max-old-space-size=4096' node scripts/flow.js allow",
  "NODE_OPTIONS='--import ./setup.mjs' npx tsc allow",
  'npx c8 node --test allow.test.js',
  'npx jiti scripts/allow.ts allow',
  'bash scripts/deploy.sh allow',
  'flow-hooks approve --list',
  'npx flow-hooks status',
  'flow approve --list',
  'npx flow check',
  'flow submit simplified',
  'flow advance',
  'flow status --json',
  'node src/flow.js apply',
  "claude -p 'in this flow apply the rule twice'",
  "claude -p 'review the diff'",
  "git commit -m 'ask for /approve-shape'",
  'grep -rn "flow-hooks approve" docs',
  'echo "the person runs: npx flow-hooks approve shape"',
  'tmux new-session -d "npm test"',
])('the command %s is free', (command) => expect(judgeCommand(command)).toEqual([]));

// E7: the same program as code that another program loads. What it would record is refused, whatever its words are.
const OWN = './node_modules/@flow/hooks/dist/flow-hooks.cjs';
test.each([
  `node -e "require('${OWN}')" x allow K7Q4`,
  `node -p "require('${OWN}')" x allow K7Q4`,
  `node --eval="import('${OWN}')" x allow K7Q4`,
  `bun -e "require('${OWN}')" x allow K7Q4`,
  `deno eval "import '${OWN}'" allow K7Q4`,
  `npx tsx -e "require('${OWN}')" x allow K7Q4`,
  `echo "require('${OWN}')" | node - allow K7Q4`,
  `node - allow K7Q4 <<E\nrequire('${OWN}')\nE`,
  `node --input-type=module - allow K7Q4 <<< "import '${OWN}'"`,
  `node -e "require('module')._load('${OWN}')" x allow K7Q4`,
  `node -e "require('module').createRequire('/x')('${OWN}')" x allow K7Q4`,
  `node -e "new (require('worker_threads').Worker)('${OWN}', { argv: ['allow', 'K7Q4'] })"`,
  `node -e "require('vm').runInThisContext(require('fs').readFileSync('${OWN}', 'utf8'))" allow K7Q4`,
  `node -e "eval(require('fs').readFileSync('${OWN}', 'utf8'))" allow K7Q4`,
])('E7: %s loads what only a person starts', (command) => {
  expect(effectsOf(command, HERE).effects).toContainEqual(
    expect.objectContaining({ kind: 'disarm', what: 'calledByHand' }),
  );
});

test.each([
  `node -e "require('fs').readFileSync('${OWN}', 'utf8').length"`,
  `node -e "require('./scripts/allow.js')" allow`,
  `node -p "require.resolve('@flow/hooks/package.json')"`,
])('E7: %s loads nothing of ours', (command) => {
  expect(effectsOf(command, HERE).effects.filter(({ kind }) => kind === 'disarm')).toEqual([]);
});

test.each([
  `python3 -c "import subprocess; subprocess.run(['node', '${OWN}', 'allow', 'K7Q4'])"`,
  `node -e "require('child_process').execFileSync('node', ['${OWN}', 'allow', 'K7Q4'])"`,
  `node -e "require('child_process').fork('${OWN}', ['allow', 'K7Q4'])"`,
])('E7: %s is the person’s', (command) => expect(judgeCommand(command)).toMatchObject([{ code: 'PERSON_ONLY' }]));
