RSpec.describe('Raked') { it('works') { expect(1).to eq 1 } }
