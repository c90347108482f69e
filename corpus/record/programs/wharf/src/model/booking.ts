/** A booking as the new service sends it: the ship is an object, times are numbers. */
export interface Ship {
  imo: number;
  name: string;
  lengthM: number;
}

export interface Booking {
  id: string;
  ship: Ship;
  arrival: number;
  departure: number | null;
  state: "asked" | "granted" | "moored" | "left";
  services: ReadonlyArray<Service>;
}

export type Service = { kind: "water"; tonnes: number } | { kind: "power"; kW: number } | { kind: "waste"; bins: number };
