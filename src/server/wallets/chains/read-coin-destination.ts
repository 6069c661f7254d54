import type { CustodyParams } from '#contract/custody.ts'
import { Rejected, rejectAmount, rejected } from '#contract/rejected.ts'
import type { TokenNetwork } from '#domain/coin.ts'
import type { Destination } from '#domain/ledger.ts'
import { transferOver } from '#domain/transfers.ts'
import { type Amount, amount as units, ZERO } from '#domain/units.ts'
import { addressOfUser, USER_TRANSFER } from '#domain/user-transfer.ts'
import { findAddressOwner } from '../../store/wallets/deposit-addresses.ts'
import type { AskedDestination } from '../wallets.ts'
import type { ChainServices, NetworkStatus } from './chain-services.ts'
import { inChainUnits } from './chain-units.ts'

/**
 * The destination of coins on their network, whose address custody has checked. The deposit address of another user is settled inside the
 * ledger, and costs nothing. Refuses, in this order: NETWORK_REQUIRED, NETWORK_NOT_SUPPORTED, WITHDRAWAL_DISABLED, AMOUNT_IS_LOW,
 * AMOUNT_IS_HIGH, TAG_NOT_SUPPORTED, TAG_INVALID, ADDRESS_INVALID, CONFLICT for an address of one's own or of the exchange itself, TAG_REQUIRED,
 * RECEIVER_NEEDS_MORE, ADDRESS_BLOCKED for one on the list of screening, and WALLET_UNAVAILABLE where custody or screening cannot be asked.
 */
export async function readCoinDestination(
  { custody, screening, transfers, database }: Pick<ChainServices, 'custody' | 'screening' | 'transfers' | 'database'>,
  { sender, coin, tokenType, address, tag, amount }: AskedDestination,
): Promise<Destination | Rejected> {
  if (tokenType === undefined) return rejected('NETWORK_REQUIRED', { field: 'tokenType' })
  const network = coin.networks.find((each) => each.tokenType === tokenType)
  if (!network) return rejected('NETWORK_NOT_SUPPORTED', { field: 'tokenType' })
  if (!transferOver(network, coin.symbol, transfers).withdrawal)
    return rejected('WITHDRAWAL_DISABLED', { field: 'tokenType' })
  const bounds = boundsOf(network)
  if (amount < bounds.min) return rejectAmount('AMOUNT_IS_LOW', { coin, ...bounds })
  if (amount > bounds.max) return rejectAmount('AMOUNT_IS_HIGH', { coin, ...bounds })
  const networks = (await networksOf(custody)) ?? []
  const served = networks.find((each) => each.network === tokenType)
  const carried = served?.coins.find(({ symbol }) => symbol === coin.symbol)
  if (!served || !carried) return rejected('WALLET_UNAVAILABLE')
  const sent = inChainUnits(units(amount - network.withdrawalFee), carried.decimals, coin)
  if (sent === 0n) return rejectAmount('AMOUNT_IS_LOW', { coin, ...bounds })
  const payment = { network: served.network, coin: carried.symbol, to: address, tag, amount: sent.toString() }
  const written = await checkAddress(custody, payment, 'destinationWalletAddress')
  if (written instanceof Rejected) return written
  if (written.own) {
    const among = { ...written, networks: networks.map((each) => each.network) }
    const owner = sender === undefined ? undefined : await findAddressOwner(database, among)
    return owner === undefined || owner === sender
      ? rejected('CONFLICT', { field: 'destinationWalletAddress' })
      : toUser(written, owner)
  }
  const screened = await screening.check({ network: tokenType, addresses: [written.address] })
  if (screened.kind === 'unavailable') return rejected('WALLET_UNAVAILABLE')
  if (screened.kind === 'hit') return rejected('ADDRESS_BLOCKED', { field: 'destinationWalletAddress' })
  return { tokenType, address: written.address, tag: written.tag, networkFee: network.withdrawalFee }
}

/**
 * An address with its tag as custody writes them on their network, without an amount. Refuses, in this order: WALLET_UNAVAILABLE where custody
 * cannot be asked, NETWORK_NOT_SUPPORTED, TAG_NOT_SUPPORTED, TAG_INVALID, ADDRESS_INVALID, CONFLICT for an address of the exchange itself, and
 * TAG_REQUIRED.
 */
