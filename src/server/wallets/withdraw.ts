import { Rejected, rejectAmount, rejected } from '#contract/rejected.ts'
import { CODE_OF_WITHDRAWAL_REFUSAL } from '#contract/withdrawal-errors.ts'
import { type Coin, parseAmount, TOMAN } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { GOLD_DELIVERY, readPlace } from '#domain/delivery.ts'
import { DAY_MS, HOUR_MS } from '#domain/durations.ts'
import { FEE_QUICK_TRADE, feeOn } from '#domain/fee.ts'
import type { Destination } from '#domain/ledger.ts'
import { BANK_TRANSFER } from '#domain/outgoing-transfer.ts'
import { parseSheba } from '#domain/sheba.ts'
import { type Amount, amount as units, ZERO } from '#domain/units.ts'
import { USER_TRANSFER } from '#domain/user-transfer.ts'
import { approvalsFor, mayWithdraw, withdrawalText } from '#domain/withdrawal.ts'
import { readBankAccounts } from '../store/accounts/bank-accounts.ts'
import { findWithdrawal, type WithdrawalRow, withdrawnSince } from '../store/wallets/withdrawals.ts'
import { type AskedDelivery, readDelivery } from './deliveries/read-delivery.ts'
import { isOverChain, shownAddress } from './own-withdrawals.ts'
import { readRecipient } from './transfers/read-recipient.ts'
import type { BoundWithdrawal, WalletServices, WithdrawalProof, WithdrawingCall } from './wallets.ts'

export interface LeavingRequest {
  readonly amount: string
  readonly destinationWalletAddress: string
  /** Belongs to the address, on networks that have one. */
  readonly tag?: string | undefined
  readonly relatedCoin: string
  readonly tokenType?: string | undefined
  /** The amount is bought by a quick trade that sends it: its wage is not taken off yet. */
  readonly isBought?: boolean | undefined
  /** OTHER: the destination is another user. */
  readonly withdrawalType?: 'OWN' | 'OTHER' | undefined
  /** Gold that leaves as metal: its weight, fee and place stand here. */
  readonly delivery?: AskedDelivery | undefined
}

/** A withdrawal to be, after everything of it was checked that needs no command. */
interface ReadLeaving {
  readonly coin: Coin
  readonly amount: Amount
  readonly destination: Destination
  readonly worth: Amount | undefined
  /** Operators look at an amount of this worth before it leaves. */
  readonly isReviewed: boolean
  readonly recipientName?: string | undefined
}

/**
 * Sends the code of one withdrawal. Refuses what `readLeaving` refuses, so that no code is sent for a withdrawal that would be refused, and
 * what sending refuses.
 */
export async function sendWithdrawalCode(wallets: WalletServices, asked: LeavingRequest, call: WithdrawingCall) {
  const leaving = await readLeaving(wallets, asked, call.caller.userId)
  if (leaving instanceof Rejected) return leaving
  const sent = await wallets.withdrawalCodes.send(boundOf(leaving, call), call)
  if (sent instanceof Rejected) return sent
  const { destination, recipientName, isReviewed } = leaving
  const ofCoins = {
    destinationWalletAddress: shownAddress(destination),
    isInside: destination.tokenType === USER_TRANSFER,
  }
  return { ...sent, shown: { isReviewed, ...(asked.tokenType === undefined ? { recipientName } : ofCoins) } }
}

/** Asks a passkey to confirm one withdrawal. Refuses what `readLeaving` refuses, and NO_PASSKEYS. */
export async function beginPasskeyWithdrawal(wallets: WalletServices, asked: LeavingRequest, call: WithdrawingCall) {
  const leaving = await readLeaving(wallets, asked, call.caller.userId)
  return leaving instanceof Rejected ? leaving : wallets.withdrawalCodes.beginPasskey(boundOf(leaving, call), call)
}

/**
 * Withdraws by a code or a passkey. A repeat of the key gets the first outcome, without either. Refuses what `readLeaving` refuses, CODE_EXPIRED,
 * INCORRECT_OTP, TOO_MANY_TRIES, PASSKEY_EXPIRED, PASSKEY_REFUSED, and then what the gate refuses at that moment.
 */
