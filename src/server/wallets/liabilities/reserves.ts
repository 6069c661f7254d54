import { PublishedLiabilities, type Reserve } from '#contract/liabilities.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { countIssued } from '../../store/wallets/deposit-addresses.ts'
import { readStatements, saveReserves } from '../../store/wallets/liabilities.ts'
import type { NetworkStatus } from '../chains/chain-services.ts'
import { inLedgerUnits } from '../chains/chain-units.ts'
import type { LiabilityServices } from './liability-services.ts'

/** A network that does not answer for so long is published without its coins, and named. It is asked until the next statement. */
const PATIENCE_MS = HOUR_MS

/** Keeps beside the newest statement what custody counts on its addresses, unless all of it is kept already. */
export async function saveMissingReserves(services: LiabilityServices): Promise<void> {
  const { database, custody, now } = services
  const [newest] = custody ? await readStatements(database, 1) : []
  const missingBefore = newest?.reserves === undefined ? undefined : missingIn(newest.reserves)
  if (!custody || !newest || missingBefore === 0) return
  const status = await custody.ask('status', {})
  if (status.kind !== 'answered') return
  const at = now().toISOString()
  const issued = await countIssued(database)
  const asked = { issued, statement: newest.fingerprint }
  const { networks } = status.result
  const found = await Promise.all(networks.map((network) => reservesOf(services, network, asked)))
  const missing = networks.filter((_, index) => found[index] === undefined).map(({ network }) => network)
  const isPatient = now().getTime() - newest.takenAt.getTime() < PATIENCE_MS
  if (missingBefore === undefined ? missing.length > 0 && isPatient : missing.length >= missingBefore) return
  const addresses = found.flatMap((each) => each ?? [])
  const reserves: Reserves = { at, addresses, ...(missing.length > 0 && { missing }) }
  await saveReserves(database, newest.number, JSON.stringify(reserves))
}

type Reserves = NonNullable<PublishedLiabilities['reserves']>

/** The number of networks whose coins are not counted in what was kept. */
const missingIn = (kept: string): number =>
  PublishedLiabilities.shape.reserves.parse(JSON.parse(kept))?.missing?.length ?? 0

/** The addresses of a network with what is on them; `undefined` if custody does not say. */
async function reservesOf(
  { custody, catalogue }: Pick<LiabilityServices, 'custody' | 'catalogue'>,
  { network, hotAddress, coldAddress }: NetworkStatus,
  { issued, statement }: { issued: number; statement: string },
): Promise<Reserve[] | undefined> {
  const counted = await custody?.ask('balances', { network, issued })
  if (counted?.kind !== 'answered') return undefined
  const attested = await custody?.ask('attest', { network, statement })
  if (attested?.kind === 'unavailable') return undefined
  const { scheme, message, signature } = attested?.kind === 'answered' ? attested.result : {}
  const attestation = scheme && message && signature ? { scheme, message, signature } : null
  const coinsOf = (part: 'hot' | 'cold' | 'deposits'): Reserve['coins'] =>
    counted.result.coins.flatMap((row) => {
      const coin = catalogue.coinBySymbol.get(row.symbol)
      const units = parseDecimal(row[part] ?? '', 0)
      if (!coin || units === undefined) return []
      return [{ coin: coin.symbol, amount: formatDecimal(inLedgerUnits(units, row.decimals, coin), coin.decimals) }]
    })
  return [
    { network, kind: 'HOT', address: hotAddress, coins: coinsOf('hot'), attestation },
    ...(coldAddress === undefined
      ? []
      : [{ network, kind: 'COLD' as const, address: coldAddress, coins: coinsOf('cold'), attestation: null }]),
    { network, kind: 'DEPOSITS', address: null, coins: coinsOf('deposits'), attestation: null },
  ]
}
