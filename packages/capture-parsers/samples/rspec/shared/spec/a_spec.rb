RSpec.shared_examples 'a collection' do |size|
  it("has #{size} items") { expect(subject.size).to eq size }
  it('is not empty') { expect(subject).not_to be_empty }
end
RSpec.describe Array do
  subject { [1, 2] }
  it_behaves_like 'a collection', 2
  it_behaves_like 'a collection', 3
  include_examples 'a collection', 2
end
