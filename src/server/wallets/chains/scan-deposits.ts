import type { CustodyResult, IncomingTransfer } from '#contract/custody.ts'
import type { Coin } from '#domain/coin.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { hasTag } from '#domain/tags.ts'
import { type Amount, amount } from '#domain/units.ts'
import { serverKey } from '../../exchange/exchange.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import type { CustodyReply } from '../../providers/custody/custody.ts'
import { eachItem } from '../../store/each-item.ts'
import { countIssued, ownersOfIndices } from '../../store/wallets/deposit-addresses.ts'
import {
  dropMissing,
  endHeld,
  endIncoming,
  findHeld,
  type IncomingRow,
  pendingUpTo,
  readCursor,
  type SeenTransfer,
  saveCursor,
  saveSeen,
} from '../../store/wallets/incoming-transfers.ts'
import { coinOf } from '../own-withdrawals.ts'
import type { BookingServices, ChainServices, NetworkStatus } from './chain-services.ts'
import { bounded, inLedgerUnits } from './chain-units.ts'
import { accountOf } from './ledger-accounts.ts'

/** Looks for deposits on every network that custody can reach. A network that fails does not keep the others from being read. */
export async function scanDeposits(services: ChainServices): Promise<void> {
  const { custody, log } = services
  const status = await custody.ask('status', {})
  if (status.kind !== 'answered') return
  const read = status.result.networks.filter(({ reachable, tip }) => reachable && tip)
  await eachItem(read, (network) => scanNetwork(services, network), {
    ...{ log, label: ({ network }) => ({ network }), failure: 'deposits of a network could not be read' },
  })
}

/**
 * Reads the blocks behind the last final one, every time anew up to the tip: a payment that is not there any more was dropped by a
 * reorganisation. What is deep enough is booked, and then the final block moves on; whatever is interrupted is read again.
 */
async function scanNetwork(services: ChainServices, status: NetworkStatus): Promise<void> {
  const { custody, database, log } = services
  const { network, confirmations } = status
  const known = await readCursor(database, network)
  // No address was issued before the first look, whose block the opening balances keep.
  const start = known ?? status.tip?.height ?? 0
  if (known === undefined) await saveCursor(database, { network, height: start })
  let after: number | undefined = start
  while (after !== undefined) {
    const scan: CustodyReply<'scan'> = await custody.ask('scan', {
      ...{ network, after, issued: await countIssued(database) },
    })
    if (scan.kind === 'refused') throw new Error(`custody refused the scan: ${scan.code}: ${scan.reason}`)
    if (scan.kind === 'unavailable') throw new Error('custody did not answer the scan')
    const { tip, scanned, transfers, more }: CustodyResult<'scan'> = scan.result
    await keepSeen(services, { status, transfers, after, upTo: scanned.height, tip: tip.height })
    const final = Math.min(tip.height - confirmations + 1, scanned.height)
    // One that cannot be booked waits in its row, which does not depend on its block being read again.
    await eachItem(await pendingUpTo(database, { network, height: final }), (incoming) => book(services, incoming), {
      ...{ log, label: ({ id }) => ({ incoming: id }), failure: 'a deposit over a chain could not be booked' },
    })
    if (final > start) await saveCursor(database, { network, height: final })
    after = more ? scanned.height : undefined
  }
}

interface Seen {
  readonly status: NetworkStatus
  readonly transfers: readonly IncomingTransfer[]
  readonly after: number
  readonly upTo: number
  readonly tip: number
}

/** Writes all payments of some blocks, and takes back those that are gone, in one transaction. */
async function keepSeen(services: ChainServices, { status, transfers, after, upTo, tip }: Seen): Promise<void> {
  const { database, catalogue, now } = services
  const { network, confirmations } = status
  const isShared = hasTag(network)
  // Every payment to an address that all users share is written down: none without an owner gets lost.
  const payments = transfers.filter(({ index, intent }) => (index !== undefined || isShared) && intent === undefined)
  const owners = await ownersOfIndices(
    database,
    payments.flatMap(({ index }) => index ?? []),
  )
  const seen = payments.flatMap((payment): SeenTransfer[] => {
    const userId = owners.get(payment.index ?? -1)
    if (userId === undefined && !isShared) return []
    const coin = payment.coin === undefined ? undefined : catalogue.coinBySymbol.get(payment.coin)
    return [
      {
        ...{ network, txid: payment.txid, position: payment.position, userId, height: payment.height },
        tag: payment.tag,
        coinId: coin?.id,
        contract: coin ? undefined : (payment.contract ?? payment.coin ?? ''),
        // The rest of a unit is nobody's, and never credited.
        amount: coin ? inLedgerUnits(unitsOf(payment), payment.decimals ?? 0, coin) : bounded(unitsOf(payment)),
        confirmations: Math.max(1, tip - payment.height + 1),
        confirmationsNeeded: confirmations,
        senders: payment.from,
      },
    ]
  })
  await database.transaction(async (tx) => {
    const at = now()
    for (const each of seen) await saveSeen(tx, each, at)
    const names = seen.map(({ txid, position }) => `${txid}:${position}`)
    await dropMissing(tx, { network, after, upTo, names }, at)
  })
}

const unitsOf = ({ amount: text }: Pick<IncomingTransfer, 'amount'>) => parseDecimal(text, 0) ?? 0n

/**
 * Books one final payment, by a reference of its own: however often this is called, it is credited once. One whose senders screening finds on
 * its list is held; while screening says nothing, the payment waits.
 */
