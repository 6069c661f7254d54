import { SYSTEM_OWNER } from '#domain/ledger.ts'

/** The people of the stories that tests tell, and the house's own accounts, by their ids in the ledger. */
export const PEOPLE = {
  ali: 1,
  sara: 2,
  reza: 3,
  mina: 4,
  fees: SYSTEM_OWNER.fees,
  inventory: SYSTEM_OWNER.otcInventory,
  gateway: SYSTEM_OWNER.gatewayClearing,
  chain: SYSTEM_OWNER.chainCustody,
  owners: SYSTEM_OWNER.creditLine,
} as const satisfies Record<string, number>

export type Person = keyof typeof PEOPLE

export function idOf(name: string): number {
  const found = Object.entries(PEOPLE).find(([person]) => person === name)
  if (!found) throw new Error(`nobody is called ${name}`)
  return found[1]
}

export const nameOf = (id: number) => Object.entries(PEOPLE).find(([, known]) => known === id)?.[0] ?? `user ${id}`
