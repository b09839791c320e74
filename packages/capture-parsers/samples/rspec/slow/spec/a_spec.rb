RSpec.describe 'Slow' do
  it('sleeps') { sleep 30 }
  it('runs') {}
end
