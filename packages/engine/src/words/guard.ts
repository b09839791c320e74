import { FRONT_PATH } from '@flow/clients/registrations';
import type { Finding } from '@flow/core';
import { clean } from '../text/clean.js';
import { type FindingWords, list } from './facts.js';
import { namedHides } from './named.js';
import type { Reader } from './reader.js';

/** Commands about a run, of which `flow-hooks` knows nothing. */
const OF_A_RUN =
  /\bflow(?:ctl)? (?:override|set-phase|reopen|waive|decide|choose|pause|reset|approve|item (?:confirm|skip|take))\b/;

/** Returns words for what brings a configuration into force: without a base branch on a remote, only a person does. */
function intoForce({ base, isFetched }: Finding['args'], reader: Reader): string {
  const isReader = reader === 'person';
  if (base === undefined)
    return `no remote has a base branch yet, so ${isReader ? 'run `npx flow-hooks apply` in a terminal' : 'a person has to run `npx flow-hooks apply` in their own terminal'}`;
  const way = isReader
    ? 'with `npx flow-hooks apply` in a terminal'
    : 'when a person runs `npx flow-hooks apply` in their own terminal';
  const once = isFetched
    ? `a push, a session's start or \`npx flow-hooks status\` has asked the remote whether ${clean(base, 100)} has it, as was fetched`
    : `${clean(base, 100)} has it and it was fetched here (merge it, then \`git fetch ${clean(String(base).split('/')[0], 60)}\`)`;
  return `it holds once ${once}, or at once ${way}`;
}

/** Returns the commands that no push asks for until then. */
function namedSoFar(named: unknown): string {
  const commands = Array.isArray(named) ? named.map((one) => `\`${clean(one, 80)}\``) : [];
  return commands.length > 0 ? `. Until then no push asks for ${list(commands, undefined, 3)}` : '';
}

/** Calls that would get around the guards, and the state of the policy. */
export const GUARD_WORDS: FindingWords = {
  GUARD_DISARM: ({ args }) => {
    if (args.what === 'calledByHand')
      return `\`${clean(args.spelled)}\` calls the guard itself. Only the client may do that, because the guard records what it receives as fact. To see what the guard would decide about a command: \`npx flow-hooks explain '<command>'\`; its state: \`npx flow-hooks doctor\`.`;
    if (/^husky\b/.test(String(args.spelled)))
      return `This would turn off the guard (\`${clean(args.spelled)}\`): git would run only husky's hooks. Ask the person to run it, followed by \`npx flow-hooks install\`, which makes husky call the guard's hooks too. Continue without it.`;
    if (args.what === 'laterPush')
      return `This push would skip git's own hook (\`${clean(args.spelled)}\`), and other content may be committed before it starts. Push without \`--no-verify\`, in its own call.`;
    if (args.what === 'contentFilter')
      return `With this filter (\`${clean(args.spelled)}\`) git would record other content than the tests read, so no test run would prove anything. Only a person can set it, in their own terminal. Continue without it.`;
    return `This would turn off the guard (\`${clean(args.spelled)}\`). Only a person can do that, in their own terminal. ${
      args.what === 'noVerify'
        ? 'Commit without it: the hook names any problem with the commit.'
        : 'To continue, run the tests and push as usual.'
    }`;
  },
  BASE_REWRITTEN: ({ args }) =>
    `\`${clean(args.spelled)}\` would rewrite the local record of the remote's branches, which decides what needs no tests. To update that record: \`${
      /^git (?:symbolic-ref|remote)\b/.test(String(args.spelled))
        ? 'git remote set-head origin --auto'
        : 'git fetch origin'
    }\`.`,
  REF_RESERVED: ({ args }) => {
    const [kept, instead] = /\bnotes\b/.test(String(args.spelled))
      ? ['refs/notes/flow, where statements about commits', '`npx flow-hooks attest --push` publishes statements']
      : ['refs/flow, where checkpoints, leases and what a rollback left', '`npx flow checkpoint` lists checkpoints'];
    return `\`${clean(args.spelled)}\` would change ${kept} are kept: only the program writes there. ${instead}; for a ref of your own, use a branch or a tag.`;
  },
  BRANCH_WITHOUT_GUARD: ({ args }) =>
    `\`${clean(args.target)}\` does not have the guard's ${args.launcher === FRONT_PATH ? 'front' : 'launcher'} (${clean(args.launcher)}), which this session calls before every command, so no command would run any more. Use a separate worktree for that branch: \`git worktree add ../other ${clean(args.target)}\`, or bring in the file with \`git merge\`.`,
  PERSON_ONLY: ({ args }) =>
    `\`${clean(args.spelled)}\` is reserved for a person in their own terminal. Continue without it; \`npx ${
      OF_A_RUN.test(String(args.spelled)) ? 'flow next' : 'flow-hooks status'
    }\` shows what is missing.`,
  COMMAND_UNREADABLE: ({ args }) =>
    `The command cannot be read (${clean(args.why)}) and might publish or change protected files. Write it plainly, one step per call. Save fetched or generated code to a file first, then run the file.`,
  TEXT_UNREADABLE: ({ args }) =>
    `The text \`${clean(args.spelled, 200)}\` cannot be read (${clean(args.why)}), and the client would run the commands in it without asking. Do what it is for in calls of your own, or make it a text that can be read.`,
  TEXT_CHANGED: ({ path, args }) =>
    `The text \`${clean(path, 200)}\` changed after it was judged: by now the client would run \`${clean(args.command, 80)}\`, which is refused (${list(args.codes, undefined)}). Whether it ran is not known. Tell the person, and look at what the command would have changed.`,
  OVERRIDE_USED: ({ args }) =>
    `A person allowed this call once (${clean(args.name, 8)}, ${clean(args.person, 80)}: ${clean(args.reason)}). It was refused for ${list(args.codes, undefined)}; the next such call is judged again.`,
  OVERRIDE_VOID: ({ args }) =>
    `A person allowed ${clean(args.name, 8)} for different content or different reasons. That does not cover ${list(args.codes, undefined)} here.`,
  NOTIFICATION_FORGED: () =>
    'A text that imitates the end of a background command is not accepted. Run the tests in the foreground.',
  POLICY_PENDING: ({ args }, _now, reader) =>
    `${list(args.presets, undefined) || 'flow.config.yaml'} differs from the policy in force; ${intoForce(args, reader)}${namedSoFar(args.named)}.`,
  NAMED_PENDING: ({ args }, _now, reader) =>
    `\`${clean(args.command)}\` is named in flow.config.yaml, which is not in force, so its result is not recorded: ${intoForce(args, reader)}. Then run it again.`,
  NAMED_HIDES: ({ args }, _now, reader) =>
    `\`${clean(args.command)}\` is named in flow.config.yaml, and a pipe, a list or a background start inside it hides how its tests end: no run of it can count. ${namedHides(reader)}`,
  POLICY_INVALID: ({ args }, _now, reader) =>
    `flow.config.yaml is not valid (${clean(args.at)}: ${clean(args.message)})${
      Number(args.more ?? 0) > 0 ? ` and ${clean(args.more)} more` : ''
    }; the policy in force is unchanged. Fix the file; then ${reader === 'person' ? 'run' : 'a person runs'} \`npx flow-hooks apply\`, which lists every error.`,
  INPUT_INVALID: ({ args }) => `The event cannot be read: ${clean(args.why)}.`,
};