export async function readAddress(
  { custody }: Pick<ChainServices, 'custody'>,
  { tokenType, address, tag }: Pick<Destination, 'tokenType' | 'address' | 'tag'>,
): Promise<Pick<Destination, 'tokenType' | 'address' | 'tag'> | Rejected> {
  const networks = await networksOf(custody)
  if (!networks) return rejected('WALLET_UNAVAILABLE')
  const served = networks.find((each) => each.network === tokenType)
  const [carried] = served?.coins ?? []
  if (!served || !carried) return rejected('NETWORK_NOT_SUPPORTED', { field: 'tokenType' })
  const payment = { network: served.network, coin: carried.symbol, to: address, tag, amount: ENOUGH }
  const written = await checkAddress(custody, payment, 'address')
  if (written instanceof Rejected) return written
  return written.own
    ? rejected('CONFLICT', { field: 'address' })
    : { tokenType, address: written.address, tag: written.tag }
}

const toUser = ({ address, tag }: Pick<Destination, 'address' | 'tag'>, userId: number): Destination => ({
  ...{ tokenType: USER_TRANSFER, address: addressOfUser({ named: address, userId }), tag, networkFee: ZERO },
})

/** No receiver finds this too little. */
const ENOUGH = `${10n ** 18n}`

/** The networks that custody serves; `undefined` while it cannot be asked. */
async function networksOf(custody: ChainServices['custody']): Promise<readonly NetworkStatus[] | undefined> {
  const status = await custody.ask('status', {})
  return status.kind === 'answered' ? status.result.networks : undefined
}

interface WrittenAddress {
  readonly address: string
  readonly tag: string | undefined
  /** Custody has its key. */
  readonly own: boolean
}

/** The address and its tag as custody writes them. */
async function checkAddress(
  custody: ChainServices['custody'],
  { to, tag, ...payment }: Omit<CustodyParams<'check'>, 'tag'> & { readonly tag: string | undefined },
  field: 'address' | 'destinationWalletAddress',
): Promise<WrittenAddress | Rejected> {
  const checked = await custody.ask('check', { ...payment, to: to.trim(), ...(tag !== undefined && { tag }) })
  if (checked.kind === 'answered') {
    const { to: address, tag: written, own = false } = checked.result
    return { address, tag: written, own }
  }
  const code = checked.kind === 'refused' ? CODE_OF_REFUSAL[checked.code] : undefined
  if (!code) return rejected('WALLET_UNAVAILABLE')
  if (code === 'RECEIVER_NEEDS_MORE') return rejected(code, { field: 'amount' })
  return rejected(code, { field: code === 'ADDRESS_INVALID' || code === 'CONFLICT' ? field : 'tag' })
}

type DestinationRefusal =
  | 'ADDRESS_INVALID'
  | 'CONFLICT'
  | 'TAG_NOT_SUPPORTED'
  | 'TAG_INVALID'
  | 'TAG_REQUIRED'
  | 'RECEIVER_NEEDS_MORE'

const CODE_OF_REFUSAL: Readonly<Partial<Record<string, DestinationRefusal>>> = {
  TAG_NOT_SUPPORTED: 'TAG_NOT_SUPPORTED',
  TAG_INVALID: 'TAG_INVALID',
  TAG_REQUIRED: 'TAG_REQUIRED',
  /** It makes no account on a network whose accounts keep a reserve. */
  AMOUNT_INVALID: 'RECEIVER_NEEDS_MORE',
  ADDRESS_INVALID: 'ADDRESS_INVALID',
  /** An address longer than any network's. */
  BAD_REQUEST: 'ADDRESS_INVALID',
  /** That of cold storage. */
  OWN_ADDRESS: 'CONFLICT',
}

/** Bounds of what leaves the balance: more than the network's fee, and within the network's limits. */
function boundsOf({ minWithdraw, maxWithdraw, withdrawalFee }: TokenNetwork): { min: Amount; max: Amount } {
  const min = withdrawalFee < minWithdraw ? minWithdraw : units(withdrawalFee + 1n)
  return { min, max: maxWithdraw }
}
