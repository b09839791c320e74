import { LAUNCHER_PATH, type Registration } from '../registrations.js';
import { TOOLS } from './tools.js';
import { TRAITS } from './traits.js';

/** Milliseconds that the plugin waits for an answer: the client itself would wait for ever. Ours answers within five seconds. */
const LIMIT = 10_000;

/**
 * Returns the plugin that an installation writes: OpenCode loads it into its own process and asks it about each call. All that
 * it knows is how to ask the guard, which is a process of its own, and what to do where that one fails: a call is refused, as
 * nobody has judged it, and everything else goes on.
 * @param registrations the events that are sent, with the tools whose calls are meant
 */
export function pluginText(registrations: readonly Registration[]): string {
  const matcherOf = (name: string) => registrations.find(({ event }) => event === name)?.matcher ?? '';
  return `${TRAITS.mark} Written by \`flow-hooks install\`; edits are refused and undone there.
// biome-ignore-all lint: ours
/* eslint-disable */
// prettier-ignore
// biome-ignore format: ours
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const LAUNCHER = fileURLToPath(new URL(${JSON.stringify(`../../${LAUNCHER_PATH}`)}, import.meta.url));
const LIMIT = ${LIMIT};
const NAMES = ${JSON.stringify({ ...TOOLS, apply_patch: 'Edit' })};
const GUARDED = new RegExp(${JSON.stringify(matcherOf('PreToolUse'))});
const OBSERVED = new RegExp(${JSON.stringify(matcherOf('PostToolUse'))});

// The name that a matcher knows; whatever the client does not bring itself may be a tool of a server.
const named = (tool) => (Object.hasOwn(NAMES, tool) ? NAMES[tool] : 'mcp__' + tool);

// Asks the guard about one event. Whatever ends in anything but its answer is a failure.
function ask(event, fields, cwd) {
  return new Promise((done) => {
    const fail = (failure) => done({ failure });
    try {
      const child = spawn('node', [LAUNCHER, event, '--host', 'opencode'], { cwd, stdio: 'pipe', windowsHide: true });
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        fail('gave no answer within ' + LIMIT / 1000 + ' seconds');
      }, LIMIT);
      const said = { stdout: '', stderr: '' };
      child.on('error', (error) => {
        clearTimeout(timer);
        fail('does not start (' + error.message + ')');
      });
      child.on('close', (code) => {
        clearTimeout(timer);
        done(answerOf(code, said.stdout.trim(), said.stderr.trim()));
      });
      for (const name of Object.keys(said)) child[name].setEncoding('utf8').on('data', (text) => (said[name] += text));
      child.stdin.on('error', () => {});
      child.stdin.end(JSON.stringify({ hook_event_name: event, cwd, ...fields }));
    } catch (error) {
      fail('does not start (' + error.message + ')');
    }
  });
}

function answerOf(code, text, reason) {
  if (code === 2) return { refusal: reason || 'flow refused this call' };
  if (code !== 0) return { failure: 'ended with ' + code + (reason && ' (' + reason.slice(0, 300) + ')') };
  try {
    const answer = text === '' ? {} : JSON.parse(text);
    if (typeof answer === 'object' && answer !== null) return answer;
  } catch {}
  return { failure: 'gave an answer that is none' };
}

const contextOf = ({ hookSpecificOutput }) => hookSpecificOutput?.additionalContext;

export const Flow = async ({ client, directory }) => {
  const agents = new Map(); // The sub-agent of a session that another session has started.
  const begun = new Set(); // Sessions that know where they stand.
  const kept = new Map(); // What the model is to be told with the end of a call.
  const sent = new Set(); // Sessions that go on only because their end was refused.
  const faulty = new Set(); // Sessions whose turn ended in an error, or by the person.

  const doer = (session) => {
    const agent = agents.get(session);
    return agent ? { session_id: agent.root, agent_id: session, agent_type: agent.type } : { session_id: session };
  };
  const show = ({ systemMessage: message }) => {
    if (message) client.tui.showToast({ body: { title: 'flow', message, variant: 'warning' } }).catch(() => {});
  };
  const tell = async (event, fields) => {
    const answer = await ask(event, fields, directory);
    show(answer);
    return answer;
  };

  return {
    async event({ event: { type, properties } }) {
      const session = properties?.sessionID;
      if (type === 'session.created' && properties.info?.parentID) {
        const { id, parentID, agent } = properties.info;
        agents.set(id, { root: agents.get(parentID)?.root ?? parentID, type: agent ?? 'unknown' });
      } else if (type === 'session.compacted') begun.delete(session);
      else if (type === 'session.error') faulty.add(session);
      else if (type === 'session.idle' && !agents.has(session) && !faulty.has(session)) {
        const answer = await tell('Stop', { ...doer(session), stop_hook_active: sent.has(session) });
        sent.delete(session);
        if (answer.refusal === undefined) return;
        sent.add(session);
        const parts = [{ type: 'text', text: answer.refusal, synthetic: true }];
        await client.session.promptAsync({ path: { id: session }, body: { parts } }).catch(() => {});
      }
    },

    async 'chat.message'({ sessionID: session }, { message, parts }) {
      const isOurs = sent.has(session) && parts.every((part) => part.synthetic);
      if (!isOurs) {
        sent.delete(session);
        faulty.delete(session);
      }
      const who = doer(session);
      const answers = [];
      if (!begun.has(session)) {
        begun.add(session);
        answers.push(await tell(who.agent_id ? 'SubagentStart' : 'SessionStart', { ...who, source: 'startup' }));
      }
      if (!who.agent_id && !isOurs) {
        const prompt = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\\n');
        answers.push(await tell('UserPromptSubmit', { ...who, prompt }));
      }
      const text = answers.flatMap((answer) => contextOf(answer) ?? []).join('\\n');
      const last = parts.at(-1);
      if (text && last) parts.push({ id: last.id + 'f', sessionID: session, messageID: message.id, type: 'text', text, synthetic: true });
    },

    async 'tool.execute.before'({ tool, sessionID, callID }, output) {
      if (!GUARDED.test(named(tool))) return;
      const call = { tool_name: tool, tool_input: output.args, tool_use_id: callID };
      const answer = await tell('PreToolUse', { ...doer(sessionID), ...call });
      if (answer.refusal !== undefined) throw new Error(answer.refusal);
      if (answer.failure !== undefined)
        throw new Error('flow refused this call: its guard ' + answer.failure + '. \`flow-hooks doctor\` says why.');
      if (answer.hookSpecificOutput?.updatedInput) Object.assign(output.args, answer.hookSpecificOutput.updatedInput);
      if (contextOf(answer)) kept.set(callID, contextOf(answer));
    },

    async 'tool.execute.after'({ tool, sessionID, callID, args }, output) {
      const call = { tool_name: tool, tool_input: args, tool_use_id: callID, tool_response: output };
      const answer = OBSERVED.test(named(tool)) ? await tell('PostToolUse', { ...doer(sessionID), ...call }) : {};
      const text = [kept.get(callID), contextOf(answer)].filter(Boolean).join('\\n');
      kept.delete(callID);
      if (text === '') return;
      if (typeof output.output === 'string') output.output += '\\n\\n' + text;
      else if (Array.isArray(output.content)) output.content.push({ type: 'text', text });
    },
  };
};
`;
}
