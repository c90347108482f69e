import type { Booking } from "../model/booking";

export class Cache<T extends { id: string }> {
  private readonly items = new Map<string, T>();
  put(item: T): void {
    this.items.set(item.id, item);
  }
  get(id: string): T | undefined {
    return this.items.get(id);
  }
  all(): T[] {
    return [...this.items.values()];
  }
}

export const bookings = new Cache<Booking>();

/** Keeps whatever the old service sent; its numbers were strings. */
export function restore(raw: Array<{ id: number; ship: string }>): void {
  for (const r of raw) {
    bookings.put(r);
  }
}
