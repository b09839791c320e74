import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { closeAfterTest, type TempRepo } from '@flow/test-kit';

/** A server of one repository in a process of its own, as the hook of a session holds the test's process up. */
const SERVER = `const { spawn } = require('node:child_process');
const [root, login] = process.argv.slice(2);
const server = require('node:http').createServer((request, response) => {
  const [place, query = ''] = request.url.split('?');
  const isPush = (place + query).includes('receive-pack');
  if (isPush && request.headers.authorization !== 'Basic ' + Buffer.from(login).toString('base64'))
    return response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
  const env = { ...process.env, GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', REMOTE_USER: 'ann', PATH_INFO: place,
    QUERY_STRING: query, REQUEST_METHOD: request.method, CONTENT_TYPE: request.headers['content-type'] || '',
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'] || '', GIT_PROTOCOL: request.headers['git-protocol'] || '' };
  const backend = spawn('git', ['http-backend'], { env });
  request.pipe(backend.stdin);
  let head = Buffer.alloc(0);
  let isBody = false;
  backend.stdout.on('data', (bytes) => {
    if (isBody) return response.write(bytes);
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf('\\r\\n\\r\\n');
    if (end < 0) return;
    isBody = true;
    const lines = head.subarray(0, end).toString().split('\\r\\n').map((line) => line.split(': '));
    const status = Number((lines.find(([name]) => name === 'Status') || [])[1]?.slice(0, 3) || 200);
    response.writeHead(status, Object.fromEntries(lines.filter(([name]) => name !== 'Status')));
    response.write(head.subarray(end + 4));
  });
  backend.stdout.on('end', () => response.end());
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** Serves the remote of a repository over HTTP: anybody fetches, and who logs in pushes. @returns its address */
export async function serveRemote(repo: TempRepo, login: string): Promise<string> {
  const script = path.join(repo.area, 'server.cjs');
  writeFileSync(script, SERVER);
  repo.git('-C', repo.remote, 'config', 'http.receivepack', 'true');
  const server = spawn(process.execPath, [script, path.dirname(repo.remote), login], {
    env: repo.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closeAfterTest(() => server.kill());
  const port = await new Promise<string>((resolve) => server.stdout.on('data', (text) => resolve(`${text}`.trim())));
  return `http://127.0.0.1:${port}/${path.basename(repo.remote)}`;
}
