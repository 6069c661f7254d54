import * as z from 'zod/mini'

const Details = z.record(z.string(), z.unknown())

/** The details of an event for the wire; what is more than a word or a number becomes its JSON. */
export function readDetails(json: string): Record<string, string | number | boolean | null> {
  const details = Details.parse(JSON.parse(json))
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, plain(value)]))
}

function plain(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value === null ? null : JSON.stringify(value)
}
