import type { ProgramFile } from '../program.js';

/** Site builders push what they have built to a branch. */
export const sites: ProgramFile = {
  mkdocs: { publishes: [{ when: /^gh-deploy\b/ }] },
  mike: {
    publishes: [
      { when: /^(?:deploy|delete|alias|retitle|set-default|props)\b/, needs: /(?:^|\s)(?:-\w*p\w*|--push)(?:\s|$)/ },
    ],
  },
  'ghp-import': { publishes: [{ when: /^/, needs: /(?:^|\s)(?:-\w*p\w*|--push)(?:\s|$)/ }] },
  'doctr, docusaurus': { publishes: [{ when: /^deploy\b/ }] },
  quarto: { publishes: [{ when: /^publish gh-pages\b/ }] },
  hexo: {
    publishes: [{ when: /^(?:deploy|d)\b/ }, { when: /^(?:generate|g)\b/, needs: /(?:^|\s)(?:-d|--deploy)(?:\s|$)/ }],
  },
};
