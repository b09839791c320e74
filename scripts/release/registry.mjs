import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

/*
 * A registry on loopback: what `npm publish` sends is kept in memory, and package managers install it by name as from the
 * public one. Only what they ask for is answered: the document of a package, and its tarballs; for a name that it does not
 * have it can lead to another registry.
 * Format: https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md
 */

/** How long ago a version counts as published, in milliseconds: managers may leave out what is younger than a day. */
const SETTLED = 7 * 24 * 3_600_000;
/** Largest body that is read, in bytes. */
const LARGEST = 64 * 1024 * 1024;

async function bodyOf(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > LARGEST) throw new Error('body too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** What a client of a registry sends to publish becomes a package's document. */
function keep(packages, sent) {
  const [version] = Object.keys(sent.versions);
  const [attachment] = Object.values(sent._attachments);
  const tarball = Buffer.from(attachment.data, 'base64');
  const known = packages.get(sent.name) ?? {
    document: { name: sent.name, versions: {}, time: {} },
    tarballs: new Map(),
  };
  if (known.document.versions[version]) return false;
  known.document.versions[version] = sent.versions[version];
  known.document.time[version] = new Date(Date.now() - SETTLED).toISOString();
  known.document['dist-tags'] = { ...known.document['dist-tags'], ...sent['dist-tags'] };
  known.tarballs.set(version, tarball);
  packages.set(sent.name, known);
  return true;
}

/**
 * Starts the registry.
 * @param others address of the registry that has the names which nobody sent here; without it they are not found
 * @returns `{ url, published(), close() }`; `published` has `name@version` of all that was sent
 */
export async function startRegistry({ others } = {}) {
  const packages = new Map();
  const answer = (response, status, body) => {
    response.writeHead(status, {
      'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
    });
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };
  const server = createServer(async (request, response) => {
    try {
      const [, name, version] =
        /^\/((?:@[^/]+\/)?[^@/?][^/?]*)(?:\/-\/(.+)\.tgz)?/.exec(decodeURIComponent(request.url)) ?? [];
      const known = packages.get(name);
      if (request.method === 'PUT') {
        const kept = keep(packages, JSON.parse((await bodyOf(request)).toString('utf8')));
        return answer(response, kept ? 201 : 409, kept ? { ok: true } : { error: 'this version is there' });
      }
      const tarball = version === undefined ? undefined : known?.tarballs.get(version);
      if (tarball) return answer(response, 200, tarball);
      if (!known && others && request.method === 'GET') {
        response.writeHead(302, { location: others.replace(/\/$/, '') + request.url });
        return response.end();
      }
      if (!known || version !== undefined) return answer(response, 404, { error: 'not found' });
      const versions = Object.entries(known.document.versions).map(([one, manifest]) => {
        const kept = known.tarballs.get(one);
        const dist = {
          tarball: `${url}/${name}/-/${one}.tgz`,
          integrity: `sha512-${createHash('sha512').update(kept).digest('base64')}`,
          shasum: createHash('sha1').update(kept).digest('hex'),
        };
        return [one, { ...manifest, dist }];
      });
      answer(response, 200, { ...known.document, versions: Object.fromEntries(versions) });
    } catch (error) {
      answer(response, 400, { error: String(error) });
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    published: () =>
      [...packages].flatMap(([name, { tarballs }]) => [...tarballs.keys()].map((one) => `${name}@${one}`)),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