export async function withdraw(
  wallets: WalletServices,
  { code, passkey, key, ...asked }: LeavingRequest & WithdrawalProof & { readonly key: string },
  call: WithdrawingCall,
): Promise<WithdrawalRow | Rejected> {
  const { exchange, withdrawalCodes } = wallets
  const { userId } = call.caller
  const known = await exchange.findOutcome({ userId, key })
  if (known)
    return known.kind === 'withdrawal'
      ? ownRow(wallets, { id: known.withdrawalId, userId })
      : rejected('IDEMPOTENCY_KEY_REUSED')
  const leaving = await readLeaving(wallets, asked, userId)
  if (leaving instanceof Rejected) return leaving
  const { coin, amount, destination, worth } = leaving
  const { boundTo } = boundOf(leaving, call)
  const refused = await withdrawalCodes.take({ boundTo, code, passkey }, call)
  if (refused) return refused
  const result = await exchange.submit({
    type: 'withdraw',
    ...{ userId, key, fingerprint: `withdraw ${boundTo}`, coinId: coin.id, amount, destination, worth },
    // The time for the code is not counted: these facts are those of the moment before the command.
    withdrawer: await wallets.readWithdrawer(userId, destination),
  })
  if (result.kind === 'withdrawal') return ownRow(wallets, { id: result.withdrawalId, userId })
  if (result.kind !== 'refused') return rejected('IDEMPOTENCY_KEY_REUSED')
  return rejectRefused(result.code, coin)
}

async function ownRow({ database }: WalletServices, whose: { id: number; userId: number }): Promise<WithdrawalRow> {
  const row = await findWithdrawal(database, whose)
  if (!row) throw new Error(`withdrawal ${whose.id} has an outcome and no row`)
  return row
}

function rejectRefused(code: string, coin: Coin): Rejected {
  if (code === 'NOT_ENOUGH_BALANCE')
    return rejected(coin.symbol === TOMAN ? 'NOT_ENOUGH_BALANCE_TOMAN' : code, { field: 'amount' })
  if (code === 'IDEMPOTENCY_KEY_REUSED' || code === 'IDEMPOTENCY_KEY_FROM_FUTURE') return rejected(code)
  const known = Object.entries(CODE_OF_WITHDRAWAL_REFUSAL).find(([refusal]) => refusal === code)
  if (!known) throw new Error(`the exchange refused a withdrawal: ${code}`)
  return rejected(known[1])
}

/** Refuses, in this order: COIN_NOT_FOUND, UNACCEPTABLE_AMOUNT, what its way refuses, and what the gate refuses by the present facts. */
async function readLeaving(
  wallets: WalletServices,
  asked: LeavingRequest,
  userId: number,
): Promise<ReadLeaving | Rejected> {
  const { catalogue, database, now } = wallets
  const coin = catalogue.coinBySymbol.get(asked.relatedCoin)
  if (!coin) return rejected('COIN_NOT_FOUND', { field: 'relatedCoin' })
  const typed = parseAmount(asked.amount, coin)
  const isTransfer = asked.withdrawalType === 'OTHER'
  if (typed === undefined || typed === 0n)
    return rejected(isTransfer ? 'AMOUNT_NOT_ALLOWED' : 'UNACCEPTABLE_AMOUNT', { field: 'amount' })
  const given = asked.isBought ? units(typed - feeOn(typed, FEE_QUICK_TRADE)) : typed
  const read = asked.delivery
    ? await readDelivery(wallets, asked.delivery)
    : await readDestination(wallets, { asked, userId, coin, amount: given })
  if (read instanceof Rejected) return read
  const { amount = given } = read
  const withdrawer = await wallets.readWithdrawer(userId, read.destination)
  const worth = wallets.inToman(coin, amount)
  const at = now().getTime()
  const own = await withdrawnSince(database, { userId, hour: new Date(at - HOUR_MS), day: new Date(at - DAY_MS) })
  // The sum of all together never refuses anything, so that it is not read here.
  const withdrawn = { ...own, allHour: 0n }
  const barred = mayWithdraw(withdrawer, { at, worth, withdrawn })
  if (barred) return rejected(CODE_OF_WITHDRAWAL_REFUSAL[barred])
  const isReviewed = approvalsFor(worth ?? ZERO, { limits: withdrawer.limits, withdrawn, ...read.destination }) > 0
  return { coin, ...read, amount, worth, isReviewed }
}

