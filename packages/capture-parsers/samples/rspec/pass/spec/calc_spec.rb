RSpec.describe 'Calc' do
  it('adds') { expect(1 + 1).to eq 2 }
  context 'when big' do
    it('still adds') { expect(10**20 + 1).to be > 1 }
    it { expect('x').to be_a String }
  end
  [1, 2].each { |n| it("doubles #{n}") { expect(n * 2).to eq n + n } }
end
