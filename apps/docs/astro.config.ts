import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import type { ExpressiveCodePlugin } from '@astrojs/starlight/expressive-code';
import { defineConfig, passthroughImageService } from 'astro/config';
import starlightLinksValidator from 'starlight-links-validator';
import { tableLabels } from './scripts/table-labels.js';

/** Says in the frame of a `console` block whose terminal it is: the tests read the same word, see test/examples.ts. */
const speakers: ExpressiveCodePlugin = {
  name: 'speakers',
  hooks: {
    preprocessMetadata: ({ codeBlock }) => {
      if (codeBlock.language !== 'console') return;
      const who = /^(agent|person)\b/.exec(codeBlock.meta)?.[1];
      if (who) codeBlock.props.title ??= who === 'agent' ? 'The agent' : 'You';
    },
  },
};

/**
 * The search button of the theme shows its key (`Ctrl K`), which screen readers are told as `aria-keyshortcuts`: what stands on
 * a button has to be its name, as who leads a page by voice says the words that stand there. So the key is shown by the style.
 */
const SEARCH_BY_NAME = `addEventListener('DOMContentLoaded', () => {
  const keys = document.querySelector('button[data-open-modal] > kbd');
  if (keys === null) return;
  keys.parentElement.dataset.keys = [...keys.children].map((one) => one.textContent).join(' ');
  keys.remove();
});`;

/** On paper everything is as in the light theme: browsers leave the dark ground of code away, and keep its pale letters. */
const ON_PAPER = `addEventListener('beforeprint', () => {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = 'light';
  addEventListener('afterprint', () => (dataset.theme = theme), { once: true });
});`;

export default defineConfig({
  image: { service: passthroughImageService() },
  markdown: { processor: satteri({ hastPlugins: [tableLabels] }) },
  integrations: [
    starlight({
      title: '@flow',
      description: 'Guards and workflows for coding agents, enforced by code.',
      favicon: '/favicon.svg',
      customCss: ['./src/styles/site.css'],
      head: [SEARCH_BY_NAME, ON_PAPER].map((content) => ({ tag: 'script' as const, content })),
      // A dead link or anchor fails the build. Schemas are files of `public`, which it does not know.
      plugins: [starlightLinksValidator({ exclude: ['/schemas/*.json'] })],
      expressiveCode: { defaultProps: { overridesByLang: { 'console,txt': { wrap: true } } }, plugins: [speakers] },
      sidebar: [
        {
          label: 'Start',
          items: [
            'start/one-run',
            'start/import',
            'start/install',
            'start/tier-1',
            'start/ceremony',
            'start/tdd',
            'start/spec',
            'start/plan',
            'start/stories',
            'start/report',
            'start/overnight',
            'start/cost',
            'start/tiers',
            'start/one-command',
            'start/reviewers',
            'start/ship',
            'start/parsers',
          ],
        },
        {
          label: 'How it decides',
          items: [
            'deciding/overview',
            'deciding/tested',
            'deciding/guards',
            'deciding/inspecting',
            'deciding/approvals',
            'deciding/conventions',
            'deciding/audit',
            'deciding/ci',
            'deciding/hosts',
            'deciding/threat-model',
            'deciding/cases',
            'deciding/places',
            'deciding/bad-input',
          ],
        },
        {
          label: 'Extend',
          items: ['extend/workflow', 'extend/items', 'extend/preset', 'extend/convention-programs', 'extend/editors'],
        },
        {
          label: 'Reference',
          items: [
            'reference/commands',
            'reference/flow',
            'reference/flow-hooks',
            'reference/flow-parse',
            'reference/codes',
            {
              label: 'Workflows',
              items: [
                'reference/workflows/ceremony',
                'reference/workflows/tdd',
                'reference/workflows/spec',
                'reference/workflows/plan',
                'reference/workflows/stories',
                'reference/documents',
                'reference/open',
              ],
            },
            'reference/agents',
            'reference/presets',
            {
              label: 'Schemas',
              items: [
                'reference/config',
                'reference/report',
                'reference/schemas/workflow',
                'reference/schemas/overlay',
                'reference/schemas/preset',
                'reference/schemas/test-shape',
              ],
            },
          ],
        },
        {
          label: 'Project',
          collapsed: true,
          items: [
            'project/features',
            'project/benchmarks',
            'project/contributing',
            { autogenerate: { directory: 'project/notes' } },
            { label: 'Decisions', items: [{ autogenerate: { directory: 'project/decisions' } }] },
          ],
        },
      ],
    }),
  ],
});
