import { at, bare, parts, type Syntax } from '../../syntax/syntax.js';

/** True for a node that is a function or a block, which is called later. */
export const isBody = (node: Syntax) =>
  /^(?:arrow_function|function_expression|function|lambda|lambda_expression|closure_expression|func_literal|block|do_block|method_reference)$/.test(
    bare(node).type,
  );

/** Returns what a function without statements gives back: `() => page.title()`. */
export function resultOf(node: Syntax): Syntax | undefined {
  const body = at(bare(node), 'body');
  return body && !/block$/.test(body.type) ? bare(body) : undefined;
}

/** The statements of a body, whatever its language puts around them. */
export const statementsOf = (body: Syntax): Syntax[] =>
  parts(body).flatMap((one) => (one.type === 'statement_list' ? parts(one) : [one]));
