import { type Message, toEventStream } from './message-stream.js';
import type { ModelRequest } from './script.js';

/**
 * A wire is a protocol in which a client asks its model. Scripts and tests speak of the Messages API alone: a wire reads
 * its requests into that form, and writes the scripted message in its own.
 */
export interface Wire {
  /** Tells whether a POST to this path asks for a turn. */
  takes(path: string): boolean;
  /** Reads a request's body, parsed from JSON. */
  read(body: unknown, path: string): ModelRequest;
  /** Writes the answer: lines of server-sent events where the request asks for a stream, else JSON. */
  write(message: Message, isStream: boolean): string;
}

/** The Messages API, which the real client and many others speak. */
export const MESSAGES: Wire = {
  takes: (path) => path === '/v1/messages',
  read: (body) => body as ModelRequest,
  write: (message, isStream) => (isStream ? toEventStream(message) : JSON.stringify(message)),
};
