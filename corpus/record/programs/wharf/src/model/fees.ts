import type { Booking, Service } from "./booking";

const perTonne = 180;

export function serviceFee(s: Service): number {
  switch (s.kind) {
    case "water":
      return s.tonnes * perTonne;
    case "power":
      return s.kW * 21;
    case "waste":
      return s.bins * 950;
    case "crew":
      return s.heads * 1200;
  }
}

export function total(b: Booking): number {
  let sum = 0;
  for (const s of b.services) sum += serviceFee(s);
  const hours = (b.departure - b.arrival) / 3_600_000;
  return sum + Math.ceil(hours) * b.ship.lengthM * 2;
}
