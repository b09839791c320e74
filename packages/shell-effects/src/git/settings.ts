import { speculate } from '../bash/speculate.js';
import { leavesHookOut } from '../starts/product-calls.js';
import { type Call, type Frame, HOLE, type Scope, spell, under } from '../state.js';
import { concernedHere, configuredSettings, type Injected } from './config.js';
import { RUNS_CODE, type Setting } from './setting.js';

/** Variables that say the same for one command. */
export const CODE_VARIABLES = [
  'GIT_SSH_COMMAND',
  'GIT_EDITOR',
  'GIT_SEQUENCE_EDITOR',
  'GIT_PAGER',
  'GIT_EXTERNAL_DIFF',
  'GIT_ASKPASS',
  'SSH_ASKPASS',
  'GIT_PROXY_COMMAND',
  'EDITOR',
  'VISUAL',
  'PAGER',
  'GIT_SSH',
];

/** Variables by which managers of git hooks are told to run none. */
const HOOKS_OFF: Readonly<Record<string, RegExp>> = {
  HUSKY: /^0$/,
  HUSKY_SKIP_HOOKS: /./,
  LEFTHOOK: /^(?:0|false)$/,
  SKIP_SIMPLE_GIT_HOOKS: /^1$/,
  OVERCOMMIT_DISABLE: /./,
};

/** The variable by which lefthook is told which hooks to leave out. */
const EXCLUDED = 'LEFTHOOK_EXCLUDE';

/**
 * Reports what the settings in force do with a git command: some switch git hooks off, some are code that git runs.
 * @param runsHooks false for a command that only looks, so that no hook could be missed
 */
export function reportSettings(injected: Injected, call: Call, runsHooks: boolean): void {
  const { argv, session, shell, frame } = call;
  // Code that git starts for itself has the same settings.
  const isMissed = runsHooks || injected.settings.some(([name]) => RUNS_CODE.test(name));
  for (const [name, value] of [...injected.settings, ...session.gitSettings]) {
    const isGiven = !session.gitSettings.has(name);
    if (isGiven && isMissed && /^(?:core\.hookspath|hook\..*|init\.templatedir)$/i.test(name)) {
      // Where a step before may have failed, it may be another repository; a template is for any that is made.
      const isSure = shell.strayed.length + shell.fallbacks.length === 0 && !/^init\./i.test(name);
      const here = isSure ? concernedHere(argv, session, shell) : {};
      session.effects.push({ kind: 'disarm', what: 'hooksPath', spelled: spell(argv), ...here });
    }
    if (RUNS_CODE.test(name)) runValue(name, value, call);
  }
  const reportOff = (name: string, value: string) =>
    session.effects.push({ kind: 'disarm', what: 'noVerify', spelled: `${name}=${value} ${spell(argv)}` });
  const excluded = shell.variables.get(EXCLUDED)?.value;
  if (excluded !== undefined && leavesHookOut(excluded, session.context.products)) reportOff(EXCLUDED, excluded);
  for (const [name, off] of Object.entries(HOOKS_OFF)) {
    const value = shell.variables.get(name)?.value;
    if (value !== undefined && off.test(value)) reportOff(name, value);
  }
  for (const name of CODE_VARIABLES) {
    const variable = shell.variables.get(name);
    if (variable?.exported) runValue(name, variable.value, call);
  }
  // What the repository is configured to run is ordinary work, but for what publishes; it is not asked of itself again.
  if (frame.via.some((step) => step.startsWith(BY_SETTING))) return;
  for (const [name, value] of configuredSettings(shell.cwd, session, shell)) {
    if (RUNS_CODE.test(name) && !session.gitSettings.has(name.toLowerCase()))
      speculate(session, () => runValue(name, value, call));
  }
}

/**
 * Reports a setting that a command makes: git starts its code with whatever comes next, `git diff` among it, that
 * nobody reads.
 */
export function reportStartedLater([name, value]: Setting, scope: Scope): void {
  const { session } = scope;
  if (RUNS_CODE.test(name)) speculate(session, () => runValue(name, value, scope));
}

const BY_SETTING = 'git setting ';

function runValue(name: string, value: string, { session, shell, frame }: Scope): void {
  if (/^(?:true|false|)$/.test(value)) return;
  const isPrefixed = /^(?:credential\..*helper|submodule\..*update)$/i.test(name);
  const code = isPrefixed ? (value.startsWith('!') ? value.slice(1) : '') : value;
  if (code === '') return;
  const child = shell.clone();
  for (const one of CODE_VARIABLES) child.variables.delete(one);
  child.variables.delete('GIT_CONFIG_PARAMETERS');
  const inner: Frame = { ...under(frame, `${BY_SETTING}${name}`), exit: 'hidden', certain: false };
  const own = new Map(session.gitSettings);
  session.gitSettings.clear();
  session.code(code, child, inner);
  // An editor of the list of steps may put a step in that runs something.
  if (/sequence/i.test(name)) {
    for (const match of code.replaceAll(HOLE, ' ').matchAll(/\b(?:exec|x)\s+([^'"\\\n]+)/g))
      session.code(match[1] ?? '', child, inner, 'guess');
  }
  for (const [key, setting] of own) session.gitSettings.set(key, setting);
}
