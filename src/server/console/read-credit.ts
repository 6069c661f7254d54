import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { readLentTo, readReturnedBy } from '../store/accounts/supervisor-credit.ts'
import type { ConsoleServices } from './console-services.ts'
import { readSupervisorPayload } from './proposals/payloads.ts'

/** The credit lines that were drawn for a user, the oldest first, and what of each coin was not given back yet. */
export async function readCredit(
  { accounts: { database }, catalogue: { coinBySymbol } }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  userId: number,
) {
  const lines = (await readLentTo(database, userId)).flatMap(({ proposalId, payload, at }) =>
    readSupervisorPayload(payload).credit.map((line) => ({
      proposalId: String(proposalId),
      at: at.toISOString(),
      ...line,
    })),
  )
  const returned = await readReturnedBy(database, userId)
  const owed = [...new Set(lines.map(({ coin }) => coin))].flatMap((symbol) => {
    const coin = coinBySymbol.get(symbol)
    if (!coin) return []
    const lent = lines
      .filter((line) => line.coin === symbol)
      .reduce((sum, { amount }) => sum + (parseDecimal(amount, coin.decimals) ?? 0n), 0n)
    return [{ coin: symbol, amount: formatDecimal(lent - (returned.get(coin.id) ?? 0n), coin.decimals) }]
  })
  return { lines, owed }
}
