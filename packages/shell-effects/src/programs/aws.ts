import type { ProgramFile } from '../program.js';

/** Tools of AWS copy files and keep credentials. */
export const aws: ProgramFile = {
  'aws-vault exec': { wraps: { needsDashes: true } },
  's3cmd get, aws s3 cp, aws s3 mv': { writes: { targets: 'last' } },
  's3cmd sync': { writes: { targets: 'last', reach: 'into' } },
  'aws s3 sync': { writes: { targets: 'last', reach: 'tree' } },
  'aws s3api get-object': {
    writes: { targets: 'each', valued: '--bucket --key --version-id --range --region --profile' },
  },
  cdk: { writes: { into: '-o --output' } },
  'aws configure': {
    stores: {
      own: '~/.aws/credentials ~/.aws/config',
      unless: /^(?:list|get|list-profiles|export-credentials)$/,
    },
  },
  'aws login': { stores: { own: '~/.aws/credentials ~/.aws/config' } },
  'aws sso login': { stores: { own: '~/.aws/sso/cache/' } },
  'aws eks update-kubeconfig, eksctl utils write-kubeconfig': {
    stores: { own: '~/.kube/config', out: '--kubeconfig', ownOnly: true },
  },
  'saml2aws login, aws-azure-login': { stores: { own: '~/.aws/credentials' } },
  'amplify pull': { stores: { own: 'amplify/' } },
  aws: { publishes: [{ when: /^codecommit (?:merge-|put-file|create-commit|update-|create-branch|delete-branch)/ }] },
};
