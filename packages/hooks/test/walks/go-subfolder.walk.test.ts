import { needs } from './fetched.js';
import { walks } from './walk.js';

walks({
  name: 'a Go module in a subfolder, no package.json, the packed package through npx',
  way: 'npx',
  files: {
    'services/cart/go.mod': 'module example.com/cart\n\ngo 1.19\n',
    'services/cart/total.go': 'package cart\n\nfunc Total(a, b int) int { return a + b }\n',
    'services/cart/total_test.go':
      'package cart\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total(1, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
    'docs/index.md': '# Docs\n',
  },
  test: 'cd services/cart && go test ./...',
  broken: ['services/cart/total.go', 'package cart\n\nfunc Total(a, b int) int { return a - b }\n'],
  fixed: ['services/cart/total.go', 'package cart\n\nfunc Total(a, b int) int { return b + a }\n'],
  failing: 'TestTotal',
  runner: ['services/cart/go.mod', 'module example.com/cart\n\ngo 1.18\n'],
  fetch() {
    needs('go version');
    return [];
  },
});
