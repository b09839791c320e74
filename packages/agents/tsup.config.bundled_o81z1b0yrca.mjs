// tsup.config.ts
// scripts/packs.ts
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync, writeFileSync as writeFileSync2 } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
// scripts/read-pack.ts
import { schemaFindings } from '@flow/core/schemas';
import { defineConfig } from 'tsup';
import { parse } from 'yaml';
import * as z from 'zod';

var SECTIONS = {
  reviewer: ['Look for', 'How to look', 'Not a finding', 'Proof', 'Must-fix'],
  role: ['Task', 'How', 'Limits', 'Done'],
  discovery: ['Look for', 'How', 'Answer'],
};
var LINES = { min: 20, max: 45 };
var READERS = ['Read', 'Grep', 'Glob', 'Bash'];
var WRITERS = ['Edit', 'Write'];
var Id = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected small letters, digits and hyphens, as in `cold-diff`');
var Line = (max) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\n<>]*$/, 'expected one line of plain words');
var Facts = z
  .strictObject({
    name: Id.describe('What the workflow calls the judge or role; the name of the file.'),
    title: Line(60).describe('For people.'),
    kind: z.enum(['reviewer', 'role', 'discovery']).describe('Who judges, who works, who looks around before a plan.'),
    description: Line(400).describe('When a host should use it.'),
    panels: z.array(Id).min(1).optional().describe('Panels of workflows that it sits in.'),
    tier: z
      .enum(['property', 'cross-cutting', 'meta'])
      .optional()
      .describe('What it looks at; the order and the weight of the gauntlet follow from it.'),
    weight: z.number().positive().max(10).optional().describe('Of its score, where the tier does not say it.'),
    receives: z
      .array(z.enum(['repository', 'base', 'plan', 'architecture', 'spec', 'test-shape', 'concerns', 'probe', 'diff']))
      .min(1)
      .describe('All that it is told of a run.'),
    tools: z.array(z.enum([...READERS, ...WRITERS])).describe('Names of the host; none: [].'),
    languages: z.array(Id).min(1).optional().describe('Presets whose files bring it into a panel.'),
    phases: z.array(Id).min(1).optional().describe('Phases that a role or a discovery is for.'),
    model: Line(60).optional().describe('Name of the host; the session\u2019s own where it is left out.'),
  })
  .check(({ value, issues }) => {
    const say = (at, message) => issues.push({ code: 'custom', input: value, path: [at], message });
    if (value.kind === 'role' && !value.phases) say('phases', 'a role names the phases that it is for');
    if (value.kind !== 'role' && value.tools.some((tool) => tool === 'Edit' || tool === 'Write'))
      say('tools', 'only a role writes');
    if (value.receives.includes('diff') && value.tools.length > 0)
      say('tools', 'who gets the diff gets nothing else: []');
    if (value.tools.includes('Bash') && value.receives.includes('plan'))
      say('tools', 'who judges a plan sees sections of it, and runs nothing');
  });
