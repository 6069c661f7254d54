import { parseDecimal } from '#domain/decimal.ts'
import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { serverKey } from '../../exchange/exchange.ts'
import { readCursor, saveCursor } from '../../store/wallets/incoming-transfers.ts'
import type { ChainServices, NetworkStatus } from './chain-services.ts'
import { inLedgerUnits } from './chain-units.ts'
import { accountOf } from './ledger-accounts.ts'

type Services = Pick<ChainServices, 'database' | 'exchange' | 'catalogue' | 'custody'>

/**
 * Books what the hot wallet holds of each coin when a network is served for the first time: nobody has paid in yet, so that these coins are the
 * exchange's own. They are credited to the inventory of quick trade, which sells them. From their block on deposits are read.
 */
export async function bookOpeningBalances(services: Services, networks: readonly NetworkStatus[]): Promise<void> {
  for (const { network, reachable } of networks)
    if (reachable && (await readCursor(services.database, network)) === undefined) await bookNetwork(services, network)
}

async function bookNetwork(
  { database, exchange, catalogue, custody }: Services,
  network: NetworkStatus['network'],
): Promise<void> {
  const counted = await custody.ask('balances', { network, issued: 0 })
  if (counted.kind !== 'answered') return
  for (const { symbol, hot, decimals } of counted.result.coins) {
    const coin = catalogue.coinBySymbol.get(symbol)
    const held = coin && inLedgerUnits(parseDecimal(hot, 0) ?? 0n, decimals, coin)
    if (!coin || !held) continue
    const reference = `chain/${network}/opening/${symbol}`
    const result = await exchange.submit({
      type: 'credit',
      ...{ source: accountOf('hot', network), userId: SYSTEM_ACCOUNT.otcInventory, coinId: coin.id, amount: held },
      ...{ key: serverKey(reference), fingerprint: `${reference} ${held}`, reference },
    })
    if (result.kind === 'refused' && result.code !== 'ALREADY_CREDITED')
      throw new Error(`the opening balance ${reference} could not be booked: ${result.code}`)
  }
  await saveCursor(database, { network, height: counted.result.at.height })
}
