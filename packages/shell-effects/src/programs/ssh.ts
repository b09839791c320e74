import { speculate } from '../bash/speculate.js';
import { contentOf, emitRead, isDirectory } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { type HandingCall, inputOf, runHanded } from '../starts/handing-call.js';
import { baseName, type Result, UNKNOWN } from '../state.js';
import { join } from '../text/below-folder.js';
import { values } from '../text/command-options.js';
import { hasOption, isRemote, type WriterCall, write } from '../writers/call.js';

/** `HERE` matches names and addresses of this machine for itself. */
const HERE =
  /^(?:localhost(?:\.localdomain|4|6)?|ip6-(?:localhost|loopback)|127(?:\.\d+){1,3}|0(?:\.0\.0\.0)?|::1|\[::1\]|(?:::ffff:)127\.\d+\.\d+\.\d+)$/i;

/** Programs of SSH log in, copy over a network, and make keys. */
export const ssh: ProgramFile = {
  'ssh-agent': { wraps: { valued: '-a -t -E' } },
  sshfs: { writes: { targets: 'last' } },
  scp: { writer: secureCopy, valued: '-P -i -F -o -l -c -J -S', hands: runSshSettings },
  sftp: { writer: sftp, valued: '-P -i -F -o -l -c -J -S -b', hands: runSshSettings },
  'ssh-keygen': { writer: keygen, reads: { skip: 99, files: '-f' } },
  ssh: { reads: { skip: 99, files: '-i -F' }, hands: runLogin },
  'ssh-add': { reads: {} },
};

/** Runs what the client's configuration has it start on this machine, whichever host it is for. */
function runSshSettings({ words, session, shell, later }: HandingCall): undefined {
  const file = words.flatMap(
    (word, at) =>
      /^-F(.+)?$/
        .exec(word)
        ?.slice(1)
        .map((one) => one ?? words[at + 1] ?? '') ?? [],
  )[0];
  const text = contentOf(session, shell, file ?? `${session.context.home}/.ssh/config`) ?? '';
  const starts = /^[ \t]*(?:(?:Proxy|Local|KnownHosts)Command[ \t=]+|Match\b.*\bexec[ \t]+)"?([^"\n]+)/gim;
  for (const [, code = ''] of [...text.matchAll(starts)].slice(0, 16))
    speculate(session, () => session.code(code, shell.clone(), later, 'guess'));
}

/** Runs a login on this machine; what runs on another one is not ours to see. */
function runLogin(call: HandingCall): Result | undefined {
  const { words, frame, session, shell } = call;
  runSshSettings(call);
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && !/^-[bcDEeFIiJLlmOopQRSWw]$/.test(words[index - 1] ?? ''),
  );
  if (!leadsHere(words[at] ?? '', call)) return undefined;
  const code = words.slice(at + 1).join(' ');
  // The shell over there, or one that is started in it, reads what comes in here.
  if (code === '') runHanded(call, inputOf(call));
  else session.code(code, shell.clone(), { ...call.later, input: frame.input ?? call.later.input }, 'file');
  return UNKNOWN;
}

/** Tells whether a host is this machine: by its own names, or by a name that the user's settings give it. */
function leadsHere(word: string, { session, shell }: HandingCall): boolean {
  const host = word
    .replace(/^ssh:\/\//, '')
    .replace(/^[^@]*@/, '')
    .replace(/(?<=\w|\]):\d+\/?$/, '');
  const { hostName, home } = session.context;
  if (HERE.test(host) || host === hostName || (hostName !== undefined && host === hostName.split('.')[0])) return true;
  const settings = contentOf(session, shell, `${home}/.ssh/config`) ?? '';
  return settings.split(/^[ \t]*Host[ \t=]+/im).some((section) => {
    const [names = '', ...lines] = section.split('\n');
    const named = /^[ \t]*HostName[ \t=]+"?([^\s"]+)/im.exec(lines.join('\n'))?.[1] ?? '';
    return names.split(/\s+/).includes(host) && HERE.test(named);
  });
}

/** `secureCopy` reads `scp` and `sftp`: only what lands on this machine counts. */
function secureCopy(call: WriterCall): void {
  const target = call.operands.at(-1);
  if (call.operands.length < 2 || target === undefined) return;
  for (const source of call.operands.slice(0, -1))
    if (!isRemote(source)) emitRead(call.session, call.shell, source, call.program, 'tree');
  if (isRemote(target)) return;
  const isDeep = hasOption(call, /^-[a-zA-Z]*r/);
  for (const source of call.operands.slice(0, -1)) {
    const name = baseName(source.replace(/^[^/]*:(?=[^/]*$)/, '').replace(/\/+$/, ''));
    const isContents = /^(?:\.{1,2}|\*|)$/.test(name);
    const isInto = isDirectory(call.session, call.shell, target) || call.operands.length > 2;
    if (isContents) write(call, target, 'into');
    else write(call, isInto ? join(target, name) : target, isDeep ? 'tree' : 'exact');
  }
}

/** Reports what `get` brings here: the file on the command line, and those of the commands on standard input. */
function sftp(call: WriterCall): void {
  const [remote = '', local] = call.operands;
  if (remote.includes(':') && call.operands.length > 0)
    write(call, local ?? baseName(remote.slice(remote.indexOf(':') + 1)) ?? '.');
  const batch = values(call.words, ['-b']).map((file) => contentOf(call.session, call.shell, file) ?? '');
  let folder = '';
  for (const line of [call.frame.input?.rest ?? '', ...batch].join('\n').split('\n')) {
    const [, verb, first = '', second] = /^[ \t]*-?(lcd|m?get|reget)(?:\s+-\w+)*\s+(\S+)(?:\s+(\S+))?/.exec(line) ?? [];
    if (verb === undefined) continue;
    if (verb === 'lcd') {
      folder = first.startsWith('/') ? first : join(folder || '.', first);
      continue;
    }
    const name = baseName(first);
    const to = second === undefined || second.startsWith('/') || folder === '' ? second : join(folder, second);
    if (to === undefined) write(call, join(folder || '.', name));
    else write(call, isDirectory(call.session, call.shell, to) ? join(to, name) : to);
  }
}

/**
 * `keygen` reads `ssh-keygen`: a new key and its public half are written; asking for a fingerprint or checking a signature
 * writes nothing.
 */
function keygen(call: WriterCall): void {
  if (hasOption(call, /^-[a-zA-Z]*[lyBeiFDQ]$|^-[lyBeiFDQ][a-zA-Z]*$|^-Y$/) && !hasOption(call, /^-[a-zA-Z]*[tpc]$/))
    return;
  const known = values(call.words, ['-R']);
  const file = values(call.words, ['-f'])[0];
  if (known.length > 0) {
    write(call, file ?? '~/.ssh/known_hosts');
    return;
  }
  const kind = values(call.words, ['-t'])[0] ?? 'ed25519';
  const path = file ?? `~/.ssh/id_${kind.replace('-sk', '_sk')}`;
  write(call, path);
  write(call, `${path}.pub`);
}
