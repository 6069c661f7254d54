import type { Coin } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import { notifyDuty } from '../../accounts/operators/notify-operators.ts'
import { recordEvent, SERVER_ADDRESS } from '../../store/accounts/audit-log.ts'
import { endShortage, readShortages, type Shortage, saveShortage } from '../../store/console/custody-shortages.ts'
import {
  compareCustody,
  differenceOf,
  type NetworkBalances,
  STATUS_MS_MAX,
  within,
} from '../../wallets/chains/compare-custody.ts'
import type { ConsoleServices } from '../console-services.ts'

interface Services extends Pick<ConsoleServices, 'catalogue' | 'custody'> {
  readonly accounts: Pick<ConsoleServices['accounts'], 'database' | 'now' | 'log'>
}

/**
 * The comparison counts what is on its way, so that a shortage is one from the first reading. The time leaves room for a node that is wrong for a
 * moment, a reorganisation, and for operators who book a payment from cold; a thief's next payment meets custody's limits of an hour.
 */
const LASTS_MS = 10 * MINUTE_MS

/**
 * Compares custody with the ledger, and stops all sending where coins are missing for ten minutes: custody has one switch for all networks.
 * Operators on duty are woken, and sending goes on by operators alone, as after any stop. It stops again for what is missing beyond what
 * they have seen. Too many coins stop nothing, since anybody can pay to the hot wallet and would hold the switch; the first page shows them.
 * Neither is it a shortage that custody does not answer.
 * @returns what it compared; `undefined` if custody did not answer
 */
export async function stopAtShortage(services: Services): Promise<readonly NetworkBalances[] | undefined> {
  const { accounts, catalogue, custody } = services
  const { database, now } = accounts
  const status = await within(custody?.ask('status', {}), STATUS_MS_MAX)
  if (status?.kind !== 'answered') return undefined
  const networks = await compareCustody({ database, catalogue, custody, now }, status.result)
  const before = await readShortages(database)
  for (const { network, coins } of networks)
    for (const balance of coins) {
      const difference = differenceOf(balance)
      if (difference === undefined) continue
      const { coin } = balance
      const place = { network, coinId: coin.id }
      const known = before.find((each) => each.network === network && each.coinId === coin.id)
      const found = shortageNow(known ?? { ...place, known: 0n, lasting: undefined }, -difference, now())
      if (!found) {
        if (known) await endShortage(database, place)
      } else if (found.lasting && now().getTime() - found.lasting.since.getTime() >= LASTS_MS) {
        await stop(services, { ...found, lasting: found.lasting }, coin)
      } else await saveShortage(database, found)
    }
  return networks
}

/** The shortage after a count of so many missing coins; `undefined` if nothing is missing. */
function shortageNow(before: Shortage, missing: bigint, at: Date): Shortage | undefined {
  if (missing <= 0n) return undefined
  // Coins that have come back are missed anew when they leave again.
  const known = smaller(missing, before.known)
  const more = missing - known
  if (more === 0n) return { ...before, known, lasting: undefined }
  const { since, least } = before.lasting ?? { since: at, least: more }
  return { ...before, known, lasting: { since, least: smaller(more, least) } }
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other)

type Lasting = Shortage & { readonly lasting: NonNullable<Shortage['lasting']> }

/** Custody is asked first, because nothing may delay a stop. Without its answer the next run tries again. */
async function stop({ accounts, custody }: Services, { lasting, ...found }: Lasting, coin: Coin): Promise<void> {
  const { database, now, log } = accounts
  const reply = await custody?.ask('stop', { by: 'the comparison with the ledger' })
  if (reply?.kind !== 'answered') return saveShortage(database, { ...found, lasting })
  const { network } = found
  const missing = formatDecimal(found.known + lasting.least, coin.decimals)
  log.error(
    { network, coin: coin.symbol, missing },
    'custody holds fewer coins than the ledger has; all sending is stopped',
  )
  await database.transaction(async (tx) => {
    const at = now()
    await saveShortage(tx, { ...found, known: found.known + lasting.least, lasting: undefined })
    await notifyDuty(tx, {
      ...{ kind: 'CUSTODY_SHORT', right: 'WITHDRAWALS_DECIDE', isGrave: true, at },
      params: { amount: missing, coin: coin.symbol, name: network },
    })
    await recordEvent(tx, {
      ...{ at, kind: 'CUSTODY_STOPPED', userId: undefined, ip: SERVER_ADDRESS },
      device: 'custody check',
      details: { network, coin: coin.symbol, missing },
    })
  })
}
