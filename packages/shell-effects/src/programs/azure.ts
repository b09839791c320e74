import type { ProgramFile } from '../program.js';

/** Tools of Azure copy files, keep credentials, and change repositories of Azure DevOps. */
export const azure: ProgramFile = {
  'az storage blob, az storage blob download': { writes: { out: '-f --file', valued: '-c -n' } },
  'azcopy copy': { writes: { targets: 'last' } },
  'az login': { stores: { own: '~/.azure/msal_token_cache.json' } },
  'az aks get-credentials': {
    stores: {
      own: '~/.kube/config',
      out: '-f --file',
      ownOnly: true,
      valued: '-n -g --name --resource-group',
    },
  },
  az: {
    publishes: [
      { when: /^repos pr (?:update|create)\b/, needs: /completed|--auto-complete(?:[ =]true|\s|$)/ },
      { when: /^repos (?:ref (?:create|delete)|import create|delete)\b/ },
    ],
  },
};
