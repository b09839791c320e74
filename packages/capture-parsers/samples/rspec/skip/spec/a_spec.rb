RSpec.describe 'Skips' do
  it 'is to be written'
  xit('is off') {}
  it('needs a net', skip: 'no net') {}
end
