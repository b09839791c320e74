import type { BundleName } from './bundles.js';

/**
 * Loads a built file that lies beside the running one. The bundler leaves the name alone, so what is loaded this way is
 * paid for only by whoever asks. Throws where the file is missing, as from source.
 */
export function load<Room>(name: BundleName): Room {
  const file = `./${name}.cjs`;
  return require(file) as Room;
}
