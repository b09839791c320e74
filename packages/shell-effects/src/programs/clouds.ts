import type { ProgramFile } from '../program.js';
import { firstTask, PROCFILE } from '../tasks/task-tool.js';

/** Tools of other clouds copy files, keep credentials, and fetch settings. */
export const clouds: ProgramFile = {
  'rclone copy, rclone move': { writes: { targets: 'last', reach: 'into' } },
  'rclone copyto, rclone moveto, mc cp': { writes: { targets: 'last' } },
  'rclone sync, mc mirror': { writes: { targets: 'last', reach: 'tree' } },
  'rclone delete, rclone purge': { writes: { targets: 'each', how: 'delete', reach: 'tree' } },
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
