import type { CustodyParams } from '#contract/custody.ts'
import { Rejected, rejectAmount, rejected } from '#contract/rejected.ts'
import type { TokenNetwork } from '#domain/coin.ts'
import type { Destination } from '#domain/ledger.ts'
import { transferOver } from '#domain/transfers.ts'
import { type Amount, amount as units } from '#domain/units.ts'
import type { AskedDestination } from '../wallets.ts'
import type { ChainServices, NetworkStatus } from './chain-services.ts'
import { inChainUnits } from './chain-units.ts'

/**
 * The destination of coins on their network, whose address custody has checked. Refuses, in this order: NETWORK_REQUIRED,
 * NETWORK_NOT_SUPPORTED, WITHDRAWAL_DISABLED, AMOUNT_IS_LOW, AMOUNT_IS_HIGH, ADDRESS_INVALID, CONFLICT for an address of the exchange itself,
 * ADDRESS_BLOCKED for one on the list of screening, and WALLET_UNAVAILABLE where custody or screening cannot be asked.
 */
export async function readCoinDestination(
  { custody, screening, transfers }: Pick<ChainServices, 'custody' | 'screening' | 'transfers'>,
  { coin, tokenType, address, amount }: AskedDestination,
): Promise<Destination | Rejected> {
  if (tokenType === undefined) return rejected('NETWORK_REQUIRED', { field: 'tokenType' })
  const network = coin.networks.find((each) => each.tokenType === tokenType)
  if (!network) return rejected('NETWORK_NOT_SUPPORTED', { field: 'tokenType' })
  if (!transferOver(network, coin.symbol, transfers).withdrawal)
    return rejected('WITHDRAWAL_DISABLED', { field: 'tokenType' })
  const bounds = boundsOf(network)
  if (amount < bounds.min) return rejectAmount('AMOUNT_IS_LOW', { coin, ...bounds })
  if (amount > bounds.max) return rejectAmount('AMOUNT_IS_HIGH', { coin, ...bounds })
  const served = (await networksOf(custody))?.find((each) => each.network === tokenType)
  const carried = served?.coins.find(({ symbol }) => symbol === coin.symbol)
  if (!served || !carried) return rejected('WALLET_UNAVAILABLE')
  const sent = inChainUnits(units(amount - network.withdrawalFee), carried.decimals, coin)
  if (sent === 0n) return rejectAmount('AMOUNT_IS_LOW', { coin, ...bounds })
  const payment = { network: served.network, coin: carried.symbol, to: address, amount: sent.toString() }
  const written = await checkAddress(custody, payment, 'destinationWalletAddress')
  if (written instanceof Rejected) return written
  const screened = await screening.check({ network: tokenType, addresses: [written] })
  if (screened.kind === 'unavailable') return rejected('WALLET_UNAVAILABLE')
  if (screened.kind === 'hit') return rejected('ADDRESS_BLOCKED', { field: 'destinationWalletAddress' })
  return { tokenType, address: written, networkFee: network.withdrawalFee }
}

/**
 * An address as custody writes it on its network, without an amount. Refuses, in this order: WALLET_UNAVAILABLE where custody cannot be asked,
 * NETWORK_NOT_SUPPORTED, ADDRESS_INVALID, and CONFLICT for an address of the exchange itself.
 */
export async function readAddress(
  { custody }: Pick<ChainServices, 'custody'>,
  { tokenType, address }: Pick<Destination, 'tokenType' | 'address'>,
): Promise<Pick<Destination, 'tokenType' | 'address'> | Rejected> {
  const networks = await networksOf(custody)
  if (!networks) return rejected('WALLET_UNAVAILABLE')
  const served = networks.find((each) => each.network === tokenType)
  const [carried] = served?.coins ?? []
  if (!served || !carried) return rejected('NETWORK_NOT_SUPPORTED', { field: 'tokenType' })
  const least = { network: served.network, coin: carried.symbol, to: address, amount: '1' }
  const written = await checkAddress(custody, least, 'address')
  return written instanceof Rejected ? written : { tokenType, address: written }
}

/** The networks that custody serves; `undefined` while it cannot be asked. */
async function networksOf(custody: ChainServices['custody']): Promise<readonly NetworkStatus[] | undefined> {
  const status = await custody.ask('status', {})
  return status.kind === 'answered' ? status.result.networks : undefined
}

/** The address as custody writes it. */
async function checkAddress(
  custody: ChainServices['custody'],
  { to, ...payment }: CustodyParams<'check'>,
  field: 'address' | 'destinationWalletAddress',
): Promise<string | Rejected> {
  const checked = await custody.ask('check', { ...payment, to: to.trim() })
  if (checked.kind === 'answered') return checked.result.to
  const code = checked.kind === 'refused' ? CODE_OF_REFUSAL[checked.code] : undefined
  return code ? rejected(code, { field }) : rejected('WALLET_UNAVAILABLE')
}

const CODE_OF_REFUSAL: Readonly<Partial<Record<string, 'ADDRESS_INVALID' | 'CONFLICT'>>> = {
  ADDRESS_INVALID: 'ADDRESS_INVALID',
  /** An address longer than any network's. */
  BAD_REQUEST: 'ADDRESS_INVALID',
  OWN_ADDRESS: 'CONFLICT',
}

/** Bounds of what leaves the balance: more than the network's fee, and within the network's limits. */
function boundsOf({ minWithdraw, maxWithdraw, withdrawalFee }: TokenNetwork): { min: Amount; max: Amount } {
  const min = withdrawalFee < minWithdraw ? minWithdraw : units(withdrawalFee + 1n)
  return { min, max: maxWithdraw }
}
