import { recordOf } from '@flow/core/record';
import { recordIn } from '../headless.js';
import { type ReadSpoken, said, textOf } from '../spoken.js';

/** Reads a line of Claude Code's `stream-json`. */
export const claudeSpoken: ReadSpoken = (line) => {
  const told = recordIn(line);
  switch (told?.type) {
    case 'assistant':
      return contentOf(told).flatMap((part) =>
        part.type === 'tool_use' ? said('tool', callOf(part.name, part.input)) : said('text', textOf(part.text)),
      );
    case 'user':
      return contentOf(told).flatMap((part) =>
        part.type === 'tool_result' ? said(part.is_error === true ? 'fault' : 'result', resultOf(part.content)) : [],
      );
    case 'rate_limit_event':
      return recordOf(told.rate_limit_info).status === 'rejected' ? said('fault', 'the quota is used up') : [];
    case 'result': {
      const how = textOf(told.terminal_reason) || textOf(told.subtype) || 'ended';
      const text = textOf(told.result);
      return said(told.is_error === false ? 'end' : 'fault', text === '' ? how : `${how}: ${text}`);
    }
    default:
      return [];
  }
};

const contentOf = (told: Readonly<Record<string, unknown>>) => {
  const { content } = recordOf(told.message);
  return Array.isArray(content) ? content.map(recordOf) : [];
};

/** Words of a call: the tool, and the part of its input that says most. */
function callOf(name: unknown, input: unknown): string {
  const { command, file_path, pattern, description, prompt } = recordOf(input);
  const about = [command, file_path, pattern, description, prompt].map(textOf).find((one) => one !== '');
  return [textOf(name) || 'tool', about ?? ''].join(' ').trim();
}

/** Text of a result, which is one text or a list of parts. */
function resultOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => textOf(recordOf(part).text)).join('\n') : '';
}
