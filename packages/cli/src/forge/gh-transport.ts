import {
  type ForgeRequest,
  type ForgeResponse,
  MAX_ANSWER,
  parseBody,
  type Transport,
  Unreachable,
} from './transport.js';

/** Milliseconds for the question whether somebody is logged in. */
const LOGIN_TIME = 15_000;

const QUIET = { GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1', CLICOLOR_FORCE: '' };

/** Tells whether GitHub's own program is here, and knows who the user is at a host. */
export async function isLoggedIn(host: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const { execa } = await import('execa');
  const asked = await execa('gh', ['auth', 'status', '--hostname', host], {
    env: { ...environment, ...QUIET },
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    timeout: LOGIN_TIME,
  });
  return asked.exitCode === 0;
}

/** Lets `gh` speak with the forge: it has the person's login, and we never see a token. */
export function ghTransport(host: string, environment: NodeJS.ProcessEnv): Transport {
  return {
    how: 'gh',
    async send({ method, path, body }: ForgeRequest, timeout: number): Promise<ForgeResponse> {
      const words = ['api', '--include', '--hostname', host, '--method', method, path.slice(1)];
      const { execa } = await import('execa');
      const run = await execa('gh', body === undefined ? words : [...words, '--input', '-'], {
        env: { ...environment, ...QUIET },
        extendEnv: false,
        reject: false,
        input: body === undefined ? '' : JSON.stringify(body),
        timeout,
        maxBuffer: MAX_ANSWER,
        stripFinalNewline: false,
      });
      if (run.timedOut) throw new Unreachable('no answer in time');
      const response = readResponse(run.stdout);
      if (response) return response;
      throw new Unreachable(firstLine(run.stderr) || `gh ended with exit code ${run.exitCode}`);
    },
  };
}

/**
 * Reads the output of `gh api --include`: the status line, headers, an empty line, the body. Null when no server
 * answered.
 */
function readResponse(text: string): ForgeResponse | null {
  const status = /^HTTP\/[\d.]+ (\d{3})/.exec(text)?.[1];
  if (status === undefined) return null;
  const end = /\r?\n\r?\n/.exec(text);
  const head = text.slice(0, end?.index ?? text.length).split(/\r?\n/);
  const headers = head.slice(1).flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : [];
  });
  const body = end ? text.slice(end.index + end[0].length) : '';
  try {
    return { status: Number(status), headers: new Map(headers), body: parseBody(body) };
  } catch (error) {
    if (Number(status) >= 400) return { status: Number(status), headers: new Map(headers), body: null };
    throw error;
  }
}

const firstLine = (text: string) => text.split('\n')[0]?.trim() ?? '';
