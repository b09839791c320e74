import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Server as NetServer } from 'node:net';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';

/** The name of a host that nobody but the proxy knows. */
export const HIDDEN = 'forge.example.test';

export interface Gate {
  /** The address of the proxy: of a host and a port. */
  url: string;
  /** The certificate of the authority that signed the hidden host's. */
  certificate: string;
  /** The requests to the proxy: the host and the port of each connection, and the credentials. */
  readonly asked: { host: string; credentials: string | undefined }[];
}

/**
 * A forge behind a proxy: an encrypted front of the forge that is reached under the hidden name through the proxy only.
 * @param password the credentials that the proxy wants
 */
export async function behindProxy(folder: string, forge: string, password?: string): Promise<Gate> {
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(folder, name)) as [string, string];
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const named = ['-subj', `/CN=${HIDDEN}`, '-addext', `subjectAltName=DNS:${HIDDEN}`];
  execFileSync('openssl', [...words, ...named, '-keyout', key, '-out', certificate], { stdio: 'ignore' });

  const behind = Number(new URL(forge).port);
  const front = createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (socket) => {
    const inner = connect(behind, '127.0.0.1');
    socket.pipe(inner).pipe(socket);
    for (const one of [socket, inner]) one.on('error', () => [socket, inner].map((end) => end.destroy()));
  });
  const asked: Gate['asked'] = [];
  const proxy = createServer((_request, response) => response.writeHead(405).end());
  proxy.on('connect', (request, socket) => {
    const given = request.headers['proxy-authorization'];
    const credentials = given && Buffer.from(given.replace(/^Basic /, ''), 'base64').toString();
    asked.push({ host: request.url ?? '', credentials });
    socket.on('error', () => socket.destroy());
    if (credentials !== password) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const inner = connect((front.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(inner).pipe(socket);
    });
    inner.on('error', () => socket.destroy());
  });
  for (const server of [front, proxy]) await listening(server);
  return { url: `127.0.0.1:${(proxy.address() as AddressInfo).port}`, certificate, asked };
}

async function listening(server: Server | NetServer): Promise<void> {
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}
