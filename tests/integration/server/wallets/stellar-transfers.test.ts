import { Memo } from '@stellar/stellar-base'
import { expect, onTestFinished, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import { ownerIdOf } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import { PASSPHRASE, SandboxStellarLedgers } from '#sandbox/stellar/stellar-ledgers.ts'
import { stellarSandbox } from '#sandbox/stellar/stellar-sandbox.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { readBalances } from '#server/store/wallets/balances.ts'
import { readOdd } from '#server/store/wallets/incoming-transfers.ts'
import { findWithdrawal } from '#server/store/wallets/withdrawals.ts'
import { depositAddress } from '#server/wallets/chains/deposit-address.ts'
import { readCoinDestination } from '#server/wallets/chains/read-coin-destination.ts'
import { scanDeposits } from '#server/wallets/chains/scan-deposits.ts'
import { sendWithdrawals } from '#server/wallets/chains/send-withdrawals.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { stellarPolicy } from '#tests/setup/custody-process.ts'
import { openCustodyServices } from '#tests/setup/custody-services.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'

const XLM = 10_000_000n
const STRANGER = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'

onDatabase('coins that come and go over Stellar', (open) => {
  test('are credited once to the user of the memo, and leave with the memo of their destination', async () => {
    const ledgers = new SandboxStellarLedgers()
    const node = await listenOnLoopback(stellarSandbox(ledgers))
    onTestFinished(node.close)
    const policy = stellarPolicy({ passphrase: PASSPHRASE })
    const world = await openCustodyServices(await open(), { policy, nodes: { XLM: node.url } })
    onTestFinished(world.close)
    const { services, hot } = world
    const { database, exchange, catalogue } = services
    const coin = catalogue.coinBySymbol.get('STELLAR')
    if (!coin) throw new Error('there is no such coin')
    const units = (stroops: bigint) => (stroops * 10n ** BigInt(coin.decimals)) / XLM
    const availableOf = async (ownerId: number) =>
      (await readBalances(database, ownerId)).find(({ coinId }) => coinId === coin.id)?.available ?? 0n

    await scanDeposits(services)
    const { userId } = await verifiedUser(database)
    const own = await depositAddress(services, { userId, relatedCoin: 'STELLAR', tokenType: 'XLM' })
    if (own instanceof Rejected) throw new Error(own.code)
    ledgers.pay(hot, 5n * XLM)
    ledgers.pay(own.address, 150n * XLM, { memo: Memo.id(own.tag ?? '') })
    ledgers.pay(own.address, 50n * XLM, { memo: Memo.id(own.tag ?? ''), byPath: true })
    ledgers.pay(own.address, 9n * XLM, { memo: Memo.text('hello') })
    for (let scan = 0; scan < 3; scan += 1) await scanDeposits(services)
    expect(await availableOf(userId)).toBe(units(200n * XLM))
    const odd = await readOdd(database, { before: undefined, most: 5 })
    // The payment that makes an account is its operators' own.
    expect(odd.map((row) => [row.state, row.userId, row.tag])).toEqual([['UNOWNED', undefined, 'hello']])
    expect(await availableOf(ownerIdOf('suspense/XLM'))).toBe(units(9n * XLM))

    const asked = { coin, tokenType: 'XLM', address: STRANGER, tag: 'order 7', amount: amount(units(50n * XLM)) }
    const destination = await readCoinDestination(services, asked)
    if (destination instanceof Rejected) throw new Error(destination.code)
    const sent = { type: 'withdraw', userId, key: 'withdraw', fingerprint: 'withdraw', coinId: coin.id } as const
    const raised = await exchange.submit({ ...sent, amount: asked.amount, ...leavingTo(destination) })
    if (raised.kind !== 'withdrawal') throw new Error(`refused: ${JSON.stringify(raised)}`)
    for (let round = 0; round < 6; round += 1) {
      world.wait(6_000)
      await sendWithdrawals(services)
      ledgers.close()
    }
    const row = await findWithdrawal(database, { id: raised.withdrawalId, userId })
    expect(row).toMatchObject({ state: 'CONFIRMED', address: STRANGER, tag: 'order 7' })
    expect(ledgers.find(row?.sentReference ?? '')?.transaction.transaction.memo.type).toBe('text')
    expect(units(ledgers.balance(STRANGER))).toBe(units(50n * XLM) - destination.networkFee)
    expect((await checkLedger(database)).faults).toEqual([])
  })
})
