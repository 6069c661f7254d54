import type { Market } from '#domain/market.ts'
import type { Catalogue } from '../store/catalogue.ts'

/** The market of a stored row; rows never outlive their market. */
export function marketOf({ markets }: Catalogue, id: number): Market {
  const market = markets.find((candidate) => candidate.id === id)
  if (!market) throw new Error(`market ${id} is stored but not in the catalogue`)
  return market
}
