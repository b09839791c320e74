import path from 'node:path';
import { build, dev } from 'astro';
import { root } from './pages.js';
import { writePages } from './write-pages.js';

/* `site.js` builds the site, `site.js dev` serves it while somebody writes. */

// Builds need no network, and nobody is told of them.
process.env.ASTRO_TELEMETRY_DISABLED = '1';

const site = path.join(root, 'apps/docs');
writePages(site);
if (process.argv[2] === 'dev') await dev({ root: site });
else await build({ root: site, logLevel: 'warn' });
