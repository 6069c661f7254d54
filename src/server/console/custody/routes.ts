import type * as z from 'zod/mini'
import { canonicalResume } from '#contract/custody-approvals.ts'
import * as contract from '#contract/operations-custody.ts'
import { Rejected } from '#contract/rejected.ts'
import type { Coin } from '#domain/coin.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { type Route, route } from '../../http/route.ts'
import { cutPage } from '../../store/page.ts'
import { sumWaiting, type WaitingSum } from '../../store/wallets/cold-moves.ts'
import { readOdd } from '../../store/wallets/incoming-transfers.ts'
import { type CustodyBalance, differenceOf } from '../../wallets/chains/compare-custody.ts'
import { coinOf } from '../../wallets/own-withdrawals.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { idOfProposed } from '../proposals/proposal.ts'
import { proposeColdPayment, setWithdrawalCold } from './cold-payments.ts'
import { draftPayment } from './draft-payment.ts'
import { proposeHeldDeposit } from './held-deposits.ts'
import { keepSignatures, listOutgoing } from './outgoing-coins.ts'
import type { CustodyWatch } from './read-custody.ts'
import { resumeSending, stopSending } from './switch-custody.ts'

const ODD_ROWS = 50

/** The room of custody: what it holds, the switch that stops all sending, and deposits that are in nobody's balance. */
export function custodyRoutes(services: ConsoleServices, watch: CustodyWatch): Route[] {
  const { accounts } = services
  return [
    route(contract.getCustody, async () => ({
      baseDTO: statusOnWire(await watch.status(), { isConnected: services.custody !== undefined }),
    })),
    route(contract.getCustodyBalances, async () => {
      const { at, networks } = await watch.balances()
      const waiting = await sumWaiting(accounts.database)
      return {
        baseDTO: {
          at: at.toISOString(),
          networks: networks.map(({ coins, ...network }) => ({
            ...network,
            coins: coins.map((balance) => balanceOnWire(balance, unsentOf(balance.coin, network, waiting))),
          })),
        },
      }
    }),
    route(contract.draftColdPayment, async ({ query }) => {
      const withdrawal = query.withdrawal === undefined ? undefined : readId(query.withdrawal)
      const drafted = await draftPayment(services, watch, { ...query, withdrawal })
      return drafted instanceof Rejected ? drafted : { baseDTO: drafted }
    }),
    route(contract.getOddDeposits, async ({ query: { before } }) => {
      const most = ODD_ROWS + 1
      const found = await readOdd(accounts.database, { before: before ? readId(before) : undefined, most })
      const { rows, ...more } = cutPage(found, ODD_ROWS, ({ id }) => id)
      return { content: rows.map((row) => oddOnWire(row, services)), ...more }
    }),
    route(contract.decideHeldDeposit, async (call) => {
      const asked = { id: readId(call.params.id), decision: call.body.decision }
      return idOfProposed(await proposeHeldDeposit(services, asked, actOf(call)))
    }),
    route(contract.getOutgoingCoins, async () => ({ content: await listOutgoing(services, await watch.status()) })),
    route(contract.signOutgoing, async (call) => {
      const asked = { id: readId(call.params.id), approvals: call.body.approvals }
      return (await keepSignatures(services, asked, actOf(call))) ?? {}
    }),
    route(
      contract.setCold,
      async (call) => (await setWithdrawalCold(services, readId(call.params.id), actOf(call))) ?? {},
    ),
    route(contract.proposeColdPayment, async (call) => {
      const { reason: _, withdrawal, ...reported } = call.body
      const id = withdrawal === undefined ? undefined : readId(withdrawal)
      const asked = { reported: { ...reported, withdrawal: id }, act: actOf(call) }
      return idOfProposed(await proposeColdPayment(services, watch, asked))
    }),
    route(contract.stopCustody, async (call) => {
      const refusal = await stopSending(services, actOf(call))
      watch.forgetStatus()
      return refusal ?? {}
    }),
    route(contract.resumeCustody, async (call) => {
      const refusal = await resumeSending(services, call.body, actOf(call))
      watch.forgetStatus()
      return refusal ?? {}
    }),
  ]
}

function statusOnWire(
  status: Awaited<ReturnType<CustodyWatch['status']>>,
  { isConnected }: { isConnected: boolean },
): z.input<typeof contract.getCustody.response>['baseDTO'] {
  if (!status)
    return { state: isConnected ? 'SILENT' : 'NOT_CONNECTED', stoppedAt: null, resumeText: null, networks: [] }
  const { stoppedAt, networks } = status
  return {
    state: 'ANSWERS',
    stoppedAt: stoppedAt === undefined ? null : new Date(stoppedAt).toISOString(),
    resumeText: stoppedAt === undefined ? null : canonicalResume(stoppedAt),
    networks: networks.map(({ network, reachable, tip, hotAddress, coldAddress }) => ({
      ...{ network, reachable, hotAddress },
      height: tip?.height ?? null,
      coldAddress: coldAddress ?? null,
    })),
  }
}

type BalanceOnWire = z.input<
  typeof contract.getCustodyBalances.response
>['baseDTO']['networks'][number]['coins'][number]

function unsentOf(coin: Coin, { network }: { network: string }, waiting: readonly WaitingSum[]): bigint {
  return waiting.find((each) => each.network === network && each.coinId === coin.id)?.unsent ?? 0n
}

function balanceOnWire(balance: CustodyBalance, unsent: bigint): BalanceOnWire {
  const { coin, counted, ledger, pending } = balance
  const text = (units: bigint) => formatDecimal(units, coin.decimals)
  const difference = differenceOf(balance)
  // Coins on deposit addresses are swept, or spent where they are.
  const lacking = counted ? unsent - counted.hot - counted.deposits : 0n
  return {
    coin: coin.symbol,
    counted: counted
      ? {
          ...{ hot: text(counted.hot), deposits: text(counted.deposits) },
          cold: counted.cold === undefined ? null : text(counted.cold),
        }
      : null,
    ledger: { hot: text(ledger.hot), cold: text(ledger.cold) },
    pending: text(pending),
    difference: difference === undefined ? null : text(difference),
    bring: lacking > 0n ? text(lacking) : null,
  }
}

type OddRow = Awaited<ReturnType<typeof readOdd>>[number]

function oddOnWire(
  row: OddRow,
  { catalogue }: Pick<ConsoleServices, 'catalogue'>,
): z.input<typeof contract.getOddDeposits.response>['content'][number] {
  const { id, state, userId, network, txid, tag, coinId, contract: token, amount, seenAt, heldFor } = row
  const coin = coinId === undefined ? undefined : coinOf(catalogue, coinId)
  return {
    ...{ id: String(id), state, userId: userId === undefined ? null : String(userId), network, txid },
    tag: tag ?? null,
    coin: coin?.symbol ?? null,
    contract: token ?? null,
    amount: formatDecimal(amount, coin?.decimals ?? 0),
    seenAt: seenAt.toISOString(),
    heldFor: heldFor ?? null,
  }
}
