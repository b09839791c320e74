import type { HookPlace, TrustFact } from '../client.js';

/** Variables with which OpenCode 1.18.33 loads no plugin of a project. */
const SWITCHES = ['OPENCODE_PURE', 'OPENCODE_DISABLE_PROJECT_CONFIG'];

/** Finds what keeps the plugin from being loaded: the client leaves out a plugin without a word. */
export function trustFacts({ environment }: Pick<HookPlace, 'environment'>): TrustFact[] {
  const set = SWITCHES.filter((name) => !['', '0', 'false', undefined].includes(environment[name]));
  const title = 'Plugin in OpenCode';
  if (set.length === 0) return [{ id: 'runs', status: 'ok', title, detail: 'no variable keeps it from being loaded' }];
  return set.map((name) => ({
    ...{ id: 'switch', status: 'failure', title },
    detail: `the variable ${name} is set, with which OpenCode loads no plugin of a project.`,
    fix: `unset ${name}`,
  }));
}
