import type { CustodyResult } from '#contract/custody.ts'
import type { ServedCoin } from './chain.ts'

const ADDRESSES_AT_ONCE = 20

interface Source<Address> {
  readonly coins: readonly ServedCoin[]
  readonly hot: Address
  readonly issued: number
  addressOf(index: number): Address
  held(coin: ServedCoin, of: Address): Promise<bigint>
}

/** The balances of a chain that keeps them by account: those of the hot wallet, and of all deposit addresses together. */
export async function readAccountBalances<Address>({
  coins,
  hot,
  issued,
  addressOf,
  held,
}: Source<Address>): Promise<CustodyResult<'balances'>['coins']> {
  const rows: CustodyResult<'balances'>['coins'] = []
  for (const coin of coins) {
    let deposits = 0n
    for (let from = 0; from < issued; from += ADDRESSES_AT_ONCE) {
      const some = Array.from({ length: Math.min(ADDRESSES_AT_ONCE, issued - from) }, (_, place) => from + place)
      for (const each of await Promise.all(some.map((index) => held(coin, addressOf(index))))) deposits += each
    }
    const { symbol, decimals } = coin
    rows.push({ symbol, decimals, hot: (await held(coin, hot)).toString(), deposits: deposits.toString() })
  }
  return rows
}
