import Fastify from 'fastify'
import { parseSheba } from '#domain/sheba.ts'
import { amount } from '#domain/units.ts'
import { transferorSandbox } from '#sandbox/payouts/transferor-sandbox.ts'
import {
  createSandboxTransfers,
  MAGIC_AMOUNTS,
  type MagicEnding,
  type SandboxTransfers,
} from '#sandbox/payouts/transfers.ts'
import { createJibitTransferor } from '#server/providers/payouts/jibit-transferor.ts'
import type { PayoutGateway } from '#server/providers/payouts/payouts.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { advanceWithdrawal } from '#server/store/wallets/withdrawals.ts'
import { readColumns } from '#server/wallets/payouts/bank-file.ts'
import type { PayoutServices } from '#server/wallets/payouts/payout-services.ts'
import { readStatementColumns } from '#server/wallets/payouts/read-statement.ts'
import { MAY_WITHDRAW } from './commands.ts'
import { openTestExchange, type TestExchange } from './test-exchange.ts'
import { type VerifiedUser, verifiedUser } from './verified-user.ts'

/** Units of the ledger in one Toman. */
export const TOMAN_UNITS = 1_000_000n
/** A Saturday, 10:00 in Tehran: no holiday of the seeds. */
export const SATURDAY = Date.UTC(2026, 10, 28, 6, 30)
export const FAILURE_STANDS_MS = 20_000
export const PAYS_AFTER_MS = 5_000

export interface PayoutPlace {
  readonly services: PayoutServices
  readonly exchange: TestExchange
  readonly transfers: SandboxTransfers
  readonly gateway: PayoutGateway
  pass(ms: number): void
  /** Raises an approved withdrawal of a new user who has twice as much. */
  raise(toman: bigint): Promise<RaisedWithdrawal>
  close(): Promise<void>
}

export interface RaisedWithdrawal {
  readonly id: number
  readonly user: VerifiedUser
}

/** An amount in Toman with this ending at the sandbox. */
export function tomanThat(ending: MagicEnding): bigint {
  const magic = MAGIC_AMOUNTS.find((each) => each.ending === ending)
  if (!magic) throw new Error(`no amount ${ending}`)
  return 500_000n + magic.rial / 10n
}

export async function openPayouts(
  database: Database,
  { now: given, exchange: opened }: { now?: () => number; exchange?: TestExchange } = {},
): Promise<PayoutPlace> {
  let nowMs = SATURDAY
  const nowOf = given ?? (() => nowMs)
  const now = () => new Date(nowOf())
  const exchange = opened ?? (await openTestExchange(database, { now: nowOf }))
  const settings = {
    ...{ apiKey: 'key', secretKey: 'secret', accessLifetimeMs: 3_600_000, now },
    ...{ paysAfterMs: PAYS_AFTER_MS, paysLateAfterMs: 4 * FAILURE_STANDS_MS },
  }
  const transfers = createSandboxTransfers(settings)
  const app = Fastify({ forceCloseConnections: true })
  app.register(transferorSandbox(settings, transfers))
  const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const gateway = createJibitTransferor({ apiUrl, apiKey: 'key', secretKey: 'secret', timeoutMs: 150 })
  const fileColumns = readColumns('row,sheba,rial,name,identifier')
  const statementColumns = readStatementColumns('day,rial,reference,identifier,description')
  if (!fileColumns || !statementColumns) throw new Error('the columns of the test are wrong')
  const rules = { closingMinute: 11 * 60, failureStandsMs: FAILURE_STANDS_MS, fileColumns, statementColumns }
  const log = { warn: () => undefined, error: () => undefined }
  const catalogue = await readCatalogue(database)
  const toman = catalogue.coinBySymbol.get('TOMAN')
  if (!toman) throw new Error('the catalogue has no Toman')
  return {
    services: { database, exchange, catalogue, gateway, rules, now, log },
    ...{ exchange, transfers, gateway },
    pass: (ms) => {
      nowMs += ms
    },
    async raise(quantity) {
      const user = await verifiedUser(database, { at: now() })
      const units = amount(quantity * TOMAN_UNITS)
      const common = { userId: user.userId, fingerprint: '', coinId: toman.id, at: nowOf() }
      await exchange.submit({
        ...{ ...common, type: 'credit', key: 'gift', reference: `gift/${user.userId}`, source: 'gateway/ZARINPAL' },
        amount: amount(2n * units),
      })
      const sheba = parseSheba(user.sheba)
      if (!sheba) throw new Error('the user has no Sheba')
      const raised = await exchange.submit({
        ...{ ...common, type: 'withdraw', key: 'away', amount: units, worth: units },
        destination: { tokenType: 'BANK', address: sheba, networkFee: amount(0n) },
        withdrawer: { ...MAY_WITHDRAW, readAt: nowOf() },
      })
      if (raised.kind !== 'withdrawal') throw new Error(`not raised: ${JSON.stringify(raised)}`)
      await advanceWithdrawal(database, { id: raised.withdrawalId, to: 'APPROVED', at: now() })
      return { id: raised.withdrawalId, user }
    },
    async close() {
      await app.close()
      if (!opened) await exchange.close()
    },
  }
}
