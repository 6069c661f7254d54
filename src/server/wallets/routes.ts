import type * as z from 'zod/mini'
import * as contract from '#contract/deposits.ts'
import { exportDeposits, exportWithdrawals } from '#contract/own-files.ts'
import { getOrderProfit, getPositions } from '#contract/positions.ts'
import { Rejected, rejected, rejectPage } from '#contract/rejected.ts'
import { getMarketBalances, getWallets, type WalletEntry } from '#contract/wallets.ts'
import * as withdrawals from '#contract/withdrawals.ts'
import { getWorthHistory } from '#contract/worth-history.ts'
import type { Unpaid } from '#domain/card-deposit.ts'
import { type Coin, TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { GOLD_DELIVERY } from '#domain/delivery.ts'
import { amount, ZERO } from '#domain/units.ts'
import { USER_TRANSFER } from '#domain/user-transfer.ts'
import { OwnListFiles } from '../http/own-list-files.ts'
import { type Route, route, SeeOther } from '../http/route.ts'
import { type OwnBalance, readBalances } from '../store/wallets/balances.ts'
import { type DepositRow, findDeposit } from '../store/wallets/deposits.ts'
import { findWithdrawal, type WithdrawalRow } from '../store/wallets/withdrawals.ts'
import { readDepositOptions } from './deposit-limits.ts'
import { depositToman } from './deposit-toman.ts'
import { giveBack } from './give-back.ts'
import { coinDepositsForFile, depositOnWire, depositsForFile, listCoinDeposits, listDeposits } from './own-deposits.ts'
import { findOrderProfit, listPositions } from './own-positions.ts'
import { isOfToman, listWithdrawals, withdrawalOnWire, withdrawalsForFile, withdrawalTerms } from './own-withdrawals.ts'
import { pageAfter } from './payment-return.ts'
import { settleDeposit } from './settle-deposit.ts'
import { listReceived } from './transfers/list-received.ts'
import { makeTransfers } from './transfers/make-transfers.ts'
import type { WalletServices } from './wallets.ts'
import { beginPasskeyWithdrawal, sendWithdrawalCode, withdraw } from './withdraw.ts'
import { listWorth } from './worth-history.ts'

/** Withdrawals of users, and their codes. */
function withdrawalRoutes(wallets: WalletServices, files: OwnListFiles): Route[] {
  const { database } = wallets
  const onWire = (row: WithdrawalRow) => ({ baseDTO: withdrawalOnWire(wallets, row) })
  return [
    route(withdrawals.getWithdrawalTerms, async ({ caller: { userId }, language }) => ({
      baseDTO: await withdrawalTerms(wallets, { userId, language }),
    })),
    route(withdrawals.sendWithdrawalCode, async (call) => {
      const sent = await sendWithdrawalCode(wallets, call.body, call)
      if (sent instanceof Rejected) return sent
      const { channel, maskedContact = null, expiresInSeconds = null, shown } = sent
      return {
        baseDTO: {
          twoStepAuthenticationType: channel,
          starTwoStepAuthentication: maskedContact,
          expiresInSeconds,
          ...shown,
        },
      }
    }),
    route(withdrawals.beginPasskeyWithdrawal, async (call) => {
      const asked = await beginPasskeyWithdrawal(wallets, call.body, call)
      return asked instanceof Rejected ? asked : { baseDTO: asked }
    }),
    route(withdrawals.requestWithdrawal, async (call) => {
      const asked = { ...call.body, key: call.idempotencyKey }
      const raised = await withdraw(wallets, asked, call)
      if (raised instanceof Rejected) return raised
      if (raised.tokenType === USER_TRANSFER) await makeTransfers(wallets)
      return onWire((await findWithdrawal(database, { id: raised.id, userId: call.caller.userId })) ?? raised)
    }),
    route(
      withdrawals.getWithdrawals,
      ({ caller, query }) => rejectPage(query) ?? listWithdrawals(wallets, caller.userId, query),
    ),
    route(
      withdrawals.getReceivedTransfers,
      async ({ caller: { userId }, query }) => rejectPage(query) ?? listReceived(wallets, userId, query),
    ),
    route(exportWithdrawals, async ({ caller: { userId }, query, language }) =>
      files.send(userId, await withdrawalsForFile(wallets, { userId, asked: query, language })),
    ),
    route(withdrawals.cancelWithdrawal, async ({ caller, params }) => {
      const whose = { id: params.id, userId: caller.userId }
      const row = await findWithdrawal(database, whose)
      if (!row || row.tokenType === GOLD_DELIVERY) return rejected('WITHDRAWAL_NOT_FOUND')
      if (!(await giveBack(wallets, row, { as: 'CANCELLED' }))) return rejected('CANT_DELETE_WITHDRAWAL_REQUEST')
      return onWire((await findWithdrawal(database, whose)) ?? row)
    }),
  ]
}

export function walletRoutes(wallets: WalletServices): Route[] {
  const { database, cardGateways, catalogue, now } = wallets
  const files = new OwnListFiles(() => now().getTime())
  return [
    // A market maker's balances are never sent, not even in its own session.
    route(getWallets, async ({ caller, query }) => ({
      baseDTO: caller.supervisor
        ? {}
        : byCoin(await listWallets(wallets, { userId: caller.userId, coin: query.coins })),
    })),
    route(getMarketBalances, async ({ caller, query }) => {
      const asked = [query.sourceCoin, query.destinationCoin]
      if (asked.some((coin) => !catalogue.coinBySymbol.has(coin))) return rejected('COIN_NOT_FOUND')
      if (caller.supervisor) return { baseDTO: {} }
      const entries = await listWallets(wallets, { userId: caller.userId, coin: undefined })
      const wanted = entries.filter(({ coin }) => asked.includes(coin))
      return { baseDTO: Object.fromEntries(wanted.map(({ coin, credit }) => [coin, credit])) }
    }),
    route(getPositions, async ({ caller }) => ({
      content: caller.supervisor ? [] : await listPositions(wallets, caller.userId),
    })),
    route(getWorthHistory, async ({ caller: { userId, supervisor }, query: { span } }) => {
      const worth = supervisor ? [] : await listWorth(wallets, { userId, span })
      return worth instanceof Rejected ? worth : { content: worth }
    }),
    route(getOrderProfit, async ({ caller, query }) => ({
      baseDTO: caller.supervisor ? null : await findOrderProfit(wallets, { ...query, userId: caller.userId }),
    })),
    route(contract.depositToman, async ({ caller, body, origin, idempotencyKey: key }) => {
      const { paymentGateway: gateway, ...payment } = body
      const request = { userId: caller.userId, gateway, callBackURL: undefined, ...payment, origin, key }
      const begun = await depositToman(wallets, request)
      return begun instanceof Rejected ? begun : { message: 'Deposit Request Created Successfully', baseDTO: begun }
    }),
    route(contract.getDepositOptions, async ({ caller: { userId }, language }) => ({
      baseDTO: await readDepositOptions(wallets, { userId, language }),
    })),
    route(contract.getDeposits, ({ caller, query }) => {
      return rejectPage(query) ?? (isOfToman(query) ? listDeposits : listCoinDeposits)(wallets, caller.userId, query)
    }),
    route(exportDeposits, async ({ caller: { userId }, query, language }) =>
      isOfToman(query)
        ? files.send(userId, await depositsForFile(database, { userId, asked: query, language }))
        : files.send(userId, coinDepositsForFile(wallets, { userId, relatedCoin: query.relatedCoin, language })),
    ),
    route(contract.settleDeposit, async ({ caller, body }) => {
      const deposit = await findDeposit(database, body.authority)
      if (!deposit || deposit.userId !== caller.userId) return rejected('DEPOSIT_NOT_FOUND')
      const settlement = await settleDeposit(wallets, deposit)
      if (settlement === 'GATEWAY_UNAVAILABLE') return rejected(settlement)
      return { baseDTO: depositOnWire((await findDeposit(database, body.authority)) ?? deposit) }
    }),
    ...withdrawalRoutes(wallets, files),
    route(contract.returnFromGateway, async ({ query }) => {
      const returned = cardGateways.readReturn(query)
      const found = returned && (await findDeposit(database, returned.authority))
      // A callback in one gateway's shape says nothing of another's payment.
      const deposit = found?.gateway === returned?.name ? found : undefined
      if (deposit) await settleQuietly(wallets, deposit, { failedAs: returned?.claimsPaid ? undefined : 'CANCELLED' })
      return new SeeOther(pageAfter(query, deposit?.authority))
    }),
  ]
}

const byCoin = <Entry extends { coin: string }>(entries: readonly Entry[]) =>
  Object.fromEntries(entries.map((entry) => [entry.coin, entry]))

/** The payer is redirected in any case: the page settles again, and the reconciling job after it. */
async function settleQuietly(
  wallets: WalletServices,
  deposit: DepositRow,
  how: { readonly failedAs: Unpaid | undefined },
): Promise<void> {
  try {
    await settleDeposit(wallets, deposit, how)
  } catch (error) {
    wallets.log.warn({ err: error, deposit: deposit.id }, 'a payment could not be settled on return')
  }
}

type WalletOnWire = z.input<typeof WalletEntry>

/** The user's balance of every coin, zero where there is none. */
export async function listWallets(
  wallets: WalletServices,
  { userId, coin: asked }: { userId: number; coin: string | undefined },
): Promise<WalletOnWire[]> {
  const balances = new Map((await readBalances(wallets.database, userId)).map((row) => [row.coinId, row]))
  return wallets.catalogue.coins
    .filter((coin) => asked === undefined || coin.symbol === asked)
    .map((coin) => walletOnWire(wallets, coin, balances.get(coin.id)))
}

function walletOnWire({ inToman }: WalletServices, coin: Coin, balance: OwnBalance | undefined): WalletOnWire {
  const available = balance?.available ?? ZERO
  const blocked = balance?.blocked ?? ZERO
  const total = amount(available + blocked)
  const worth = inToman(coin, total)
  return {
    coin: coin.symbol,
    credit: formatDecimal(available, coin.decimals),
    blockedCredit: formatDecimal(blocked, coin.decimals),
    totalBalance: formatDecimal(total, coin.decimals),
    wholePriceOfCredit: worth === undefined ? null : formatDecimal(worth, TOMAN_DECIMALS),
  }
}
