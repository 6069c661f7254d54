import { formatDecimal } from '#domain/decimal.ts'
import type { PageOf } from '#domain/page.ts'
import { readReceived } from '../../store/wallets/user-transfers.ts'
import { coinOf } from '../own-withdrawals.ts'
import type { WalletServices } from '../wallets.ts'

/** The transfers that the caller has received, newest first. */
export async function listReceived(
  { database, catalogue }: Pick<WalletServices, 'database' | 'catalogue'>,
  userId: number,
  { page, size, before }: PageOf,
) {
  const { rows, ...more } = await readReceived(database, { userId, page, size, before })
  const content = rows.map(({ id, coinId, amount, senderName, at }) => {
    const coin = coinOf(catalogue, coinId)
    return {
      id: String(id),
      amount: formatDecimal(amount, coin.decimals),
      relatedCoin: coin.symbol,
      senderName: senderName ?? null,
      createdAtDateTime: at.toISOString(),
    }
  })
  return { content, ...more }
}
