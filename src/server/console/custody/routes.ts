import type * as z from 'zod/mini'
import { canonicalResume } from '#contract/custody.ts'
import * as contract from '#contract/operations-custody.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { type Route, route } from '../../http/route.ts'
import { cutPage } from '../../store/page.ts'
import { readOdd } from '../../store/wallets/incoming-transfers.ts'
import { coinOf } from '../../wallets/own-withdrawals.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { keepSignatures, listOutgoing } from './outgoing-coins.ts'
import { type CustodyBalance, type CustodyWatch, differenceOf } from './read-custody.ts'
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
      return {
        baseDTO: {
          at: at.toISOString(),
          networks: networks.map(({ coins, ...network }) => ({ ...network, coins: coins.map(balanceOnWire) })),
        },
      }
    }),
    route(contract.getOddDeposits, async ({ query: { before } }) => {
      const most = ODD_ROWS + 1
      const found = await readOdd(accounts.database, { before: before ? readId(before) : undefined, most })
      const { rows, ...more } = cutPage(found, ODD_ROWS, ({ id }) => id)
      return { content: rows.map((row) => oddOnWire(row, services)), ...more }
    }),
    route(contract.getOutgoingCoins, async () => ({ content: await listOutgoing(services, await watch.status()) })),
    route(contract.signOutgoing, async (call) => {
      const asked = { id: readId(call.params.id), approvals: call.body.approvals }
      return (await keepSignatures(services, asked, actOf(call))) ?? {}
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

function balanceOnWire(balance: CustodyBalance): BalanceOnWire {
  const { coin, counted, ledger, pending } = balance
  const text = (units: bigint) => formatDecimal(units, coin.decimals)
  const difference = differenceOf(balance)
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
  }
}

type OddRow = Awaited<ReturnType<typeof readOdd>>[number]

function oddOnWire(
  row: OddRow,
  { catalogue }: Pick<ConsoleServices, 'catalogue'>,
): z.input<typeof contract.getOddDeposits.response>['content'][number] {
  const { id, state, userId, network, txid, tag, coinId, contract: token, amount, seenAt } = row
  const coin = coinId === undefined ? undefined : coinOf(catalogue, coinId)
  return {
    ...{ id: String(id), state, userId: userId === undefined ? null : String(userId), network, txid },
    tag: tag ?? null,
    coin: coin?.symbol ?? null,
    contract: token ?? null,
    amount: formatDecimal(amount, coin?.decimals ?? 0),
    seenAt: seenAt.toISOString(),
  }
}
