import { needs } from './fetched.js';
import { walks } from './walk.js';

/** What Makefiles have: a variable that git fills, a line whose failure is let be, one that is not shown, a script. */
const MAKEFILE = (words: string) => `V = $(shell git describe --always)

test: cart
\t-rm -f core
\t@echo ${words} $(V)
\tsh test.sh

cart: cart.c
\t$(CC) -o cart cart.c

.PHONY: test
`;
const source = (sum: string) =>
  `#include <stdio.h>\n\nstatic int total(int a, int b) { return ${sum}; }\n\nint main(void) { printf("%d\\n", total(1, 2)); return 0; }\n`;

walks({
  name: 'U1 U2 make, C, the package as a dev dependency of npm',
  way: 'npm',
  flags: '--config',
  files: {
    '.gitignore': '/cart\nnode_modules\n',
    Makefile: MAKEFILE('testing'),
    'cart.c': source('a + b'),
    'test.sh': 'set -e\necho adds prices\ntest "$(./cart)" = 3\n',
  },
  test: 'make test',
  broken: ['cart.c', source('a - b')],
  fixed: ['cart.c', source('b + a')],
  runner: ['Makefile', MAKEFILE('trying')],
  fetch() {
    needs('make --version', 'cc --version');
    return [];
  },
});
