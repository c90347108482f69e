# A beacon turns a name into a rhythm of light: flashes and gaps in seconds.
class Beacon
  Flash = Struct.new(:on, :off)
  RANGE = { 'w' => 1.0, 'g' => 0.62, 'r' => 0.58 }.freeze

  attr_reader :flashes, :colour, :height

  def self.parse(text)
    m = text.match(/\A(Fl|Oc|Iso|Q)(?:\((\d+)\))?\.?([wgr])?\s*(\d+(?:\.\d+)?)s\s*(\d+)m\z/)
    raise ArgumentError, "no character: #{text}" unless m
    new(m[1], (m[2] || 1).to_i, m[3] || 'w', m[4].to_f, m[5].to_i)
  end

  def initialize(kind, count, colour, period, height)
    @colour = colour
    @height = height
    slot = period / (count + 1)
    @flashes = Array.new(count) do |i|
      case kind
      when 'Fl' then Flash.new(slot * 0.3, slot * 0.7)
      when 'Oc' then Flash.new(slot * 0.7, slot * 0.3)
      when 'Iso' then Flash.new(period / 2, period / 2)
      else Flash.new(0.3, 0.7)
      end
    end
    @flashes[-1].off += slot unless kind == 'Iso' || kind == 'Q'
  end

  def period
    @flashes.sum { |f| f.on + f.off }.round(2)
  end

  # Miles at which the light is lost below the horizon, for an eye at that height in metres.
  def dip(eye)
    (2.03 * (Math.sqrt(height) + Math.sqrt(eye))).round(1)
  end

  def reach(nominal, eye)
    [nominal * RANGE.fetch(colour), dip(eye)].min.floor
  end
end
