import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/** What is there wherever Node, npm and git are: they themselves, a shell, and the tools that every Unix brings. */
const PROGRAMS = `node npm npx pnpm git sh bash env
  [ arch base32 base64 basename cat chgrp chmod chown cksum comm cp csplit cut date dd df dirname du echo expand expr false
  fmt fold groups head hostname id install join link ln ls md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc od paste
  printf pwd readlink realpath rm rmdir sed seq sha1sum sha256sum shuf sleep sort split stat stty sync tac tail tee test
  timeout touch tr true truncate tsort tty uname uniq unlink wc whoami yes awk find grep tar gzip xargs`;

/** The environment of somebody who has just got a machine with Node, npm and git: an empty home, and a PATH of these only. */
export function bareEnvironment(area: string, environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const bin = path.join(area, 'bin');
  const home = path.join(area, 'home');
  for (const folder of [bin, home]) mkdirSync(folder, { recursive: true });
  const folders = (environment.PATH ?? '').split(path.delimiter);
  for (const name of PROGRAMS.split(/\s+/)) {
    const found = folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
    if (found) symlinkSync(found, path.join(bin, name));
  }
  const { TMPDIR, LANG = 'C.UTF-8' } = environment;
  return { PATH: bin, HOME: home, LANG, ...(TMPDIR === undefined ? {} : { TMPDIR }) };
}
