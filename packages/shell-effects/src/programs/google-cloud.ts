import type { ProgramFile } from '../program.js';
import type { WriterRule } from '../writers/rules.js';

const GCLOUD: WriterRule = { own: '~/.config/gcloud/credentials.db ~/.config/gcloud/access_tokens.db' };

/** Tools of Google Cloud copy files and keep credentials. */
export const googleCloud: ProgramFile = {
  'gsutil cp, gsutil mv, gcloud storage cp, gcloud storage mv': { writes: { targets: 'last' } },
  'gsutil rsync, gcloud storage rsync': { writes: { targets: 'last', reach: 'tree' } },
  'gcloud auth login, gcloud auth activate-service-account': { stores: { ...GCLOUD } },
  'gcloud auth application-default': {
    stores: {
      own: '~/.config/gcloud/application_default_credentials.json',
      unless: /^print-access-token$/,
    },
  },
  'gcloud auth configure-docker': { stores: { own: '~/.docker/config.json' } },
  'gcloud config set': { stores: { own: '~/.config/gcloud/configurations/config_default' } },
  'gcloud container clusters': {
    stores: { own: '~/.kube/config', out: '--kubeconfig', ownOnly: true, when: /^get-credentials$/ },
  },
  'gcloud iam service-accounts': {
    stores: {
      targets: 'third',
      when: /^create$/,
      valued: '--iam-account --project --key-file-type',
    },
  },
  'firebase login': { stores: { own: '~/.config/configstore/firebase-tools.json' } },
};
