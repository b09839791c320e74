/**
 * Filters by which git records other bytes than lie on disk (gitattributes(5), "filter"): what the tests read is then not
 * what is pushed.
 */

/** Programs that only store content elsewhere, encrypt it, or leave the outputs out of notebooks. */
const KNOWN = /^(?:\S*\/)?(?:git[- ](?:lfs|annex|crypt)|(?:python3? -m )?nbstripout|transcrypt)(?: [\w%@:=./ -]*)?$/;

/** Tells whether a setting is such a filter. */
export function isContentFilter(name: string, value: string): boolean {
  const command = value.replaceAll('"', '').trim();
  return /^filter\..+\.(?:clean|process)$/i.test(name) && !/^(?:cat)?$/.test(command) && !KNOWN.test(command);
}

/** Tells whether a text in git's configuration format has one. */
export function setsContentFilter(text: string): boolean {
  return text.split(/^[ \t]*\[/m).some((section) => {
    const driver = /^filter[ \t]+"(.+)"\]/i.exec(section)?.[1];
    const settings = [...section.matchAll(/^[ \t]*(clean|process)[ \t]*=(.*)$/gim)];
    return (
      driver !== undefined && settings.some(([, key, value]) => isContentFilter(`filter.${driver}.${key}`, value!))
    );
  });
}
