import { ownerIdOf, SYSTEM_ACCOUNT } from '#domain/ledger.ts'

/** The people of the tests' stories, and the system accounts, by their ids in the ledger. */
export const PEOPLE = {
  ali: 1,
  sara: 2,
  reza: 3,
  mina: 4,
  fees: SYSTEM_ACCOUNT.fees,
  inventory: SYSTEM_ACCOUNT.otcInventory,
  gateway: ownerIdOf('gateway/ZARINPAL'),
  chain: ownerIdOf('hot/ERC20'),
  cold: ownerIdOf('cold/ERC20'),
  charged: ownerIdOf('feesCharged/ERC20'),
  owners: SYSTEM_ACCOUNT.creditLine,
} as const satisfies Record<string, number>

export type Person = keyof typeof PEOPLE

export function idOf(name: string): number {
  const found = Object.entries(PEOPLE).find(([person]) => person === name)
  if (!found) throw new Error(`nobody is called ${name}`)
  return found[1]
}

export const nameOf = (id: number) => Object.entries(PEOPLE).find(([, known]) => known === id)?.[0] ?? `user ${id}`