async function book(services: ChainServices, incoming: IncomingRow): Promise<void> {
  const { database, catalogue, now } = services
  const { id, userId, coinId } = incoming
  const coin = coinId === undefined ? undefined : coinOf(catalogue, coinId)
  const end = await endOf(services, incoming, coin)
  if (!end) return
  const { state, heldFor } = end
  const credited =
    coin !== undefined && userId !== undefined && state === 'CREDITED' ? { ...incoming, userId } : undefined
  if (coin && credited) await credit(services, credited, coin)
  else if (coin && incoming.amount > 0n) await setAside(services, incoming, coin)
  await database.transaction(async (tx) => {
    if (!(await endIncoming(tx, { id, state, at: now(), ...(heldFor !== undefined && { heldFor }) }))) return
    if (coin && credited) await notifyCredited(tx, credited, { coin, at: now() })
  })
}

interface End {
  readonly state: 'UNKNOWN_COIN' | 'UNOWNED' | 'TOO_SMALL' | 'HELD' | 'CREDITED'
  /** The listed sender, and the list's reason. */
  readonly heldFor?: string
}

/** The end of a final payment; `undefined` while screening says nothing. Nobody is looked for where a chain does not name the senders. */
async function endOf(
  { screening }: ChainServices,
  { userId, network, senders = [], amount: paid }: IncomingRow,
  coin: Coin | undefined,
): Promise<End | undefined> {
  if (!coin) return { state: 'UNKNOWN_COIN' }
  if (userId === undefined) return { state: 'UNOWNED' }
  if (paid < leastOf(coin, network)) return { state: 'TOO_SMALL' }
  const screened = await screening.check({ network, addresses: senders })
  if (screened.kind === 'unavailable') return undefined
  if (screened.kind !== 'hit') return { state: 'CREDITED' }
  return { state: 'HELD', heldFor: [screened.address, screened.reason].filter((text) => text !== '').join(': ') }
}

type OwnedRow = IncomingRow & { readonly userId: number }

const notifyCredited = (
  tx: Parameters<typeof queueNotice>[0],
  { id, userId, amount: units }: OwnedRow,
  { coin, at }: { coin: Coin; at: Date },
): Promise<void> =>
  queueNotice(tx, {
    ...{ userId, kind: 'DEPOSIT_CREDITED', topic: `incoming:${id}`, eventKey: `incoming:${id}`, at },
    params: { depositId: String(id), coin: coin.symbol, amount: formatDecimal(units, coin.decimals) },
  })

/** Less than it would cost to send it on is not credited. */
export const leastOf = ({ networks }: Coin, tokenType: string): Amount =>
  networks.find((each) => each.tokenType === tokenType)?.withdrawalFee ?? amount(1n)

const referenceOf = ({ network, txid, position }: IncomingRow) => `chain/${network}/${txid}/${position}`

async function credit({ exchange }: ChainServices, incoming: OwnedRow, coin: Coin): Promise<void> {
  const reference = referenceOf(incoming)
  const result = await exchange.submit({
    type: 'credit',
    ...{
      userId: incoming.userId,
      key: serverKey(reference),
      fingerprint: `${reference} ${incoming.amount}`,
      reference,
    },
    ...{ source: accountOf('hot', incoming.network), coinId: coin.id, amount: incoming.amount },
  })
  const isCredited = result.kind === 'moved' || (result.kind === 'refused' && result.code === 'ALREADY_CREDITED')
  if (!isCredited) throw new Error(`the deposit ${reference} could not be credited`)
}

/** The user of a command that is about nobody. */
const NOBODY = 0

/** It is in the wallet of the exchange and belongs to nobody's balance, be it too small, held, or without an owner. */
async function setAside({ exchange }: ChainServices, incoming: IncomingRow, coin: Coin): Promise<void> {
  const reference = referenceOf(incoming)
  const result = await exchange.submit({
    type: 'correction',
    ...{ userId: incoming.userId ?? NOBODY, key: serverKey(`${reference}/small`), fingerprint: reference, reference },
    ...{ debit: accountOf('hot', incoming.network), credit: accountOf('suspense', incoming.network) },
    ...{ coinId: coin.id, amount: incoming.amount },
  })
  const isBooked = result.kind === 'moved' || (result.kind === 'refused' && result.code === 'ALREADY_CREDITED')
  if (!isBooked) throw new Error(`the deposit ${reference} could not be set aside`)
}

/** Credits a held deposit that operators have released, from the account in which it was set aside, once. */
export async function creditHeld({ database, exchange, catalogue, now }: BookingServices, id: number): Promise<void> {
  const held = await findHeld(database, id)
  if (held?.coinId === undefined || held.userId === undefined) return
  const owned = { ...held, userId: held.userId }
  const coin = coinOf(catalogue, held.coinId)
  const reference = `${referenceOf(held)}/released`
  const result = await exchange.submit({
    type: 'credit',
    ...{ userId: owned.userId, key: serverKey(reference), fingerprint: `${reference} ${held.amount}`, reference },
    ...{ source: accountOf('suspense', held.network), coinId: coin.id, amount: held.amount },
  })
  if (result.kind === 'refused' && result.code !== 'ALREADY_CREDITED')
    throw new Error(`the deposit ${reference} could not be credited: ${result.code}`)
  await database.transaction(async (tx) => {
    if (await endHeld(tx, { id, state: 'CREDITED' })) await notifyCredited(tx, owned, { coin, at: now() })
  })
}
