RSpec.describe('A') { it('is fine') { expect(1).to eq 1 } }
