RSpec.describe 'A' do
  it('is fine') { expect(1).to eq }
  end
end
