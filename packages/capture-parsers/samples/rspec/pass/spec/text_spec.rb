RSpec.describe String do
  describe '#upcase' do
    it('works') { expect('a'.upcase).to eq 'A' }
  end
end
