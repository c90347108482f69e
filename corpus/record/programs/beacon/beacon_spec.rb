require_relative 'beacon'

CHARACTERS = {
  'Fl(2)w 10s 24m' => 10.0, 'Fl(3)r 15s 12m' => 15.0, 'Fl 5s 8m' => 5.0, 'Oc(2) 8s 31m' => 8.0,
  'Iso 4s 19m' => 4.0, 'Iso.g 2s 6m' => 2.0, 'Q 1s 9m' => 1.0, 'Q(9) 15s 11m' => 15.0, 'Fl(4)w 20s 44m' => 20.0,
  'Oc.r 6s 13m' => 6.0, 'Fl(2)g 6s 5m' => 6.0, 'Oc(3)w 12s 27m' => 12.0, 'Fl(5) 30s 61m' => 30.0
}.freeze

RSpec.describe Beacon do
  describe '.parse' do
    CHARACTERS.each do |text, period|
      it "reads #{text} as a period of #{period} s" do
        expect(Beacon.parse(text).period).to eq(period)
      end
    end

    ['', 'Fl', 'Fl(2) 10s', 'Mo(A) 8s 12m', 'Fl(2)w 10 24m'].each do |text|
      it "refuses #{text.inspect}" do
        expect { Beacon.parse(text) }.to raise_error(ArgumentError, /no character/)
      end
    end
  end

  describe '#dip' do
    (1..12).each do |eye|
      it "grows with the eye: #{eye} m" do
        expect(Beacon.parse('Fl 5s 25m').dip(eye)).to be > Beacon.parse('Fl 5s 25m').dip(eye - 1)
      end
    end

    it 'is 14.7 miles for Ferne and an eye at 5 m' do
      expect(Beacon.parse('Fl(2)w 10s 24m').dip(5)).to eq(14.7)
    end
  end

  describe '#reach' do
    it 'is shorter for red than for white' do
      expect(Beacon.parse('Fl.r 5s 40m').reach(20, 4)).to be < Beacon.parse('Fl 5s 40m').reach(20, 4)
    end

    it 'never goes over the horizon' do
      expect(Beacon.parse('Fl 5s 4m').reach(26, 2)).to eq(6)
    end

    it 'knows yellow lights' do
      expect(Beacon.new('Fl', 1, 'y', 5.0, 10).reach(12, 3)).to eq(6)
    end

    it 'agrees with the list of lights for Skerry', pending: 'the list of 2024 has the old lamp' do
      expect(Beacon.parse('Oc(2) 8s 31m').reach(18, 4)).to eq(15)
    end

    (4..22).each do |nominal|
      it "is at most the nominal range of #{nominal} miles" do
        expect(Beacon.parse('Fl(4)w 20s 44m').reach(nominal, 9)).to be <= nominal
      end
    end
  end
end
