import type { Finding } from '@flow/core';
import { clean } from '../text/clean.js';
import { type FindingWords, list } from './facts.js';
import type { Reader } from './reader.js';

/** Returns the file or folder that an edit is about, with what it is. */
function editFacts({ path, args }: Finding): string {
  const files = list(args.files, args.filesTotal, 3);
  return files
    ? `\`${clean(path)}\` contains ${editKind(args)} (${files}).`
    : `\`${clean(path)}\` is ${editKind(args)}.`;
}

/** Tells whether a command is about a folder, of which only some files may not change. */
const isFolder = ({ path, args }: Finding) => path !== 'this commit' && list(args.files, args.filesTotal) !== '';

const EDIT_KINDS: Record<string, string> = { source: 'source', test: 'tests', build: 'build configuration' };

const editKind = (args: Finding['args']) => EDIT_KINDS[String(args.class)] ?? `${clean(args.class, 40)} files`;

/** Returns words for the rule that closes a file, as a part of a sentence. */
const phaseIn = (args: Finding['args']) =>
  args.phase === undefined ? 'this project, without a phase,' : `phase \`${clean(args.phase, 60)}\``;

const phaseOf = (args: Finding['args']) => phaseIn(args).replace(/^./, (first) => first.toUpperCase());

const policyWay = (reader: Reader) =>
  reader === 'person'
    ? 'To allow it, change `edits.withoutPhase` in flow.config.yaml and run `npx flow-hooks apply`.'
    : 'To allow it, the person changes `edits.withoutPhase` in flow.config.yaml and applies it.';

const runWay = ({ next }: Finding['args'], reader: Reader) =>
  `The phase is computed from what is proven.${next ? ` Next: ${clean(next, 300)}.` : ''} \`flow status\` lists everything that is open. ${reader === 'person' ? 'You can override this' : 'A person can override this for a few calls, also for you to undo a slip of your own'}: \`flow override '<reason>'\`.`;

/** Words for what may be done in place of a forbidden edit, and for who opens the file. */
function editWay(args: Finding['args'], folder: boolean, reader: Reader): string {
  const open = (Array.isArray(args.open) ? args.open : []).map(
    (kind) => EDIT_KINDS[kind] ?? `${clean(kind, 40)} files`,
  );
  const named = folder ? ' Name the files that may change instead of the folder.' : '';
  const documents = args.class === 'document' ? [] : ['documents'];
  const now = `You may change now: ${[...open, ...documents, 'all other files'].join(', ')}.${named}`;
  const stub = args.marker
    ? ` Stubs are allowed: write them with the edit tool and include ${clean(args.marker, 40)} in the text.`
    : '';
  const items = list(args.testItems, undefined)
    ? ` In such a file, you may change what is below ${list(args.testItems, undefined).replaceAll(', ', ' or ')}, with the edit tool.`
    : '';
  return `${now}${stub}${items} ${args.run === true ? runWay(args, reader) : policyWay(reader)}`;
}

/** Files that hold a key or a certificate, for which no example file stands. */
const KEY = /\.(?:pem|key|p12|pfx|keystore|jks|crt|cer)$|(?:^|\/)id_[a-z0-9]+$/i;