interface AskedWay {
  readonly asked: LeavingRequest
  readonly userId: number
  readonly coin: Coin
  readonly amount: Amount
}

/** The destination on the way that the request names: another user, a bank account or an address. */
async function readDestination(
  wallets: WalletServices,
  { asked, userId, coin, amount }: AskedWay,
): Promise<
  { readonly destination: Destination; readonly recipientName?: string; readonly amount?: Amount } | Rejected
> {
  const { tokenType, destinationWalletAddress: address, tag } = asked
  if (asked.withdrawalType === 'OTHER') return readRecipient(wallets, { userId, coin, amount, mobileNumber: address })
  const destination = coin.bank
    ? await readBankDestination(wallets, { ...asked, userId, coin, bank: coin.bank, amount })
    : await wallets.readCoinDestination({ sender: userId, coin, tokenType, address, tag, amount })
  return destination instanceof Rejected ? destination : { destination }
}

interface AskedOfBank {
  readonly userId: number
  readonly coin: Coin
  readonly bank: NonNullable<Coin['bank']>
  readonly amount: Amount
  readonly tokenType?: string | undefined
  readonly destinationWalletAddress: string
}

/** A bank account of the user's own. Refuses, in this order: WITHDRAWAL_DISABLED, AMOUNT_IS_LOW, AMOUNT_IS_HIGH, ADDRESS_NOT_FOUND. */
async function readBankDestination(
  { database, transfers }: WalletServices,
  { userId, coin, bank, amount, tokenType, destinationWalletAddress }: AskedOfBank,
): Promise<Destination | Rejected> {
  if (!transfers.bank.withdrawal || tokenType !== undefined)
    return rejected('WITHDRAWAL_DISABLED', { field: 'relatedCoin' })
  const bounds = { coin, min: bank.minWithdraw, max: bank.maxWithdraw }
  if (amount < bounds.min) return rejectAmount('AMOUNT_IS_LOW', bounds)
  if (amount > bounds.max) return rejectAmount('AMOUNT_IS_HIGH', bounds)
  const sheba = parseSheba(destinationWalletAddress)
  const accounts = await readBankAccounts(database, userId)
  if (sheba === undefined || !accounts.some((account) => account.verified && account.sheba === sheba))
    return rejected('ADDRESS_NOT_FOUND', { field: 'destinationWalletAddress' })
  return { tokenType: BANK_TRANSFER, address: sheba, networkFee: ZERO }
}

/** The words between the amount and the destination: the vendor's template has nine words and a hundred letters for the whole. */
const WAY = { fa: { to: 'به', over: 'روی' }, en: { to: 'to', over: 'on' } } as const
const TAG = { fa: 'با ممو یا تگ', en: 'with memo or tag' } as const
const GRAM = { fa: 'گرم', en: 'g' } as const
const HANDED_OVER = {
  BRANCH: { fa: 'با تحویل در شعبه', en: 'handed over at a branch' },
  COURIER: { fa: 'با تحویل به‌وسیلهٔ پیک', en: 'handed over by courier' },
} as const

/**
 * The withdrawal as its code is bound to it, and as its message names it: "0.5 USDT on TRC20 to T…", "10 g Gold 18K handed over at a branch". The
 * destination is whole, since a user who reads its ends alone cannot tell it from another one that was made to have the same.
 */
function boundOf({ coin, amount, destination }: ReadLeaving, { language }: WithdrawingCall): BoundWithdrawal {
  const { tokenType, address, networkFee } = destination
  const boundTo = withdrawalText(coin.symbol, amount, destination)
  const name = language === 'fa' ? coin.persianName : coin.englishName
  const figureOf = (figure: bigint) => formatDecimal(units(figure), coin.decimals)
  if (tokenType === GOLD_DELIVERY)
    return {
      boundTo,
      about: [figureOf(amount - networkFee), GRAM[language], name, HANDED_OVER[readPlace(address).kind][language]].join(
        ' ',
      ),
    }
  const { to, over } = WAY[language]
  const way = isOverChain(tokenType) ? [coin.code, over, tokenType, to] : [name, to]
  const tag = destination.tag === undefined ? [] : [TAG[language], destination.tag]
  return { boundTo, about: [figureOf(amount), ...way, shownAddress(destination), ...tag].join(' ') }
}
