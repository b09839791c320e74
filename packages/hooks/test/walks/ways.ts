/* The ways in which people have the packed package. */

/** A way to have the program. */
export interface Way {
  /** What a person types so that the program can be started, in the folder where the project's files lie. */
  bring(tarball: string): string;
  /** How the program is started after that. */
  program(tarball: string): string;
}

/** Where `npm i -g` puts programs: in the home, as people without rights on the machine have it. */
export const GLOBAL = '.npm-global';

export const WAYS = {
  npm: {
    bring: (tarball) => `npm install --save-dev '${tarball}'`,
    program: () => 'npx flow-hooks',
  },
  pnpm: {
    bring: (tarball) => `pnpm add --workspace-root --save-dev '${tarball}'`,
    program: () => 'pnpm exec flow-hooks',
  },
  bun: {
    bring: (tarball) => `bun add --dev '${tarball}'`,
    program: () => 'bunx --no-install flow-hooks',
  },
  global: {
    bring: (tarball) => `npm install --global --prefix "$HOME/${GLOBAL}" '${tarball}'`,
    program: () => 'flow-hooks',
  },
  npx: {
    bring: () => 'true',
    program: (tarball) => `npx --yes --package '${tarball}' flow-hooks`,
  },
} satisfies Record<string, Way>;
