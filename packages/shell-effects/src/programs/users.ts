import type { ProgramFile } from '../program.js';
import type { Wrapper } from '../starts/wrapper.js';

const SUDO: Wrapper = {
  valued:
    '-u -g -p -C -h -r -t -T -U -R --user --group --prompt --close-from --host --role --type --other-user --chroot',
  directory: '-D --chdir',
  assigns: true,
};

/** Programs of this file start another program as another user. */
export const users: ProgramFile = {
  sudo: { wraps: SUDO },
  doas: { wraps: { valued: '-u -C' } },
  su: { wraps: { code: '-c --command', valued: '-s -g -G --shell', skip: 99, isShell: true } },
  runuser: { wraps: { code: '-c --command', valued: '-s -g -G -u --user --shell', user: /^(?:-u|--user)/ } },
  setpriv: {
    wraps: { valued: '--reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig' },
  },
  pkexec: { wraps: { valued: '--user' } },
  'gosu, su-exec, setuidgid, s6-setuidgid, s6-envdir': { wraps: { skip: 1 } },
  chpst: { wraps: { valued: '-u -U -b -e -d -o -p -f -c -r -t -m -l -L' } },
};