var WEIGHTS = { property: 1, 'cross-cutting': 2, meta: 1.5 };
function readPack(file, source) {
  const [, front, body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? [];
  if (front === void 0) return { ok: false, problems: [`${file}: expected front matter between two lines of ---`] };
  let data;
  try {
    data = parse(front, { maxAliasCount: 0 });
  } catch (error) {
    return {
      ok: false,
      problems: [`${file}: the front matter is no YAML: ${error.message.split('\n')[0]}`],
    };
  }
  const facts = Facts.safeParse(data);
  if (!facts.success) {
    const found = schemaFindings(facts.error.issues, Facts, data);
    return {
      ok: false,
      problems: found.map(({ code, args }) => {
        const why = code === 'SCHEMA_KEY_UNKNOWN' ? `the key \`${args.key}\` is not known` : args.message;
        return `${file}: ${args.at}: ${why}. ${args.remedy ?? ''}`.trim();
      }),
    };
  }
  const { weight, tier, description, panels = [], languages = [], phases = [], model, ...rest } = facts.data;
  const text = body.replaceAll('\r\n', '\n').trim();
  const problems = [
    ...(file === `${rest.name}.md` ? [] : [`${file}: its name is ${rest.name}: call the file ${rest.name}.md`]),
    ...sectionProblems(file, rest.kind, text),
    ...lengthProblems(file, source),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const own = { ...(tier && { tier }), ...(model && { model }) };
  const counted = { weight: weight ?? (tier ? WEIGHTS[tier] : 1), panels, languages, phases };
  return { ok: true, pack: { facts: { ...rest, ...own, ...counted }, text: { description, text } } };
}
function sectionProblems(file, kind, text) {
  const parts = text.split(/^## /m);
  const found = parts.slice(1).map((part) => part.split('\n', 1)[0].trim());
  const expected = SECTIONS[kind];
  const problems =
    found.join('\n') === expected.join('\n')
      ? []
      : [`${file}: a ${kind} has the sections ${expected.join(', ')}; found ${found.join(', ') || 'none'}`];
  if (parts[0].trim() !== '') problems.push(`${file}: nothing stands before its first section`);
  for (const part of parts.slice(1)) {
    const [title = '', ...lines] = part.split('\n');
    if (lines.join('').trim() === '') problems.push(`${file}: the section ${title.trim()} is empty`);
  }
  return problems;
}
function lengthProblems(file, source) {
  const { length } = source.trimEnd().split('\n');
  return length < LINES.min || length > LINES.max
    ? [`${file}: it has ${length} lines; ${LINES.min} to ${LINES.max} are read`]
    : [];
}

// scripts/packs.ts
var HEAD = '// Made of packs/*.md by the build of this package: change those, and build.\n';
function readPacks(folder) {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort();
  const read = files.map((file) => readPack(file, readFileSync(new URL(file, folder), 'utf8')));
  const problems = read.flatMap((one) => (one.ok ? [] : one.problems));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return read.flatMap((one) => (one.ok ? [one.pack] : []));
}
function packModules(packs) {
  const rows = (of) =>
    packs
      .map(
        (pack) => `  ${JSON.stringify(pack.facts.name)}: ${JSON.stringify(of(pack))},
`,
      )
      .join('');
  const record = (name, type, of) => `${HEAD}import type { ${type} } from './agent-facts.js';

export const ${name}: Readonly<Record<string, ${type}>> = {
${rows(of)}};
`;
  return {
    'src/roster.generated.ts': record('ROSTER', 'AgentFacts', ({ facts }) => facts),
    'src/texts.generated.ts': record('TEXTS', 'PackText', ({ text }) => text),
  };
}
function presentModules(root) {
  return packModules(readPacks(new URL('packs/', root)));
}
function writeModules(root) {
  for (const [file, text] of Object.entries(presentModules(root))) {
    const url = new URL(file, root);
    if (textOf(url) !== text) writeFileSync(url, text);
  }
}
function textOf(url) {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return null;
  }
}

// tsup.config.ts
var __injected_import_meta_url__ = 'file:///work/h2/packages/agents/tsup.config.ts';
writeModules(new URL('./', __injected_import_meta_url__));
var tsup_config_default = defineConfig({
  entry: ['src/index.ts', 'src/roster-index.ts', 'src/packs.ts'],
  format: ['esm'],
  target: 'node20',
  clean: true,
  sourcemap: true,
  async onSuccess() {
    const { agents } = await import(new URL('dist/index.js', __injected_import_meta_url__).href);
    const packs = await import(new URL('dist/packs.js', __injected_import_meta_url__).href);
    const skills = fileURLToPath(new URL('skills/', __injected_import_meta_url__));
    rmSync(skills, { recursive: true, force: true });
    for (const [name, text] of Object.entries(packs.collectionSkill(agents))) {
      const file = path.join(skills, packs.COLLECTION, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync2(file, text);
    }
    const url = new URL('dist/index.js', __injected_import_meta_url__).href;
    const { verdictJsonSchema } = await import(url);
    writeFileSync2(
      new URL('dist/verdict.schema.json', __injected_import_meta_url__),
      `${JSON.stringify(verdictJsonSchema(), null, 2)}
`,
    );
  },
});

export { tsup_config_default as default };
//# sourceMappingURL=data:application/json;base64,ewogICJ2ZXJzaW9uIjogMywKICAic291cmNlcyI6IFsidHN1cC5jb25maWcudHMiLCAic2NyaXB0cy9wYWNrcy50cyIsICJzY3JpcHRzL3JlYWQtcGFjay50cyJdLAogICJzb3VyY2VzQ29udGVudCI6IFsiY29uc3QgX19pbmplY3RlZF9maWxlbmFtZV9fID0gXCIvd29yay9oMi9wYWNrYWdlcy9hZ2VudHMvdHN1cC5jb25maWcudHNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvaDIvcGFja2FnZXMvYWdlbnRzXCI7Y29uc3QgX19pbmplY3RlZF9pbXBvcnRfbWV0YV91cmxfXyA9IFwiZmlsZTovLy93b3JrL2gyL3BhY2thZ2VzL2FnZW50cy90c3VwLmNvbmZpZy50c1wiO2ltcG9ydCB7IG1rZGlyU3luYywgcm1TeW5jLCB3cml0ZUZpbGVTeW5jIH0gZnJvbSAnbm9kZTpmcyc7XG5pbXBvcnQgcGF0aCBmcm9tICdub2RlOnBhdGgnO1xuaW1wb3J0IHsgZmlsZVVSTFRvUGF0aCB9IGZyb20gJ25vZGU6dXJsJztcbmltcG9ydCB7IGRlZmluZUNvbmZpZyB9IGZyb20gJ3RzdXAnO1xuaW1wb3J0IHsgd3JpdGVNb2R1bGVzIH0gZnJvbSAnLi9zY3JpcHRzL3BhY2tzLmpzJztcblxud3JpdGVNb2R1bGVzKG5ldyBVUkwoJy4vJywgaW1wb3J0Lm1ldGEudXJsKSk7XG5cbmV4cG9ydCBkZWZhdWx0IGRlZmluZUNvbmZpZyh7XG4gIGVudHJ5OiBbJ3NyYy9pbmRleC50cycsICdzcmMvcm9zdGVyLWluZGV4LnRzJywgJ3NyYy9wYWNrcy50cyddLFxuICBmb3JtYXQ6IFsnZXNtJ10sXG4gIHRhcmdldDogJ25vZGUyMCcsXG4gIGNsZWFuOiB0cnVlLFxuICBzb3VyY2VtYXA6IHRydWUsXG4gIGFzeW5jIG9uU3VjY2VzcygpIHtcbiAgICBjb25zdCB7IGFnZW50cyB9ID0gKGF3YWl0IGltcG9ydChcbiAgICAgIG5ldyBVUkwoJ2Rpc3QvaW5kZXguanMnLCBpbXBvcnQubWV0YS51cmwpLmhyZWZcbiAgICApKSBhcyB0eXBlb2YgaW1wb3J0KCcuL3NyYy9pbmRleC5qcycpO1xuICAgIGNvbnN0IHBhY2tzID0gKGF3YWl0IGltcG9ydChuZXcgVVJMKCdkaXN0L3BhY2tzLmpzJywgaW1wb3J0Lm1ldGEudXJsKS5ocmVmKSkgYXMgdHlwZW9mIGltcG9ydCgnLi9zcmMvcGFja3MuanMnKTtcbiAgICAvLyBQYWNrYWdlIG1hbmFnZXJzIHRoYXQgbGluayBza2lsbHMgZmluZCB0aGVtIGhlcmUuXG4gICAgY29uc3Qgc2tpbGxzID0gZmlsZVVSTFRvUGF0aChuZXcgVVJMKCdza2lsbHMvJywgaW1wb3J0Lm1ldGEudXJsKSk7XG4gICAgcm1TeW5jKHNraWxscywgeyByZWN1cnNpdmU6IHRydWUsIGZvcmNlOiB0cnVlIH0pO1xuICAgIGZvciAoY29uc3QgW25hbWUsIHRleHRdIG9mIE9iamVjdC5lbnRyaWVzKHBhY2tzLmNvbGxlY3Rpb25Ta2lsbChhZ2VudHMpKSkge1xuICAgICAgY29uc3QgZmlsZSA9IHBhdGguam9pbihza2lsbHMsIHBhY2tzLkNPTExFQ1RJT04sIG5hbWUpO1xuICAgICAgbWtkaXJTeW5jKHBhdGguZGlybmFtZShmaWxlKSwgeyByZWN1cnNpdmU6IHRydWUgfSk7XG4gICAgICB3cml0ZUZpbGVTeW5jKGZpbGUsIHRleHQpO1xuICAgIH1cbiAgICAvLyBNYWRlIGZyb20gdGhlIHNhbWUgY29kZSB0aGF0IHJlYWRzIHZlcmRpY3RzLCBmb3IgY2xpZW50cyB0aGF0IGNhbiBob2xkIGEgbW9kZWwgdG8gYSBzY2hlbWEuXG4gICAgY29uc3QgdXJsID0gbmV3IFVSTCgnZGlzdC9pbmRleC5qcycsIGltcG9ydC5tZXRhLnVybCkuaHJlZjtcbiAgICBjb25zdCB7IHZlcmRpY3RKc29uU2NoZW1hIH0gPSAoYXdhaXQgaW1wb3J0KHVybCkpIGFzIHR5cGVvZiBpbXBvcnQoJy4vc3JjL2luZGV4LmpzJyk7XG4gICAgd3JpdGVGaWxlU3luYyhcbiAgICAgIG5ldyBVUkwoJ2Rpc3QvdmVyZGljdC5zY2hlbWEuanNvbicsIGltcG9ydC5tZXRhLnVybCksXG4gICAgICBgJHtKU09OLnN0cmluZ2lmeSh2ZXJkaWN0SnNvblNjaGVtYSgpLCBudWxsLCAyKX1cXG5gLFxuICAgICk7XG4gIH0sXG59KTtcbiIsICJjb25zdCBfX2luamVjdGVkX2ZpbGVuYW1lX18gPSBcIi93b3JrL2gyL3BhY2thZ2VzL2FnZW50cy9zY3JpcHRzL3BhY2tzLnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL2gyL3BhY2thZ2VzL2FnZW50cy9zY3JpcHRzXCI7Y29uc3QgX19pbmplY3RlZF9pbXBvcnRfbWV0YV91cmxfXyA9IFwiZmlsZTovLy93b3JrL2gyL3BhY2thZ2VzL2FnZW50cy9zY3JpcHRzL3BhY2tzLnRzXCI7aW1wb3J0IHsgcmVhZGRpclN5bmMsIHJlYWRGaWxlU3luYywgd3JpdGVGaWxlU3luYyB9IGZyb20gJ25vZGU6ZnMnO1xuaW1wb3J0IHsgdHlwZSBQYWNrLCByZWFkUGFjayB9IGZyb20gJy4vcmVhZC1wYWNrLmpzJztcblxuY29uc3QgSEVBRCA9ICcvLyBNYWRlIG9mIHBhY2tzLyoubWQgYnkgdGhlIGJ1aWxkIG9mIHRoaXMgcGFja2FnZTogY2hhbmdlIHRob3NlLCBhbmQgYnVpbGQuXFxuJztcblxuLyoqXG4gKiBBbGwgcGFja3Mgb2YgYSBmb2xkZXIsIGJ5IG5hbWUuXG4gKiBAdGhyb3dzIEVycm9yIHdpdGggZXZlcnl0aGluZyB0aGF0IGlzIHdyb25nIHdpdGggdGhlbVxuICovXG5mdW5jdGlvbiByZWFkUGFja3MoZm9sZGVyOiBVUkwpOiBQYWNrW10ge1xuICBjb25zdCBmaWxlcyA9IHJlYWRkaXJTeW5jKGZvbGRlcilcbiAgICAuZmlsdGVyKChuYW1lKSA9PiBuYW1lLmVuZHNXaXRoKCcubWQnKSlcbiAgICAuc29ydCgpO1xuICBjb25zdCByZWFkID0gZmlsZXMubWFwKChmaWxlKSA9PiByZWFkUGFjayhmaWxlLCByZWFkRmlsZVN5bmMobmV3IFVSTChmaWxlLCBmb2xkZXIpLCAndXRmOCcpKSk7XG4gIGNvbnN0IHByb2JsZW1zID0gcmVhZC5mbGF0TWFwKChvbmUpID0+IChvbmUub2sgPyBbXSA6IG9uZS5wcm9ibGVtcykpO1xuICBpZiAocHJvYmxlbXMubGVuZ3RoID4gMCkgdGhyb3cgbmV3IEVycm9yKHByb2JsZW1zLmpvaW4oJ1xcbicpKTtcbiAgcmV0dXJuIHJlYWQuZmxhdE1hcCgob25lKSA9PiAob25lLm9rID8gW29uZS5wYWNrXSA6IFtdKSk7XG59XG5cbi8qKiBUaGUgbW9kdWxlcyB0aGF0IHRoZSBwYWNrcyBhcmUgZGF0YSBpbiwgYnkgcGF0aDogd2hhdCBwcm9ncmFtcyBuZWVkIG9mIGFsbCBvZiB0aGVtLCBhbmQgdGhlIHRleHRzIGFwYXJ0LiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHBhY2tNb2R1bGVzKHBhY2tzOiByZWFkb25seSBQYWNrW10pOiBSZWNvcmQ8c3RyaW5nLCBzdHJpbmc+IHtcbiAgY29uc3Qgcm93cyA9IChvZjogKHBhY2s6IFBhY2spID0+IHVua25vd24pID0+XG4gICAgcGFja3MubWFwKChwYWNrKSA9PiBgICAke0pTT04uc3RyaW5naWZ5KHBhY2suZmFjdHMubmFtZSl9OiAke0pTT04uc3RyaW5naWZ5KG9mKHBhY2spKX0sXFxuYCkuam9pbignJyk7XG4gIGNvbnN0IHJlY29yZCA9IChuYW1lOiBzdHJpbmcsIHR5cGU6IHN0cmluZywgb2Y6IChwYWNrOiBQYWNrKSA9PiB1bmtub3duKSA9PlxuICAgIGAke0hFQUR9aW1wb3J0IHR5cGUgeyAke3R5cGV9IH0gZnJvbSAnLi9hZ2VudC1mYWN0cy5qcyc7XFxuXFxuZXhwb3J0IGNvbnN0ICR7bmFtZX06IFJlYWRvbmx5PFJlY29yZDxzdHJpbmcsICR7dHlwZX0+PiA9IHtcXG4ke3Jvd3Mob2YpfX07XFxuYDtcbiAgcmV0dXJuIHtcbiAgICAnc3JjL3Jvc3Rlci5nZW5lcmF0ZWQudHMnOiByZWNvcmQoJ1JPU1RFUicsICdBZ2VudEZhY3RzJywgKHsgZmFjdHMgfSkgPT4gZmFjdHMpLFxuICAgICdzcmMvdGV4dHMuZ2VuZXJhdGVkLnRzJzogcmVjb3JkKCdURVhUUycsICdQYWNrVGV4dCcsICh7IHRleHQgfSkgPT4gdGV4dCksXG4gIH07XG59XG5cbi8qKiBUaGUgbW9kdWxlcyBhcyB0aGV5IHdvdWxkIGJlIHdyaXR0ZW4gbm93LiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHByZXNlbnRNb2R1bGVzKHJvb3Q6IFVSTCk6IFJlY29yZDxzdHJpbmcsIHN0cmluZz4ge1xuICByZXR1cm4gcGFja01vZHVsZXMocmVhZFBhY2tzKG5ldyBVUkwoJ3BhY2tzLycsIHJvb3QpKSk7XG59XG5cbi8qKiBXcml0ZXMgd2hhdCBoYXMgY2hhbmdlZC4gKi9cbmV4cG9ydCBmdW5jdGlvbiB3cml0ZU1vZHVsZXMocm9vdDogVVJMKTogdm9pZCB7XG4gIGZvciAoY29uc3QgW2ZpbGUsIHRleHRdIG9mIE9iamVjdC5lbnRyaWVzKHByZXNlbnRNb2R1bGVzKHJvb3QpKSkge1xuICAgIGNvbnN0IHVybCA9IG5ldyBVUkwoZmlsZSwgcm9vdCk7XG4gICAgaWYgKHRleHRPZih1cmwpICE9PSB0ZXh0KSB3cml0ZUZpbGVTeW5jKHVybCwgdGV4dCk7XG4gIH1cbn1cblxuZnVuY3Rpb24gdGV4dE9mKHVybDogVVJMKTogc3RyaW5nIHwgbnVsbCB7XG4gIHRyeSB7XG4gICAgcmV0dXJuIHJlYWRGaWxlU3luYyh1cmwsICd1dGY4Jyk7XG4gIH0gY2F0Y2gge1xuICAgIHJldHVybiBudWxsO1xuICB9XG59XG4iLCAiY29uc3QgX19pbmplY3RlZF9maWxlbmFtZV9fID0gXCIvd29yay9oMi9wYWNrYWdlcy9hZ2VudHMvc2NyaXB0cy9yZWFkLXBhY2sudHNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvaDIvcGFja2FnZXMvYWdlbnRzL3NjcmlwdHNcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvaDIvcGFja2FnZXMvYWdlbnRzL3NjcmlwdHMvcmVhZC1wYWNrLnRzXCI7aW1wb3J0IHsgc2NoZW1hRmluZGluZ3MgfSBmcm9tICdAZmxvdy9jb3JlL3NjaGVtYXMnO1xuaW1wb3J0IHsgcGFyc2UgfSBmcm9tICd5YW1sJztcbmltcG9ydCAqIGFzIHogZnJvbSAnem9kJztcbmltcG9ydCB0eXBlIHsgQWdlbnRGYWN0cywgQWdlbnRLaW5kLCBQYWNrVGV4dCB9IGZyb20gJy4uL3NyYy9hZ2VudC1mYWN0cy5qcyc7XG5cbi8qKiBBIGZpbGUgb2YgYHBhY2tzL2A6IHdoYXQgcHJvZ3JhbXMga25vdyBvZiBhbiBhZ2VudCwgYW5kIHRoZSB0ZXh0IHRoYXQgaXQgd29ya3MgYnkuICovXG5leHBvcnQgaW50ZXJmYWNlIFBhY2sge1xuICBmYWN0czogQWdlbnRGYWN0cztcbiAgdGV4dDogUGFja1RleHQ7XG59XG5cbmV4cG9ydCB0eXBlIFJlYWRQYWNrID0geyBvazogdHJ1ZTsgcGFjazogUGFjayB9IHwgeyBvazogZmFsc2U7IHByb2JsZW1zOiBzdHJpbmdbXSB9O1xuXG4vKiogVGhlIHNlY3Rpb25zIG9mIGEgcGFjayBieSBraW5kLCBhbGwgb2YgdGhlbSBhbmQgaW4gdGhpcyBvcmRlci4gKi9cbmNvbnN0IFNFQ1RJT05TOiBSZWFkb25seTxSZWNvcmQ8QWdlbnRLaW5kLCByZWFkb25seSBzdHJpbmdbXT4+ID0ge1xuICByZXZpZXdlcjogWydMb29rIGZvcicsICdIb3cgdG8gbG9vaycsICdOb3QgYSBmaW5kaW5nJywgJ1Byb29mJywgJ011c3QtZml4J10sXG4gIHJvbGU6IFsnVGFzaycsICdIb3cnLCAnTGltaXRzJywgJ0RvbmUnXSxcbiAgZGlzY292ZXJ5OiBbJ0xvb2sgZm9yJywgJ0hvdycsICdBbnN3ZXInXSxcbn07XG5cbi8qKiBMaW5lcyBvZiBhIHBhY2s6IGxlc3Mgc2F5cyBub3RoaW5nLCBhbmQgbW9yZSBpcyBub3QgcmVhZC4gKi9cbmNvbnN0IExJTkVTID0geyBtaW46IDIwLCBtYXg6IDQ1IH07XG5cbmNvbnN0IFJFQURFUlMgPSBbJ1JlYWQnLCAnR3JlcCcsICdHbG9iJywgJ0Jhc2gnXSBhcyBjb25zdDtcbmNvbnN0IFdSSVRFUlMgPSBbJ0VkaXQnLCAnV3JpdGUnXSBhcyBjb25zdDtcblxuY29uc3QgSWQgPSB6LnN0cmluZygpLnJlZ2V4KC9eW2Etel1bYS16MC05LV17MCwzOX0kLywgJ2V4cGVjdGVkIHNtYWxsIGxldHRlcnMsIGRpZ2l0cyBhbmQgaHlwaGVucywgYXMgaW4gYGNvbGQtZGlmZmAnKTtcbmNvbnN0IExpbmUgPSAobWF4OiBudW1iZXIpID0+XG4gIHpcbiAgICAuc3RyaW5nKClcbiAgICAudHJpbSgpXG4gICAgLm1pbigxKVxuICAgIC5tYXgobWF4KVxuICAgIC5yZWdleCgvXlteXFxuPD5dKiQvLCAnZXhwZWN0ZWQgb25lIGxpbmUgb2YgcGxhaW4gd29yZHMnKTtcblxuY29uc3QgRmFjdHMgPSB6XG4gIC5zdHJpY3RPYmplY3Qoe1xuICAgIG5hbWU6IElkLmRlc2NyaWJlKCdXaGF0IHRoZSB3b3JrZmxvdyBjYWxscyB0aGUganVkZ2Ugb3Igcm9sZTsgdGhlIG5hbWUgb2YgdGhlIGZpbGUuJyksXG4gICAgdGl0bGU6IExpbmUoNjApLmRlc2NyaWJlKCdGb3IgcGVvcGxlLicpLFxuICAgIGtpbmQ6IHouZW51bShbJ3Jldmlld2VyJywgJ3JvbGUnLCAnZGlzY292ZXJ5J10pLmRlc2NyaWJlKCdXaG8ganVkZ2VzLCB3aG8gd29ya3MsIHdobyBsb29rcyBhcm91bmQgYmVmb3JlIGEgcGxhbi4nKSxcbiAgICBkZXNjcmlwdGlvbjogTGluZSg0MDApLmRlc2NyaWJlKCdXaGVuIGEgaG9zdCBzaG91bGQgdXNlIGl0LicpLFxuICAgIHBhbmVsczogei5hcnJheShJZCkubWluKDEpLm9wdGlvbmFsKCkuZGVzY3JpYmUoJ1BhbmVscyBvZiB3b3JrZmxvd3MgdGhhdCBpdCBzaXRzIGluLicpLFxuICAgIHRpZXI6IHpcbiAgICAgIC5lbnVtKFsncHJvcGVydHknLCAnY3Jvc3MtY3V0dGluZycsICdtZXRhJ10pXG4gICAgICAub3B0aW9uYWwoKVxuICAgICAgLmRlc2NyaWJlKCdXaGF0IGl0IGxvb2tzIGF0OyB0aGUgb3JkZXIgYW5kIHRoZSB3ZWlnaHQgb2YgdGhlIGdhdW50bGV0IGZvbGxvdyBmcm9tIGl0LicpLFxuICAgIHdlaWdodDogei5udW1iZXIoKS5wb3NpdGl2ZSgpLm1heCgxMCkub3B0aW9uYWwoKS5kZXNjcmliZSgnT2YgaXRzIHNjb3JlLCB3aGVyZSB0aGUgdGllciBkb2VzIG5vdCBzYXkgaXQuJyksXG4gICAgcmVjZWl2ZXM6IHpcbiAgICAgIC5hcnJheSh6LmVudW0oWydyZXBvc2l0b3J5JywgJ2Jhc2UnLCAncGxhbicsICdhcmNoaXRlY3R1cmUnLCAnc3BlYycsICd0ZXN0LXNoYXBlJywgJ2NvbmNlcm5zJywgJ3Byb2JlJywgJ2RpZmYnXSkpXG4gICAgICAubWluKDEpXG4gICAgICAuZGVzY3JpYmUoJ0FsbCB0aGF0IGl0IGlzIHRvbGQgb2YgYSBydW4uJyksXG4gICAgdG9vbHM6IHouYXJyYXkoei5lbnVtKFsuLi5SRUFERVJTLCAuLi5XUklURVJTXSkpLmRlc2NyaWJlKCdOYW1lcyBvZiB0aGUgaG9zdDsgbm9uZTogW10uJyksXG4gICAgbGFuZ3VhZ2VzOiB6LmFycmF5KElkKS5taW4oMSkub3B0aW9uYWwoKS5kZXNjcmliZSgnUHJlc2V0cyB3aG9zZSBmaWxlcyBicmluZyBpdCBpbnRvIGEgcGFuZWwuJyksXG4gICAgcGhhc2VzOiB6LmFycmF5KElkKS5taW4oMSkub3B0aW9uYWwoKS5kZXNjcmliZSgnUGhhc2VzIHRoYXQgYSByb2xlIG9yIGEgZGlzY292ZXJ5IGlzIGZvci4nKSxcbiAgICBtb2RlbDogTGluZSg2MCkub3B0aW9uYWwoKS5kZXNjcmliZSgnTmFtZSBvZiB0aGUgaG9zdDsgdGhlIHNlc3Npb25cdTIwMTlzIG93biB3aGVyZSBpdCBpcyBsZWZ0IG91dC4nKSxcbiAgfSlcbiAgLmNoZWNrKCh7IHZhbHVlLCBpc3N1ZXMgfSkgPT4ge1xuICAgIGNvbnN0IHNheSA9IChhdDogc3RyaW5nLCBtZXNzYWdlOiBzdHJpbmcpID0+IGlzc3Vlcy5wdXNoKHsgY29kZTogJ2N1c3RvbScsIGlucHV0OiB2YWx1ZSwgcGF0aDogW2F0XSwgbWVzc2FnZSB9KTtcbiAgICBpZiAodmFsdWUua2luZCA9PT0gJ3JvbGUnICYmICF2YWx1ZS5waGFzZXMpIHNheSgncGhhc2VzJywgJ2Egcm9sZSBuYW1lcyB0aGUgcGhhc2VzIHRoYXQgaXQgaXMgZm9yJyk7XG4gICAgaWYgKHZhbHVlLmtpbmQgIT09ICdyb2xlJyAmJiB2YWx1ZS50b29scy5zb21lKCh0b29sKSA9PiB0b29sID09PSAnRWRpdCcgfHwgdG9vbCA9PT0gJ1dyaXRlJykpXG4gICAgICBzYXkoJ3Rvb2xzJywgJ29ubHkgYSByb2xlIHdyaXRlcycpO1xuICAgIGlmICh2YWx1ZS5yZWNlaXZlcy5pbmNsdWRlcygnZGlmZicpICYmIHZhbHVlLnRvb2xzLmxlbmd0aCA+IDApXG4gICAgICBzYXkoJ3Rvb2xzJywgJ3dobyBnZXRzIHRoZSBkaWZmIGdldHMgbm90aGluZyBlbHNlOiBbXScpO1xuICAgIGlmICh2YWx1ZS50b29scy5pbmNsdWRlcygnQmFzaCcpICYmIHZhbHVlLnJlY2VpdmVzLmluY2x1ZGVzKCdwbGFuJykpXG4gICAgICBzYXkoJ3Rvb2xzJywgJ3dobyBqdWRnZXMgYSBwbGFuIHNlZXMgc2VjdGlvbnMgb2YgaXQsIGFuZCBydW5zIG5vdGhpbmcnKTtcbiAgfSk7XG5cbi8qKiBXaGF0IGEgdGllciB3ZWlnaHMgKGZlYXR1cmUgRDk0KS4gKi9cbmNvbnN0IFdFSUdIVFMgPSB7IHByb3BlcnR5OiAxLCAnY3Jvc3MtY3V0dGluZyc6IDIsIG1ldGE6IDEuNSB9IGFzIGNvbnN0O1xuXG4vKipcbiAqIFJlYWRzIGEgcGFjazogZnJvbnQgbWF0dGVyIGFuZCB0aGUgc2VjdGlvbnMgb2YgaXRzIGtpbmQuXG4gKiBAcGFyYW0gZmlsZSB0aGUgbmFtZSBvZiBpdHMgZmlsZSwgd2l0aG91dCB0aGUgZm9sZGVyXG4gKiBAcmV0dXJucyB3aGF0IGlzIHdyb25nIHdpdGggaXQsIGVhY2ggd2l0aCBpdHMgcGxhY2UsIGluIHdvcmRzXG4gKi9cbmV4cG9ydCBmdW5jdGlvbiByZWFkUGFjayhmaWxlOiBzdHJpbmcsIHNvdXJjZTogc3RyaW5nKTogUmVhZFBhY2sge1xuICBjb25zdCBbLCBmcm9udCwgYm9keSA9ICcnXSA9IC9eLS0tXFxyP1xcbihbXFxzXFxTXSo/KVxccj9cXG4tLS1cXHI/XFxuKFtcXHNcXFNdKikkLy5leGVjKHNvdXJjZSkgPz8gW107XG4gIGlmIChmcm9udCA9PT0gdW5kZWZpbmVkKSByZXR1cm4geyBvazogZmFsc2UsIHByb2JsZW1zOiBbYCR7ZmlsZX06IGV4cGVjdGVkIGZyb250IG1hdHRlciBiZXR3ZWVuIHR3byBsaW5lcyBvZiAtLS1gXSB9O1xuICBsZXQgZGF0YTogdW5rbm93bjtcbiAgdHJ5IHtcbiAgICBkYXRhID0gcGFyc2UoZnJvbnQsIHsgbWF4QWxpYXNDb3VudDogMCB9KTtcbiAgfSBjYXRjaCAoZXJyb3IpIHtcbiAgICByZXR1cm4ge1xuICAgICAgb2s6IGZhbHNlLFxuICAgICAgcHJvYmxlbXM6IFtgJHtmaWxlfTogdGhlIGZyb250IG1hdHRlciBpcyBubyBZQU1MOiAkeyhlcnJvciBhcyBFcnJvcikubWVzc2FnZS5zcGxpdCgnXFxuJylbMF19YF0sXG4gICAgfTtcbiAgfVxuICBjb25zdCBmYWN0cyA9IEZhY3RzLnNhZmVQYXJzZShkYXRhKTtcbiAgaWYgKCFmYWN0cy5zdWNjZXNzKSB7XG4gICAgY29uc3QgZm91bmQgPSBzY2hlbWFGaW5kaW5ncyhmYWN0cy5lcnJvci5pc3N1ZXMsIEZhY3RzLCBkYXRhKTtcbiAgICByZXR1cm4ge1xuICAgICAgb2s6IGZhbHNlLFxuICAgICAgcHJvYmxlbXM6IGZvdW5kLm1hcCgoeyBjb2RlLCBhcmdzIH0pID0+IHtcbiAgICAgICAgY29uc3Qgd2h5ID0gY29kZSA9PT0gJ1NDSEVNQV9LRVlfVU5LTk9XTicgPyBgdGhlIGtleSBcXGAke2FyZ3Mua2V5fVxcYCBpcyBub3Qga25vd25gIDogYXJncy5tZXNzYWdlO1xuICAgICAgICByZXR1cm4gYCR7ZmlsZX06ICR7YXJncy5hdH06ICR7d2h5fS4gJHthcmdzLnJlbWVkeSA/PyAnJ31gLnRyaW0oKTtcbiAgICAgIH0pLFxuICAgIH07XG4gIH1cbiAgY29uc3QgeyB3ZWlnaHQsIHRpZXIsIGRlc2NyaXB0aW9uLCBwYW5lbHMgPSBbXSwgbGFuZ3VhZ2VzID0gW10sIHBoYXNlcyA9IFtdLCBtb2RlbCwgLi4ucmVzdCB9ID0gZmFjdHMuZGF0YTtcbiAgY29uc3QgdGV4dCA9IGJvZHkucmVwbGFjZUFsbCgnXFxyXFxuJywgJ1xcbicpLnRyaW0oKTtcbiAgY29uc3QgcHJvYmxlbXMgPSBbXG4gICAgLi4uKGZpbGUgPT09IGAke3Jlc3QubmFtZX0ubWRgID8gW10gOiBbYCR7ZmlsZX06IGl0cyBuYW1lIGlzICR7cmVzdC5uYW1lfTogY2FsbCB0aGUgZmlsZSAke3Jlc3QubmFtZX0ubWRgXSksXG4gICAgLi4uc2VjdGlvblByb2JsZW1zKGZpbGUsIHJlc3Qua2luZCwgdGV4dCksXG4gICAgLi4ubGVuZ3RoUHJvYmxlbXMoZmlsZSwgc291cmNlKSxcbiAgXTtcbiAgaWYgKHByb2JsZW1zLmxlbmd0aCA+IDApIHJldHVybiB7IG9rOiBmYWxzZSwgcHJvYmxlbXMgfTtcbiAgY29uc3Qgb3duID0geyAuLi4odGllciAmJiB7IHRpZXIgfSksIC4uLihtb2RlbCAmJiB7IG1vZGVsIH0pIH07XG4gIGNvbnN0IGNvdW50ZWQgPSB7IHdlaWdodDogd2VpZ2h0ID8/ICh0aWVyID8gV0VJR0hUU1t0aWVyXSA6IDEpLCBwYW5lbHMsIGxhbmd1YWdlcywgcGhhc2VzIH07XG4gIHJldHVybiB7IG9rOiB0cnVlLCBwYWNrOiB7IGZhY3RzOiB7IC4uLnJlc3QsIC4uLm93biwgLi4uY291bnRlZCB9LCB0ZXh0OiB7IGRlc2NyaXB0aW9uLCB0ZXh0IH0gfSB9O1xufVxuXG5mdW5jdGlvbiBzZWN0aW9uUHJvYmxlbXMoZmlsZTogc3RyaW5nLCBraW5kOiBBZ2VudEtpbmQsIHRleHQ6IHN0cmluZyk6IHN0cmluZ1tdIHtcbiAgY29uc3QgcGFydHMgPSB0ZXh0LnNwbGl0KC9eIyMgL20pO1xuICBjb25zdCBmb3VuZCA9IHBhcnRzLnNsaWNlKDEpLm1hcCgocGFydCkgPT4gcGFydC5zcGxpdCgnXFxuJywgMSlbMF0hLnRyaW0oKSk7XG4gIGNvbnN0IGV4cGVjdGVkID0gU0VDVElPTlNba2luZF07XG4gIGNvbnN0IHByb2JsZW1zID1cbiAgICBmb3VuZC5qb2luKCdcXG4nKSA9PT0gZXhwZWN0ZWQuam9pbignXFxuJylcbiAgICAgID8gW11cbiAgICAgIDogW2Ake2ZpbGV9OiBhICR7a2luZH0gaGFzIHRoZSBzZWN0aW9ucyAke2V4cGVjdGVkLmpvaW4oJywgJyl9OyBmb3VuZCAke2ZvdW5kLmpvaW4oJywgJykgfHwgJ25vbmUnfWBdO1xuICBpZiAocGFydHNbMF0hLnRyaW0oKSAhPT0gJycpIHByb2JsZW1zLnB1c2goYCR7ZmlsZX06IG5vdGhpbmcgc3RhbmRzIGJlZm9yZSBpdHMgZmlyc3Qgc2VjdGlvbmApO1xuICBmb3IgKGNvbnN0IHBhcnQgb2YgcGFydHMuc2xpY2UoMSkpIHtcbiAgICBjb25zdCBbdGl0bGUgPSAnJywgLi4ubGluZXNdID0gcGFydC5zcGxpdCgnXFxuJyk7XG4gICAgaWYgKGxpbmVzLmpvaW4oJycpLnRyaW0oKSA9PT0gJycpIHByb2JsZW1zLnB1c2goYCR7ZmlsZX06IHRoZSBzZWN0aW9uICR7dGl0bGUudHJpbSgpfSBpcyBlbXB0eWApO1xuICB9XG4gIHJldHVybiBwcm9ibGVtcztcbn1cblxuZnVuY3Rpb24gbGVuZ3RoUHJvYmxlbXMoZmlsZTogc3RyaW5nLCBzb3VyY2U6IHN0cmluZyk6IHN0cmluZ1tdIHtcbiAgY29uc3QgeyBsZW5ndGggfSA9IHNvdXJjZS50cmltRW5kKCkuc3BsaXQoJ1xcbicpO1xuICByZXR1cm4gbGVuZ3RoIDwgTElORVMubWluIHx8IGxlbmd0aCA+IExJTkVTLm1heFxuICAgID8gW2Ake2ZpbGV9OiBpdCBoYXMgJHtsZW5ndGh9IGxpbmVzOyAke0xJTkVTLm1pbn0gdG8gJHtMSU5FUy5tYXh9IGFyZSByZWFkYF1cbiAgICA6IFtdO1xufVxuIl0sCiAgIm1hcHBpbmdzIjogIjtBQUFzTixTQUFTLFdBQVcsUUFBUSxpQkFBQUEsc0JBQXFCO0FBQ3ZRLE9BQU8sVUFBVTtBQUNqQixTQUFTLHFCQUFxQjtBQUM5QixTQUFTLG9CQUFvQjs7O0FDSHFNLFNBQVMsYUFBYSxjQUFjLHFCQUFxQjs7O0FDQWpELFNBQVMsc0JBQXNCO0FBQ3pRLFNBQVMsYUFBYTtBQUN0QixZQUFZLE9BQU87QUFZbkIsSUFBTSxXQUEyRDtBQUFBLEVBQy9ELFVBQVUsQ0FBQyxZQUFZLGVBQWUsaUJBQWlCLFNBQVMsVUFBVTtBQUFBLEVBQzFFLE1BQU0sQ0FBQyxRQUFRLE9BQU8sVUFBVSxNQUFNO0FBQUEsRUFDdEMsV0FBVyxDQUFDLFlBQVksT0FBTyxRQUFRO0FBQ3pDO0FBR0EsSUFBTSxRQUFRLEVBQUUsS0FBSyxJQUFJLEtBQUssR0FBRztBQUVqQyxJQUFNLFVBQVUsQ0FBQyxRQUFRLFFBQVEsUUFBUSxNQUFNO0FBQy9DLElBQU0sVUFBVSxDQUFDLFFBQVEsT0FBTztBQUVoQyxJQUFNLEtBQU8sU0FBTyxFQUFFLE1BQU0sMEJBQTBCLCtEQUErRDtBQUNySCxJQUFNLE9BQU8sQ0FBQyxRQUVULFNBQU8sRUFDUCxLQUFLLEVBQ0wsSUFBSSxDQUFDLEVBQ0wsSUFBSSxHQUFHLEVBQ1AsTUFBTSxjQUFjLGtDQUFrQztBQUUzRCxJQUFNLFFBQ0gsZUFBYTtBQUFBLEVBQ1osTUFBTSxHQUFHLFNBQVMsa0VBQWtFO0FBQUEsRUFDcEYsT0FBTyxLQUFLLEVBQUUsRUFBRSxTQUFTLGFBQWE7QUFBQSxFQUN0QyxNQUFRLE9BQUssQ0FBQyxZQUFZLFFBQVEsV0FBVyxDQUFDLEVBQUUsU0FBUyx3REFBd0Q7QUFBQSxFQUNqSCxhQUFhLEtBQUssR0FBRyxFQUFFLFNBQVMsNEJBQTRCO0FBQUEsRUFDNUQsUUFBVSxRQUFNLEVBQUUsRUFBRSxJQUFJLENBQUMsRUFBRSxTQUFTLEVBQUUsU0FBUyxzQ0FBc0M7QUFBQSxFQUNyRixNQUNHLE9BQUssQ0FBQyxZQUFZLGlCQUFpQixNQUFNLENBQUMsRUFDMUMsU0FBUyxFQUNULFNBQVMsNEVBQTRFO0FBQUEsRUFDeEYsUUFBVSxTQUFPLEVBQUUsU0FBUyxFQUFFLElBQUksRUFBRSxFQUFFLFNBQVMsRUFBRSxTQUFTLCtDQUErQztBQUFBLEVBQ3pHLFVBQ0csUUFBUSxPQUFLLENBQUMsY0FBYyxRQUFRLFFBQVEsZ0JBQWdCLFFBQVEsY0FBYyxZQUFZLFNBQVMsTUFBTSxDQUFDLENBQUMsRUFDL0csSUFBSSxDQUFDLEVBQ0wsU0FBUywrQkFBK0I7QUFBQSxFQUMzQyxPQUFTLFFBQVEsT0FBSyxDQUFDLEdBQUcsU0FBUyxHQUFHLE9BQU8sQ0FBQyxDQUFDLEVBQUUsU0FBUyw4QkFBOEI7QUFBQSxFQUN4RixXQUFhLFFBQU0sRUFBRSxFQUFFLElBQUksQ0FBQyxFQUFFLFNBQVMsRUFBRSxTQUFTLDRDQUE0QztBQUFBLEVBQzlGLFFBQVUsUUFBTSxFQUFFLEVBQUUsSUFBSSxDQUFDLEVBQUUsU0FBUyxFQUFFLFNBQVMsMkNBQTJDO0FBQUEsRUFDMUYsT0FBTyxLQUFLLEVBQUUsRUFBRSxTQUFTLEVBQUUsU0FBUyxnRUFBMkQ7QUFDakcsQ0FBQyxFQUNBLE1BQU0sQ0FBQyxFQUFFLE9BQU8sT0FBTyxNQUFNO0FBQzVCLFFBQU0sTUFBTSxDQUFDLElBQVksWUFBb0IsT0FBTyxLQUFLLEVBQUUsTUFBTSxVQUFVLE9BQU8sT0FBTyxNQUFNLENBQUMsRUFBRSxHQUFHLFFBQVEsQ0FBQztBQUM5RyxNQUFJLE1BQU0sU0FBUyxVQUFVLENBQUMsTUFBTSxPQUFRLEtBQUksVUFBVSx3Q0FBd0M7QUFDbEcsTUFBSSxNQUFNLFNBQVMsVUFBVSxNQUFNLE1BQU0sS0FBSyxDQUFDLFNBQVMsU0FBUyxVQUFVLFNBQVMsT0FBTztBQUN6RixRQUFJLFNBQVMsb0JBQW9CO0FBQ25DLE1BQUksTUFBTSxTQUFTLFNBQVMsTUFBTSxLQUFLLE1BQU0sTUFBTSxTQUFTO0FBQzFELFFBQUksU0FBUyx5Q0FBeUM7QUFDeEQsTUFBSSxNQUFNLE1BQU0sU0FBUyxNQUFNLEtBQUssTUFBTSxTQUFTLFNBQVMsTUFBTTtBQUNoRSxRQUFJLFNBQVMseURBQXlEO0FBQzFFLENBQUM7QUFHSCxJQUFNLFVBQVUsRUFBRSxVQUFVLEdBQUcsaUJBQWlCLEdBQUcsTUFBTSxJQUFJO0FBT3RELFNBQVMsU0FBUyxNQUFjLFFBQTBCO0FBQy9ELFFBQU0sQ0FBQyxFQUFFLE9BQU8sT0FBTyxFQUFFLElBQUksNkNBQTZDLEtBQUssTUFBTSxLQUFLLENBQUM7QUFDM0YsTUFBSSxVQUFVLE9BQVcsUUFBTyxFQUFFLElBQUksT0FBTyxVQUFVLENBQUMsR0FBRyxJQUFJLGtEQUFrRCxFQUFFO0FBQ25ILE1BQUk7QUFDSixNQUFJO0FBQ0YsV0FBTyxNQUFNLE9BQU8sRUFBRSxlQUFlLEVBQUUsQ0FBQztBQUFBLEVBQzFDLFNBQVMsT0FBTztBQUNkLFdBQU87QUFBQSxNQUNMLElBQUk7QUFBQSxNQUNKLFVBQVUsQ0FBQyxHQUFHLElBQUksa0NBQW1DLE1BQWdCLFFBQVEsTUFBTSxJQUFJLEVBQUUsQ0FBQyxDQUFDLEVBQUU7QUFBQSxJQUMvRjtBQUFBLEVBQ0Y7QUFDQSxRQUFNLFFBQVEsTUFBTSxVQUFVLElBQUk7QUFDbEMsTUFBSSxDQUFDLE1BQU0sU0FBUztBQUNsQixVQUFNLFFBQVEsZUFBZSxNQUFNLE1BQU0sUUFBUSxPQUFPLElBQUk7QUFDNUQsV0FBTztBQUFBLE1BQ0wsSUFBSTtBQUFBLE1BQ0osVUFBVSxNQUFNLElBQUksQ0FBQyxFQUFFLE1BQU0sS0FBSyxNQUFNO0FBQ3RDLGNBQU0sTUFBTSxTQUFTLHVCQUF1QixhQUFhLEtBQUssR0FBRyxvQkFBb0IsS0FBSztBQUMxRixlQUFPLEdBQUcsSUFBSSxLQUFLLEtBQUssRUFBRSxLQUFLLEdBQUcsS0FBSyxLQUFLLFVBQVUsRUFBRSxHQUFHLEtBQUs7QUFBQSxNQUNsRSxDQUFDO0FBQUEsSUFDSDtBQUFBLEVBQ0Y7QUFDQSxRQUFNLEVBQUUsUUFBUSxNQUFNLGFBQWEsU0FBUyxDQUFDLEdBQUcsWUFBWSxDQUFDLEdBQUcsU0FBUyxDQUFDLEdBQUcsT0FBTyxHQUFHLEtBQUssSUFBSSxNQUFNO0FBQ3RHLFFBQU0sT0FBTyxLQUFLLFdBQVcsUUFBUSxJQUFJLEVBQUUsS0FBSztBQUNoRCxRQUFNLFdBQVc7QUFBQSxJQUNmLEdBQUksU0FBUyxHQUFHLEtBQUssSUFBSSxRQUFRLENBQUMsSUFBSSxDQUFDLEdBQUcsSUFBSSxpQkFBaUIsS0FBSyxJQUFJLG1CQUFtQixLQUFLLElBQUksS0FBSztBQUFBLElBQ3pHLEdBQUcsZ0JBQWdCLE1BQU0sS0FBSyxNQUFNLElBQUk7QUFBQSxJQUN4QyxHQUFHLGVBQWUsTUFBTSxNQUFNO0FBQUEsRUFDaEM7QUFDQSxNQUFJLFNBQVMsU0FBUyxFQUFHLFFBQU8sRUFBRSxJQUFJLE9BQU8sU0FBUztBQUN0RCxRQUFNLE1BQU0sRUFBRSxHQUFJLFFBQVEsRUFBRSxLQUFLLEdBQUksR0FBSSxTQUFTLEVBQUUsTUFBTSxFQUFHO0FBQzdELFFBQU0sVUFBVSxFQUFFLFFBQVEsV0FBVyxPQUFPLFFBQVEsSUFBSSxJQUFJLElBQUksUUFBUSxXQUFXLE9BQU87QUFDMUYsU0FBTyxFQUFFLElBQUksTUFBTSxNQUFNLEVBQUUsT0FBTyxFQUFFLEdBQUcsTUFBTSxHQUFHLEtBQUssR0FBRyxRQUFRLEdBQUcsTUFBTSxFQUFFLGFBQWEsS0FBSyxFQUFFLEVBQUU7QUFDbkc7QUFFQSxTQUFTLGdCQUFnQixNQUFjLE1BQWlCLE1BQXdCO0FBQzlFLFFBQU0sUUFBUSxLQUFLLE1BQU0sT0FBTztBQUNoQyxRQUFNLFFBQVEsTUFBTSxNQUFNLENBQUMsRUFBRSxJQUFJLENBQUMsU0FBUyxLQUFLLE1BQU0sTUFBTSxDQUFDLEVBQUUsQ0FBQyxFQUFHLEtBQUssQ0FBQztBQUN6RSxRQUFNLFdBQVcsU0FBUyxJQUFJO0FBQzlCLFFBQU0sV0FDSixNQUFNLEtBQUssSUFBSSxNQUFNLFNBQVMsS0FBSyxJQUFJLElBQ25DLENBQUMsSUFDRCxDQUFDLEdBQUcsSUFBSSxPQUFPLElBQUkscUJBQXFCLFNBQVMsS0FBSyxJQUFJLENBQUMsV0FBVyxNQUFNLEtBQUssSUFBSSxLQUFLLE1BQU0sRUFBRTtBQUN4RyxNQUFJLE1BQU0sQ0FBQyxFQUFHLEtBQUssTUFBTSxHQUFJLFVBQVMsS0FBSyxHQUFHLElBQUksMkNBQTJDO0FBQzdGLGFBQVcsUUFBUSxNQUFNLE1BQU0sQ0FBQyxHQUFHO0FBQ2pDLFVBQU0sQ0FBQyxRQUFRLElBQUksR0FBRyxLQUFLLElBQUksS0FBSyxNQUFNLElBQUk7QUFDOUMsUUFBSSxNQUFNLEtBQUssRUFBRSxFQUFFLEtBQUssTUFBTSxHQUFJLFVBQVMsS0FBSyxHQUFHLElBQUksaUJBQWlCLE1BQU0sS0FBSyxDQUFDLFdBQVc7QUFBQSxFQUNqRztBQUNBLFNBQU87QUFDVDtBQUVBLFNBQVMsZUFBZSxNQUFjLFFBQTBCO0FBQzlELFFBQU0sRUFBRSxPQUFPLElBQUksT0FBTyxRQUFRLEVBQUUsTUFBTSxJQUFJO0FBQzlDLFNBQU8sU0FBUyxNQUFNLE9BQU8sU0FBUyxNQUFNLE1BQ3hDLENBQUMsR0FBRyxJQUFJLFlBQVksTUFBTSxXQUFXLE1BQU0sR0FBRyxPQUFPLE1BQU0sR0FBRyxXQUFXLElBQ3pFLENBQUM7QUFDUDs7O0FEaklBLElBQU0sT0FBTztBQU1iLFNBQVMsVUFBVSxRQUFxQjtBQUN0QyxRQUFNLFFBQVEsWUFBWSxNQUFNLEVBQzdCLE9BQU8sQ0FBQyxTQUFTLEtBQUssU0FBUyxLQUFLLENBQUMsRUFDckMsS0FBSztBQUNSLFFBQU0sT0FBTyxNQUFNLElBQUksQ0FBQyxTQUFTLFNBQVMsTUFBTSxhQUFhLElBQUksSUFBSSxNQUFNLE1BQU0sR0FBRyxNQUFNLENBQUMsQ0FBQztBQUM1RixRQUFNLFdBQVcsS0FBSyxRQUFRLENBQUMsUUFBUyxJQUFJLEtBQUssQ0FBQyxJQUFJLElBQUksUUFBUztBQUNuRSxNQUFJLFNBQVMsU0FBUyxFQUFHLE9BQU0sSUFBSSxNQUFNLFNBQVMsS0FBSyxJQUFJLENBQUM7QUFDNUQsU0FBTyxLQUFLLFFBQVEsQ0FBQyxRQUFTLElBQUksS0FBSyxDQUFDLElBQUksSUFBSSxJQUFJLENBQUMsQ0FBRTtBQUN6RDtBQUdPLFNBQVMsWUFBWSxPQUFnRDtBQUMxRSxRQUFNLE9BQU8sQ0FBQyxPQUNaLE1BQU0sSUFBSSxDQUFDLFNBQVMsS0FBSyxLQUFLLFVBQVUsS0FBSyxNQUFNLElBQUksQ0FBQyxLQUFLLEtBQUssVUFBVSxHQUFHLElBQUksQ0FBQyxDQUFDO0FBQUEsQ0FBSyxFQUFFLEtBQUssRUFBRTtBQUNyRyxRQUFNLFNBQVMsQ0FBQyxNQUFjLE1BQWMsT0FDMUMsR0FBRyxJQUFJLGlCQUFpQixJQUFJO0FBQUE7QUFBQSxlQUErQyxJQUFJLDZCQUE2QixJQUFJO0FBQUEsRUFBVyxLQUFLLEVBQUUsQ0FBQztBQUFBO0FBQ3JJLFNBQU87QUFBQSxJQUNMLDJCQUEyQixPQUFPLFVBQVUsY0FBYyxDQUFDLEVBQUUsTUFBTSxNQUFNLEtBQUs7QUFBQSxJQUM5RSwwQkFBMEIsT0FBTyxTQUFTLFlBQVksQ0FBQyxFQUFFLEtBQUssTUFBTSxJQUFJO0FBQUEsRUFDMUU7QUFDRjtBQUdPLFNBQVMsZUFBZSxNQUFtQztBQUNoRSxTQUFPLFlBQVksVUFBVSxJQUFJLElBQUksVUFBVSxJQUFJLENBQUMsQ0FBQztBQUN2RDtBQUdPLFNBQVMsYUFBYSxNQUFpQjtBQUM1QyxhQUFXLENBQUMsTUFBTSxJQUFJLEtBQUssT0FBTyxRQUFRLGVBQWUsSUFBSSxDQUFDLEdBQUc7QUFDL0QsVUFBTSxNQUFNLElBQUksSUFBSSxNQUFNLElBQUk7QUFDOUIsUUFBSSxPQUFPLEdBQUcsTUFBTSxLQUFNLGVBQWMsS0FBSyxJQUFJO0FBQUEsRUFDbkQ7QUFDRjtBQUVBLFNBQVMsT0FBTyxLQUF5QjtBQUN2QyxNQUFJO0FBQ0YsV0FBTyxhQUFhLEtBQUssTUFBTTtBQUFBLEVBQ2pDLFFBQVE7QUFDTixXQUFPO0FBQUEsRUFDVDtBQUNGOzs7QURsRGdJLElBQU0sK0JBQStCO0FBTXJLLGFBQWEsSUFBSSxJQUFJLE1BQU0sNEJBQWUsQ0FBQztBQUUzQyxJQUFPLHNCQUFRLGFBQWE7QUFBQSxFQUMxQixPQUFPLENBQUMsZ0JBQWdCLHVCQUF1QixjQUFjO0FBQUEsRUFDN0QsUUFBUSxDQUFDLEtBQUs7QUFBQSxFQUNkLFFBQVE7QUFBQSxFQUNSLE9BQU87QUFBQSxFQUNQLFdBQVc7QUFBQSxFQUNYLE1BQU0sWUFBWTtBQUNoQixVQUFNLEVBQUUsT0FBTyxJQUFLLE1BQU0sT0FDeEIsSUFBSSxJQUFJLGlCQUFpQiw0QkFBZSxFQUFFO0FBRTVDLFVBQU0sUUFBUyxNQUFNLE9BQU8sSUFBSSxJQUFJLGlCQUFpQiw0QkFBZSxFQUFFO0FBRXRFLFVBQU0sU0FBUyxjQUFjLElBQUksSUFBSSxXQUFXLDRCQUFlLENBQUM7QUFDaEUsV0FBTyxRQUFRLEVBQUUsV0FBVyxNQUFNLE9BQU8sS0FBSyxDQUFDO0FBQy9DLGVBQVcsQ0FBQyxNQUFNLElBQUksS0FBSyxPQUFPLFFBQVEsTUFBTSxnQkFBZ0IsTUFBTSxDQUFDLEdBQUc7QUFDeEUsWUFBTSxPQUFPLEtBQUssS0FBSyxRQUFRLE1BQU0sWUFBWSxJQUFJO0FBQ3JELGdCQUFVLEtBQUssUUFBUSxJQUFJLEdBQUcsRUFBRSxXQUFXLEtBQUssQ0FBQztBQUNqRCxNQUFBQyxlQUFjLE1BQU0sSUFBSTtBQUFBLElBQzFCO0FBRUEsVUFBTSxNQUFNLElBQUksSUFBSSxpQkFBaUIsNEJBQWUsRUFBRTtBQUN0RCxVQUFNLEVBQUUsa0JBQWtCLElBQUssTUFBTSxPQUFPO0FBQzVDLElBQUFBO0FBQUEsTUFDRSxJQUFJLElBQUksNEJBQTRCLDRCQUFlO0FBQUEsTUFDbkQsR0FBRyxLQUFLLFVBQVUsa0JBQWtCLEdBQUcsTUFBTSxDQUFDLENBQUM7QUFBQTtBQUFBLElBQ2pEO0FBQUEsRUFDRjtBQUNGLENBQUM7IiwKICAibmFtZXMiOiBbIndyaXRlRmlsZVN5bmMiLCAid3JpdGVGaWxlU3luYyJdCn0K
