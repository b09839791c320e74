import { Agent, type Dispatcher, EnvHttpProxyAgent, fetch } from 'undici';
import { Unreachable } from './transport.js';

/* This file is read when somebody is asked: the library behind a connection is large, and most calls ask nobody. */

/** The variables that name a proxy for encrypted connections, the first that is set first: as curl and git read them. */
const NAMES = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];

/** The way out of this machine that the environment names: straight, or through a proxy. */
export interface WayOut {
  /** Asks an address; the way is its option `dispatcher`. */
  fetch: typeof fetch;
  dispatcher: Dispatcher;
  /** The variable that names the proxy; null where none is asked. */
  by: string | null;
}

/**
 * Finds the way to an address by the environment: `HTTPS_PROXY`, else `ALL_PROXY`, but for the hosts in `NO_PROXY`. An
 * address of this machine is never asked through a proxy: it may be without encryption, and the token would leave the
 * machine.
 * @throws Unreachable where the variable's value is no address of a proxy that can be used
 */
export function wayOut(address: string, environment: NodeJS.ProcessEnv): WayOut {
  const by = NAMES.find((name) => environment[name]?.trim()) ?? null;
  if (by === null || !address.startsWith('https:')) return { fetch, dispatcher: new Agent(), by: null };
  const noProxy = environment.no_proxy ?? environment.NO_PROXY ?? '';
  return {
    fetch,
    dispatcher: new EnvHttpProxyAgent({ httpProxy: '', httpsProxy: addressOf(by, environment), noProxy }),
    by,
  };
}

/** Reads the address of a proxy, which may be named without its scheme and may hold a password: it is never shown. */
function addressOf(name: string, environment: NodeJS.ProcessEnv): string {
  const value = environment[name]!.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  if (!/^https?:/i.test(address) || !URL.canParse(address))
    throw new Unreachable(`${name} is not the address of an HTTP proxy, such as http://proxy.example:3128`);
  return address;
}
