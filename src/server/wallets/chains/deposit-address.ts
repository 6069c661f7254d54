import { type Rejected, rejected } from '#contract/rejected.ts'
import type { Coin } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { transferOver } from '#domain/transfers.ts'
import type { Database } from '../../store/database.ts'
import {
  type DepositAddress,
  findDepositAddress,
  findIndex,
  insertDepositAddress,
  issueIndex,
} from '../../store/wallets/deposit-addresses.ts'
import { findIncoming } from '../../store/wallets/incoming-transfers.ts'
import type { ChainServices, NetworkStatus } from './chain-services.ts'

interface Asked {
  readonly userId: number
  readonly relatedCoin: string
  readonly tokenType: string
}

/** A user's address for deposits, with what its network needs. */
export interface OwnAddress extends DepositAddress {
  readonly coin: Coin
  readonly confirmations: number
  /** A PNG of the address in base64. */
  readonly qrCode: string
}

const QR_PIXELS = 320
/** Others may take the next index meanwhile. */
const TRIES_MAX = 20

/**
 * The user's address of a network, issued once for ever. It is checked against a second derivation each time before it is shown. Refuses
 * COIN_NOT_FOUND, NETWORK_NOT_SUPPORTED, DEPOSIT_DISABLED, WALLET_UNAVAILABLE.
 */
export async function depositAddress(services: ChainServices, asked: Asked): Promise<OwnAddress | Rejected> {
  const { catalogue, transfers, custody, log } = services
  const coin = catalogue.coinBySymbol.get(asked.relatedCoin)
  if (!coin) return rejected('COIN_NOT_FOUND', { field: 'relatedCoin' })
  const network = coin.networks.find(({ tokenType }) => tokenType === asked.tokenType)
  if (!network) return rejected('NETWORK_NOT_SUPPORTED', { field: 'tokenType' })
  if (!transferOver(network, coin.symbol, transfers).deposit)
    return rejected('DEPOSIT_DISABLED', { field: 'tokenType' })
  const status = await custody.ask('status', {})
  if (status.kind !== 'answered') return rejected('WALLET_UNAVAILABLE')
  const served = status.result.networks.find((each) => each.network === asked.tokenType)
  if (!served?.coins.some(({ symbol }) => symbol === coin.symbol)) return rejected('WALLET_UNAVAILABLE')
  const own = await ownAddress(services, served, asked.userId)
  if (!own) return rejected('WALLET_UNAVAILABLE')
  const { extendedPublicKey } = served
  const { isDerived } = await import('./is-derived.ts')
  if (!isDerived({ ...own, network: served.network, extendedPublicKey })) {
    log.error(
      { network: own.network, index: own.index },
      'a deposit address is not that of its derivation; it is not shown',
    )
    return rejected('WALLET_UNAVAILABLE')
  }
  const { toBuffer } = await import('qrcode')
  const png = await toBuffer(own.address, { type: 'png', width: QR_PIXELS })
  return { ...own, coin, confirmations: served.confirmations, qrCode: png.toString('base64') }
}

/** The address that the user has on a network, or a new one under the user's index. */
async function ownAddress(
  { database, custody, now }: ChainServices,
  { network }: NetworkStatus,
  userId: number,
): Promise<DepositAddress | undefined> {
  const known = await findDepositAddress(database, { network, userId })
  if (known) return known
  const index = await ownIndex(database, userId)
  const derived = await custody.ask('address', { network, index })
  if (derived.kind !== 'answered') return undefined
  const { address, tag } = derived.result
  await insertDepositAddress(database, { network, index, userId, address, tag }, now())
  return findDepositAddress(database, { network, userId })
}

/** The index that the user has on all networks, or the next one. */
async function ownIndex(database: Database, userId: number): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const index = await findIndex(database, userId)
    if (index !== undefined) return index
    await issueIndex(database, userId)
  }
  throw new Error(`no index of an address was free in ${TRIES_MAX} tries`)
}

/** Sixty-four hexadecimal digits, as all networks here write it. */
const TXID = /^(?:0x)?[0-9a-fA-F]{64}$/

/** Looks for a deposit of the user. Refuses COIN_NOT_FOUND, NETWORK_NOT_SUPPORTED, INVALID_TXID, DEPOSIT_NOT_RECOGNIZED. */
export async function checkTransaction(
  { database, catalogue }: Pick<ChainServices, 'database' | 'catalogue'>,
  { userId, relatedCoin, tokenType, txid }: Asked & { readonly txid: string },
): Promise<{ amount: string; transactionIsDone: boolean } | Rejected> {
  const coin = catalogue.coinBySymbol.get(relatedCoin)
  if (!coin) return rejected('COIN_NOT_FOUND', { field: 'relatedCoin' })
  if (!coin.networks.some((each) => each.tokenType === tokenType))
    return rejected('NETWORK_NOT_SUPPORTED', { field: 'tokenType' })
  if (!TXID.test(txid)) return rejected('INVALID_TXID', { field: 'txid' })
  const found = await findIncoming(database, { userId, network: tokenType, txid })
  const isOfCoin = found?.coinId === coin.id
  if (!found || !isOfCoin || found.state === 'DROPPED') return rejected('DEPOSIT_NOT_RECOGNIZED', { field: 'txid' })
  return { amount: formatDecimal(found.amount, coin.decimals), transactionIsDone: found.state === 'CREDITED' }
}
