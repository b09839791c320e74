/**
 * A companion kind tells what a companion is to a client: a server of tools, a plugin of a marketplace, or the plugin
 * of flow itself.
 */
export type CompanionKind =
  | { server: readonly string[] }
  | { plugin: { name: string; source: string } }
  | { plugin: 'own' };

/** A companion works well beside flow, and somebody else keeps it; it is added by the client's own commands. */
export interface Companion {
  /** Its name here, and in the client. */
  name: string;
  /** What it is good for, in a few words. */
  what: string;
  kind: CompanionKind;
}

const npx = (name: string): CompanionKind => ({ server: ['npx', '-y', name] });
const official = (): CompanionKind => ({
  plugin: { name: 'claude-plugins-official', source: 'anthropics/claude-plugins-official' },
});

/** Every companion, in the order in which they are offered. Data only: `flow` runs none of it by itself. */
export const COMPANIONS: readonly Companion[] = [
  { name: 'flow', what: 'skills and agents of flow in every project, without files in them', kind: { plugin: 'own' } },
  { name: 'context7', what: 'documentation of libraries in the version at hand', kind: npx('@upstash/context7-mcp') },
  { name: 'playwright', what: 'a browser that the agent drives', kind: npx('@playwright/mcp@latest') },
  { name: 'chrome-devtools', what: 'network, console and traces of Chrome', kind: npx('chrome-devtools-mcp@latest') },
  {
    name: 'sequential-thinking',
    what: 'a place to think in steps',
    kind: npx('@modelcontextprotocol/server-sequential-thinking'),
  },
  { name: 'frontend-design', what: 'pages that do not look alike', kind: official() },
  { name: 'security-guidance', what: 'warnings about insecure code while it is written', kind: official() },
];
