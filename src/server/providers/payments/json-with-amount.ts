import type { Rial } from '#domain/units.ts'

/** A body whose `amount` is a JSON number of Rial, which JSON.stringify cannot write of a bigint. */
export const jsonWithAmount = (amount: Rial, rest: Readonly<Record<string, unknown>>): string =>
  `{"amount":${amount},${JSON.stringify(rest).slice(1)}`
