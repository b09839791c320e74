RSpec.describe 'Exit' do
  it('goes first') {}
  it('leaves') { exit! 0 }
  it('never') {}
end
