RSpec.describe 'Hooks' do
  after(:all) { raise 'after all' }
  it('is fine') {}
end
RSpec.describe 'Each' do
  after { raise 'after each' }
  it('breaks later') {}
  it('breaks twice') { expect(1).to eq 2 }
end
RSpec.configure { |c| c.after(:suite) { raise 'after suite' } }
