import type { ForgeAddress } from '@flow/hooks/program';
import { FlowError } from '../commands/command.js';
import { ghTransport, isLoggedIn } from './gh-transport.js';
import { restTransport } from './rest-transport.js';
import type { Transport } from './transport.js';

const GITHUB = 'github.com';

/**
 * Chooses the way to a forge: GitHub's own program where it is logged in there, else the REST API with a token of the
 * environment. A token is sent only where it belongs, by the rule of `gh`: GH_TOKEN and GITHUB_TOKEN to github.com, the
 * enterprise tokens to other hosts; or to an address that was named on purpose.
 * @param isNamed the address of the interface was named by the project or by an option
 * @throws FlowError FORGE_NO_LOGIN
 */
export async function chooseTransport(
  { host, api }: ForgeAddress,
  isNamed: boolean,
  environment: NodeJS.ProcessEnv,
): Promise<Transport> {
  if (!isNamed && host !== null && (await isLoggedIn(host, environment))) return ghTransport(host, environment);
  const isGithub = host === GITHUB || host?.endsWith('.ghe.com') === true;
  const names = [
    ...(isGithub || isNamed ? ['GH_TOKEN', 'GITHUB_TOKEN'] : []),
    ...(isGithub ? [] : ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN']),
  ];
  const token = names.map((name) => environment[name]?.trim()).find((value) => value);
  if (token) return restTransport(api, token, environment);
  throw new FlowError(
    'broken',
    'FORGE_NO_LOGIN',
    `not logged in to ${host ?? api}: gh is ${isNamed ? 'not used for a custom API address' : 'not installed or not logged in'}, and ${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} not set.`,
    isNamed || host === null ? `Set ${names[0]}, then try again` : `gh auth login --hostname ${host}`,
  );
}
