def g(:
