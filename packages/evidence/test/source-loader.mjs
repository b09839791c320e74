import { registerHooks } from 'node:module';

/** Lets a plain `node` process run the sources: Node strips the types, and `./x.js` means `./x.ts` here. */
registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
