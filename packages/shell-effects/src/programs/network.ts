import { contentOf, emitRead, setContent } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { HOLE } from '../state.js';
import { join } from '../text/below-folder.js';
import { values } from '../text/command-options.js';
import { hasOption, runGuess, urlName, type WriterCall, write } from '../writers/call.js';

/** Options of curl that name a file which is written. */
const CURL_FILES =
  '-D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --libcurl'.split(' ');

const CURL_UPLOADS = [
  '-d',
  '--data',
  '--data-binary',
  '--data-urlencode',
  '--data-ascii',
  '--json',
  '-F',
  '--form',
  '-T',
  '--upload-file',
];

/** Clients of a network fetch into files. */
export const network: ProgramFile = {
  nmap: { writes: { out: '-oN -oX -oG -oS -oA' } },
  'tcpdump, tshark': { writes: { out: '-w' } },
  mktorrent: { writes: { out: '-o' } },
  'axel, http, https, xh, httpie': { writes: { out: '-o --output' } },
  'yt-dlp': { writes: { out: '-o --output', into: '-P --paths' } },
  'degit, tiged, giget': { writes: { targets: 'second', reach: 'into' } },
  curl: {
    writer: curl,
    valued:
      '-o --output -d --data --data-binary --data-raw --data-urlencode --json -H --header -X --request -u --user -A -e -b -c --cookie-jar -F --form -T --upload-file --output-dir --max-time -m --retry -w --write-out -K --config -D --dump-header --connect-timeout --cacert --cert --key --trace --trace-ascii --stderr -x --proxy --url --etag-save --etag-compare --hsts --libcurl -C --range -r',
  },
  wget: {
    writer: wget,
    valued:
      '-O --output-document -P --directory-prefix -o --output-file -a --append-output --header -U -t -T --post-data --method --body-data -e -i --input-file --post-file --body-file --save-cookies --load-cookies --user --password --cut-dirs -l --level -A -R -D --warc-file',
  },
  aria2c: { writer: aria2, valued: '-d --dir -o --out -x -s -j -l --log -i --header' },
};

/** Reports a download and what is known of its content: that of a `file:` address, if any. */
function fetchTo(call: WriterCall, path: string, url?: string): void {
  write(call, path);
  const local = url?.startsWith('file://') ? url.slice(7) : undefined;
  const text = local === undefined ? undefined : contentOf(call.session, call.shell, local);
  if (path !== '/dev/null') setContent(call.session, call.shell, path, text ?? HOLE);
}

/**
 * Downloads, dumps and logs that it writes, files that it uploads; a file of options (`-K`) is read as if they stood
 * in the call.
 */
function curl(call: WriterCall): void {
  for (const config of values(call.words, ['-K', '--config'])) {
    const text = config === '-' ? call.frame.input?.rest : contentOf(call.session, call.shell, config);
    const words = (text ?? '')
      .split('\n')
      .map((line) => /^\s*-{0,2}([\w-]+)\s*[=:\s]\s*"?([^"\n]*)"?\s*$/.exec(line))
      .flatMap((found) => (found === null ? [] : [`--${found[1]}`, found[2] ?? '']));
    if (words.length > 0) curl({ ...call, words, operands: values(words, ['--url']) });
  }
  const directory = values(call.words, ['--output-dir'])[0];
  const place = (path: string) => (directory === undefined || path.startsWith('/') ? path : join(directory, path));
  const urls = [...call.operands, ...values(call.words, ['--url'])];
  const outputs = values(call.words, ['-o', '--output']);
  for (const [at, path] of outputs.entries()) {
    // `#1` stands for a part of the address that curl itself expands.
    if (path !== '-') fetchTo(call, place(path.replace(/#\d/g, HOLE)), urls[at] ?? urls[0]);
  }
  for (const path of values(call.words, CURL_FILES)) if (path !== '-') write(call, path);
  for (const format of values(call.words, ['-w', '--write-out']))
    for (const match of format.matchAll(/%output\{(?:>>)?([^}]+)\}/g)) write(call, match[1] as string);
  for (const value of values(call.words, CURL_UPLOADS)) {
    const path =
      /(?:^|=)[@<]([^;]+)/.exec(value)?.[1] ?? (hasOption(call, /^(?:-T|--upload-file)/) ? value : undefined);
    if (path !== undefined) emitRead(call.session, call.shell, path, 'curl');
  }
  for (const url of urls) if (url.startsWith('file://')) emitRead(call.session, call.shell, url.slice(7), 'curl');
  if (hasOption(call, /^-[a-zA-Z]*O|^--remote-name/)) {
    for (const url of urls.slice(outputs.length)) fetchTo(call, place(urlName(url)), url);
    // The server may choose the name.
    if (hasOption(call, /^-[a-zA-Z]*J|^--remote-header-name$/)) write(call, directory ?? '.', 'into');
  }
}

/**
 * Downloads and logs that it writes, files that it sends. Where names come from the server, anything in the folder may
 * be written.
 */
function wget(call: WriterCall): void {
  const directory = values(call.words, ['-P', '--directory-prefix'])[0] ?? '.';
  const documents = values(call.words, ['-O', '--output-document']);
  for (const path of documents) if (path !== '-') fetchTo(call, path);
  for (const path of values(call.words, [
    '-o',
    '--output-file',
    '-a',
    '--append-output',
    '--save-cookies',
    '--warc-file',
    '--rejected-log',
    '--hsts-file',
  ]))
    write(call, path);
  for (const path of values(call.words, ['--post-file', '--body-file']))
    emitRead(call.session, call.shell, path, 'wget');
  for (const program of values(call.words, ['--use-askpass'])) runGuess(call, program);
  if (documents.length > 0 || hasOption(call, /^--spider$/)) return;
  if (
    hasOption(call, /^-[a-zA-Z]*[rmx]|^--(?:recursive|mirror|force-directories|content-disposition)|^-i|^--input-file/)
  )
    write(call, directory, 'into');
  for (const url of call.operands) fetchTo(call, join(directory, urlName(url)), url);
}

/** Downloads, under their given names or those of the addresses, and logs. */
function aria2(call: WriterCall): void {
  const directory = values(call.words, ['-d', '--dir'])[0] ?? '.';
  const names = values(call.words, ['-o', '--out']);
  for (const name of names) fetchTo(call, join(directory, name));
  for (const path of values(call.words, ['-l', '--log', '--save-session'])) write(call, path);
  if (names.length === 0) for (const url of call.operands) fetchTo(call, join(directory, urlName(url)));
}
