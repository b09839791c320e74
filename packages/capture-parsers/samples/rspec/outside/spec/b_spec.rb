require 'no_such_library'
RSpec.describe('B') { it('never runs') {} }
