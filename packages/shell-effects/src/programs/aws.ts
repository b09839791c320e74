import type { ProgramFile } from '../program.js';

/** Options of the copying commands that take the next word. */
const S3 =
  '--exclude --include --acl --storage-class --content-type --content-encoding --cache-control --content-disposition --metadata --metadata-directive --expires --sse --sse-kms-key-id --grants --page-size --expected-size --source-region --profile --region --endpoint-url --output --query --cli-read-timeout --cli-connect-timeout --checksum-algorithm';
const S3CMD =
  '--exclude --include --rexclude --rinclude --exclude-from --include-from -c --config --access_key --secret_key --region --host --add-header -m --mime-type --storage-class --bucket-location --limit-rate';

/** A copy that is only told. */
const S3_DRY = /^--dryrun$/;
const S3CMD_DRY = /^(?:-n|--dry-run)$/;

/** Tools of AWS copy files and keep credentials. */
export const aws: ProgramFile = {
  'aws-vault exec': { wraps: { needsDashes: true } },
  's3cmd get': { writes: { targets: 'last', valued: S3CMD, unless: S3CMD_DRY } },
  's3cmd sync': { writes: { targets: 'last', reach: 'into', valued: S3CMD, unless: S3CMD_DRY } },
  'aws s3 cp, aws s3 mv': { writes: { targets: 'last', valued: S3, unless: S3_DRY } },
  'aws s3 sync': { writes: { targets: 'last', reach: 'tree', valued: S3, unless: S3_DRY } },
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
