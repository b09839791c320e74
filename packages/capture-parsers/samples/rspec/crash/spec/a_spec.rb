RSpec.describe 'Crash' do
  it('goes first') {}
  it('leaves') { Process.kill(:KILL, Process.pid) }
  it('never') {}
end
