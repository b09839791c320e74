import type { ProgramFile } from '../program.js';
import { firstTask, PROCFILE } from '../tasks/task-tool.js';

/** Options that choose among files, and take the next word. */
const RCLONE =
  '--exclude --include --filter --exclude-from --include-from --filter-from --files-from --transfers --checkers --bwlimit --config --log-file --log-level --max-age --min-age --max-size --min-size --max-depth --suffix --stats --retries --tpslimit --drive-root-folder-id';
const MC = '--exclude --newer-than --older-than --limit-upload --limit-download --region --storage-class --attr';

/** A copy that is only told. */
const DRY = /^(?:-n|--dry-run)$/;

/** Tools of other clouds copy files, keep credentials, and fetch settings. */
export const clouds: ProgramFile = {
  'rclone copy, rclone move': { writes: { targets: 'last', reach: 'into', valued: RCLONE, unless: DRY } },
  'rclone copyto, rclone moveto': { writes: { targets: 'last', valued: RCLONE, unless: DRY } },
  'rclone sync': { writes: { targets: 'last', reach: 'tree', valued: RCLONE, unless: DRY } },
  'rclone delete, rclone purge': {
    writes: { targets: 'each', how: 'delete', reach: 'tree', valued: RCLONE, unless: DRY },
  },
  'mc cp': { writes: { targets: 'last', valued: MC } },
  'mc mirror': { writes: { targets: 'last', reach: 'tree', valued: MC, unless: /^--(?:dry-run|fake)$/ } },
  'vercel env pull, vc env pull': { stores: { targets: 'first', otherwise: '.env.local' } },
  'vercel pull': { stores: { own: '.vercel/.env.development.local .env.local' } },
  'heroku login, heroku auth:login': { stores: { own: '~/.netrc' } },
  'heroku config:pull': { stores: { own: '.env', out: '--file' } },
  'doctl auth init': { stores: { own: '~/.config/doctl/config.yaml' } },
  'doctl kubernetes cluster': { stores: { own: '~/.kube/config', out: '--kubeconfig', ownOnly: true, when: /^save$/ } },
  'wrangler login': { stores: { own: '~/.config/.wrangler/config/default.toml' } },
  'supabase login': { stores: { own: '~/.supabase/access-token' } },
  'fly auth login': { stores: { own: '~/.fly/config.yml' } },
  'railway login': { stores: { own: '~/.railway/config.json' } },
  heroku: {
    tasks: [
      { ...PROCFILE, pick: (words) => (words[0] === 'local' ? (firstTask(words.slice(1)) ?? ['default']) : undefined) },
    ],
  },
};
