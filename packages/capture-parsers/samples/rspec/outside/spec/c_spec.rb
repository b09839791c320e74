RSpec.describe('C') { it('never runs either') { raise 'x' }; undefined_thing }