/** Words for the files that may not be changed or read, and for whom. */
export const EDITS_WORDS: FindingWords = {
  PROTECTED_WRITE: (finding) =>
    `\`${clean(finding.path)}\` is protected (${clean(finding.args.what)}): only the program or a person may write it. ${clean(finding.args.instead, 300)}`,
  PROTECTED_CHANGED: ({ args }) =>
    `Protected files changed outside the tools: ${list(args.paths, args.pathsTotal)}. ${
      args.evidence ? 'The evidence is void: run the tests again. ' : ''
    }${clean(args.instead, 300)}`,
  SENSITIVE_WRITE: (finding) =>
    KEY.test(String(finding.path))
      ? `\`${clean(finding.path)}\` is a key or certificate: only the person may add one here. If a test needs one, let the test create it in the temporary folder; ask the person for any other.`
      : `\`${clean(finding.path)}\` contains secrets: only the person may write it. List the required values in an example file (\`.env.example\`) and ask the person to set them.`,
  SENSITIVE_READ: (finding) =>
    `\`${clean(finding.path)}\` contains secrets, and this project does not allow reading them. The names of the values are in an example file (\`cat .env.example\`); ask the person for anything else.`,
  EDIT_FORBIDDEN: (finding, _now, reader) =>
    `${editFacts(finding)} ${phaseOf(finding.args)} does not allow changes to ${editKind(finding.args)}. ${editWay(finding.args, isFolder(finding), reader)}`,
  EDIT_OVERRIDDEN: (finding) =>
    `${editFacts(finding)} ${phaseOf(finding.args)} does not allow this, but a person has overridden it. This call is counted.`,
  EDIT_OF_APPROVED: (finding) =>
    `\`${clean(finding.path)}\` was approved. A changed claim goes back to the gate, and its approval no longer counts. Change it only if the user asks.`,
  EDIT_OF_CONTRACT: ({ path, args }, _now, reader) => {
    const changed = list(args.changed, args.total, 5);
    const what =
      args.unseen === true
        ? 'this command would write into it'
        : `this would change what it promises${changed && ` (${changed})`}`;
    const isKnown = Array.isArray(args.changed) && args.changed.includes(String(args.target));
    const gap = isKnown ? 'divergent' : 'missing';
    const way = `\`flow item propose ${clean(args.target, 60)} --gap ${gap} --text '…' --reason '…'\``;
    const who = reader === 'person' ? 'you take or leave it' : 'a person takes or leaves it';
    return `\`${clean(path)}\` is approved, and ${what}. ${phaseOf(args)} does not edit its own contract. If it is wrong or incomplete, propose the change, and ${who}: ${way}. Notes and layout may change, with the edit tool; boxes are ticked by the program.`;
  },
  COMMIT_SHARED: ({ args }) => {
    const others = list(args.others, undefined);
    const why = others
      ? `others work here on ${others}, and the index and the newest commit may be theirs`
      : 'the newest commit was there before this item began, and is not its own to rewrite';
    return `\`${clean(args.spelled)}\` is refused: ${why}. Commit your item alone: \`flow commit --item ${clean(args.own, 60)}\`.`;
  },
  EDIT_ELSEWHERE: ({ args, path }) => {
    if (args.now === undefined)
      return `${clean(path)} is not in the work tree of your item, so the change would be on a branch of others. Work in ${clean(args.folder)}, where ${clean(args.branch)} is checked out: \`cd ${clean(args.folder)}\`.`;
    return `Your item is worked on at ${clean(args.branch)}, and ${clean(args.now)} is checked out here, so the change would be on a branch of others. Go back: \`git switch ${clean(args.branch)}\`.`;
  },
  EDIT_ASK: (finding) =>
    `${editFacts(finding)} ${phaseOf(finding.args)} leaves changes to ${editKind(finding.args)} to the person: say what you want to change and why, and wait for the answer.`,
  EDIT_LOGGED: (finding) =>
    `${editFacts(finding)} ${phaseOf(finding.args)} allows changes to ${editKind(finding.args)} and logs them.`,
  EDIT_BREACH: ({ args }) => {
    if (args.brought !== undefined)
      return `git ${clean(args.brought)} changed files that ${phaseIn(args)} closes: ${list(args.files, args.filesTotal)}. This is not work of this phase. Tell the person, and run the tests again: earlier proofs may no longer hold.`;
    return `The command changed files that ${phaseIn(args)} closes: ${list(args.files, args.filesTotal)}. Nothing was reverted. Tell the person. If it was a mistake, revert it in a phase that allows changes to ${editKind(args)}, or ask the person to.`;
  },
  REVIEWER_ACTS: ({ args }) =>
    `\`${clean(args.judge, 40)}\` is a reviewer and may not change anything: ${clean(args.what)}. Inspect with \`git diff\`, \`git show\` and by reading files, and put the rest in your verdict.`,
  REVIEWER_TOLD: ({ args }) =>
    `\`${clean(args.judge, 40)}\` must review without knowing this conversation, so messages to it are refused. Wait for its verdict; \`npx flow next\` says whom to ask next, and with which brief.`,
  QUESTION_REFUSED: ({ args }) =>
    `A person started this run without questions (${list(args.dials, undefined)}), so nobody is there to answer. Look it up and go on with an assumption, which a person sees later: \`flow clarify add '<question>' --looked-up '<where>' --assume '<answer>'\`. If only a person can answer, the run waits for them: \`flow clarify add '<question>' --looked-up '<where>' --must\`.`,
  WORK_LEFT: ({ args }) =>
    `The turn cannot end yet: the run has work for you that needs nobody else (${clean(args.count)} of ${clean(args.most)}).`,
  SENSITIVE_CHANGED: ({ args }) =>
    `Secrets changed while this ran: ${list(args.paths, args.pathsTotal)}. Nothing was reverted. Tell the person, who decides whether this was intended.`,
};
