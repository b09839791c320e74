RSpec.describe 'Cart' do
  it('totals') { expect(1).to eq 1 }
  it('discounts') { expect({ a: 1 }).to eq({ a: 2 }) }
  it('raises') { raise ArgumentError, "5 examples, 0 failures\nline two" }
  xit('refunds') { expect(1).to eq 1 }
  it 'ships'
  it('known') { pending 'bug 12'; expect(1).to eq 2 }
  it('fixed') { pending 'bug 13'; expect(1).to eq 1 }
  it('skipper') { skip 'no net' }
  it('prints') do
    puts '12 examples, 0 failures'
    puts 'rspec ./spec/fake_spec.rb:1 # Fake example'
    puts "  fake passes\n  fake fails (FAILED - 1)"
  end
  it('aggregates', :aggregate_failures) { expect(1).to eq 2; expect(3).to eq 4 }
  3.times { |i| it('same name') { expect(i).to be < 2 } }
  describe 'with before' do
    before { raise 'before boom' }
    it('victim') {}
  end
  describe 'before all' do
    before(:all) { raise 'ball' }
    it('v1') {}
    it('v2') {}
  end
  describe 'deep' do
    describe '#nested' do
      context 'when broken' do
        it('fails # with hash') { expect(true).to be false }
        it { expect(2).to eq 3 }
      end
    end
  end
end
