import type { ProgramFile } from '../program.js';

/** Converters of images, sound and films write files. */
export const media: ProgramFile = {
  ffmpeg: { writes: { targets: 'each', valued: '-f -i -c -r -s -t -ss -b -vf -af -map -preset -crf -v -loglevel' } },
  'sox, convert, magick': { writes: { targets: 'last' } },
  'mogrify, optipng': { writes: { targets: 'each' } },
  cwebp: { writes: { out: '-o' } },
  exiftool: { writes: { targets: 'each', when: /^-[\w:]+[-+]?=|^-overwrite/, out: '-o' } },
};
