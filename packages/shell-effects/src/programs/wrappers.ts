import type { ProgramFile } from '../program.js';

/** Wrappers start another program under other conditions. */
export const wrappers: ProgramFile = {
  'nohup, setsid, unbuffer, chronic, dbus-run-session, dbus-launch, linux32, linux64, with-contenv, torify, tsocks, eatmydata, ifne, arch':
    { wraps: {} },
  nice: { wraps: { valued: '-n --adjustment' } },
  ionice: { wraps: { valued: '-c -n --class --classdata' } },
  'chrt, taskset': { wraps: { skip: 1 } },
  numactl: { wraps: { valued: '-N -m -C -i' } },
  time: { wraps: { valued: '-f -o --format --output' }, writes: { out: '-o --output', valued: '-f --format' } },
  'timeout, gtimeout': { wraps: { valued: '-k -s --signal --kill-after', skip: 1 } },
  stdbuf: { wraps: { valued: '-i -o -e --input --output --error' } },
  flock: {
    wraps: { code: '-c --command', valued: '-w -E --wait --timeout --conflict-exit-code', skip: 1 },
    writes: { targets: 'first', valued: '-w -E --wait --timeout --conflict-exit-code', unless: /^\d$/ },
  },
  fakeroot: { wraps: { isShell: true } },
  'xvfb-run': { wraps: { valued: '-n -s -f -e -p -w --server-args --server-num' } },
  prlimit: { wraps: { valued: '-p --pid' } },
  softlimit: { wraps: { valued: '-a -c -d -f -l -m -o -p -r -s -t' } },
  tini: { wraps: { valued: '-p -e' } },
  'dumb-init': { wraps: { valued: '-r' } },
  torsocks: { wraps: { valued: '-u -p -a -P' } },
  'proxychains, proxychains4': { wraps: { valued: '-f' } },
  trickle: { wraps: { valued: '-s -u -d -w -t -l -n -p -P' } },
  cpulimit: { wraps: { valued: '-l -p -e --limit' } },
  cgexec: { wraps: { valued: '-g' } },
  fakechroot: { wraps: { valued: '-e -l -d -c' } },
  faketime: { wraps: { valued: '-p', skip: 1 } },
  retry: { wraps: { valued: '-t -d -m -u --times --delay --tries --sleep' } },
  gtime: { wraps: { valued: '-f -o --format --output' } },
  unshare: { wraps: { valued: '-R -w -S -G', isShell: true } },
  nsenter: { wraps: { valued: '-t -S -G' } },
  chroot: { wraps: { skip: 1, isShell: true } },
  ts: { wraps: { skip: 99 } },
};
