import { blockNoVerify } from './block-no-verify.js';
import { ccSafetyNet } from './cc-safety-net.js';
import { patterns } from './patterns.js';
import type { Peer } from './peer.js';

/** The guards that can be measured beside ours, by the name that `--peer` takes. */
export const PEERS: Readonly<Record<string, Peer>> = {
  'cc-safety-net': ccSafetyNet('standard'),
  'cc-safety-net-strict': ccSafetyNet('strict'),
  'cc-safety-net-paranoid': ccSafetyNet('paranoid'),
  'block-no-verify': blockNoVerify,
  patterns,
};

/** The peers that are asked for; `all` names every one. @throws for a name that nobody knows */
export function peersNamed(names: readonly string[]): [name: string, peer: Peer][] {
  const wanted = names.includes('all') ? Object.keys(PEERS) : names;
  return wanted.map((name) => {
    const peer = Object.hasOwn(PEERS, name) ? PEERS[name] : undefined;
    if (!peer) throw new Error(`${name}: no such peer; known are ${Object.keys(PEERS).join(', ')} and all`);
    return [name, peer];
  });
}
