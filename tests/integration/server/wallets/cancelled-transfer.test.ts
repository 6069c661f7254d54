import { afterAll, beforeAll, expect, test } from 'vitest'
import { getWallets } from '#contract/wallets.ts'
import { cancelWithdrawal } from '#contract/withdrawals.ts'
import { toCount } from '#domain/counts.ts'
import { amount } from '#domain/units.ts'
import { addressOfUser, USER_TRANSFER } from '#domain/user-transfer.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { makeTransfers } from '#server/wallets/transfers/make-transfers.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import type { Customer } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { openWholeServer, type WholeServer } from '#tests/builders/whole-server.ts'

let server: WholeServer
beforeAll(async () => {
  server = await openWholeServer()
})
afterAll(async () => {
  expect((await checkLedger(server.database)).faults).toEqual([])
  await server.close()
})

const freeOf = async (customer: Customer) =>
  (await customer.ask(getWallets, { query: { coins: 'TOMAN' } })).baseDTO.TOMAN?.credit

test('a transfer that its sender cancels just before it is made is not made', async () => {
  const { database, exchange, catalogue } = server
  const [sender, recipient] = [await fundedCustomer(server.url, '2000000'), await fundedCustomer(server.url, '100000')]
  const idOf = async ({ mobileNumber }: Customer) => {
    const [row] = await database.query<{ id: bigint }>('select id from users where mobile like $1', [
      `%${mobileNumber.slice(-10)}`,
    ])
    return toCount(row?.id ?? 0n)
  }
  const address = addressOfUser({ named: recipient.mobileNumber, userId: await idOf(recipient) })
  const raised = await exchange.submit({
    ...{ type: 'withdraw', userId: await idOf(sender), coinId: catalogue.coinBySymbol.get('TOMAN')?.id ?? 0 },
    ...{ amount: amount(500_000_000_000n), key: 'to-another', fingerprint: '' },
    ...leavingTo({ tokenType: USER_TRANSFER, address, networkFee: amount(0n) }),
  })
  if (raised.kind !== 'withdrawal') throw new Error(`refused: ${JSON.stringify(raised)}`)
  let isCancelled = false
  const late: typeof database = {
    ...database,
    async query(sql, values) {
      if (sql.includes("set state = 'SIGNED'") && !isCancelled) {
        isCancelled = true
        await sender.ask(cancelWithdrawal, { params: { id: String(raised.withdrawalId) } })
      }
      return database.query(sql, values)
    },
  }
  const errors: unknown[] = []
  const log = { error: (details: object) => void errors.push(details), warn: () => undefined }
  await makeTransfers({ database: late, exchange, catalogue, now: () => new Date(), log })
  expect(isCancelled).toBe(true)
  expect(errors).toEqual([])
  expect([await freeOf(sender), await freeOf(recipient)]).toEqual(['2000000', '100000'])
})
