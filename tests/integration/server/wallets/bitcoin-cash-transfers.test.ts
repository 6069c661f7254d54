import { expect, onTestFinished, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import { amount } from '#domain/units.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { readBalances } from '#server/store/wallets/balances.ts'
import { findWithdrawal } from '#server/store/wallets/withdrawals.ts'
import { depositAddress } from '#server/wallets/chains/deposit-address.ts'
import { readCoinDestination } from '#server/wallets/chains/read-coin-destination.ts'
import { scanDeposits } from '#server/wallets/chains/scan-deposits.ts'
import { sendWithdrawals } from '#server/wallets/chains/send-withdrawals.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { bitcoinPolicy, startBitcoinSandbox } from '#tests/setup/bitcoin-sandboxes.ts'
import { openCustodyServices } from '#tests/setup/custody-services.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const WHOLE = 100_000_000n
/** The address of nobody's key, without its prefix. */
const SOMEBODY = 'qqg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zy8lyg7mcr'

onDatabase('Bitcoin Cash', (open) => {
  async function start() {
    const { chain, url, close: closeNode } = await startBitcoinSandbox('BCH')
    onTestFinished(closeNode)
    const options = { policy: bitcoinPolicy(['BCH']), nodes: { BCH: url } }
    const { services, wait, close } = await openCustodyServices(await open(), options)
    onTestFinished(close)
    const sendLater = async () => {
      wait(6_000)
      await sendWithdrawals(services)
    }
    return { chain, services, sendLater }
  }

  test('comes in under an address with its prefix, is credited once it is deep, and leaves to an address without one', async () => {
    const { chain, services, sendLater } = await start()
    const { database, catalogue, exchange } = services
    const coin = catalogue.coinBySymbol.get('BITCOIN_CASH')
    if (!coin) throw new Error('the coin is not there')
    const { userId } = await verifiedUser(database)
    await scanDeposits(services)
    const own = await depositAddress(services, { userId, relatedCoin: 'BITCOIN_CASH', tokenType: 'BCH' })
    if (own instanceof Rejected) throw new Error(own.code)
    expect(own.address).toMatch(/^bchreg:q[0-9a-z]{41}$/)
    chain.pay(own.address, 2n * WHOLE)
    const held = async () => {
      const row = (await readBalances(database, userId)).find(({ coinId }) => coinId === coin.id)
      return [row?.available ?? 0n, row?.blocked ?? 0n]
    }
    chain.mine(2)
    await scanDeposits(services)
    expect(await held()).toEqual([0n, 0n])
    chain.mine()
    for (let scan = 0; scan < 2; scan += 1) await scanDeposits(services)
    expect(await held()).toEqual([2n * WHOLE, 0n])

    const asked = { coin, tokenType: 'BCH', amount: amount(WHOLE) }
    expect(
      await readCoinDestination(services, { ...asked, address: '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu' }),
    ).toMatchObject({
      code: 'ADDRESS_INVALID',
    })
    const destination = await readCoinDestination(services, { ...asked, address: SOMEBODY })
    if (destination instanceof Rejected) throw new Error(destination.code)
    expect(destination.address).toBe(`bchreg:${SOMEBODY}`)
    const raised = await exchange.submit({
      ...{
        type: 'withdraw',
        userId,
        key: 'raise-cash',
        fingerprint: 'raise-cash',
        coinId: coin.id,
        amount: amount(WHOLE),
      },
      ...leavingTo(destination),
    })
    if (raised.kind !== 'withdrawal') throw new Error(raised.kind)
    const state = async () => (await findWithdrawal(database, { id: raised.withdrawalId, userId }))?.state
    await sendLater()
    expect(await state()).toBe('SENT')
    chain.mine(3)
    await sendLater()
    expect(await state()).toBe('CONFIRMED')
    expect(await held()).toEqual([WHOLE, 0n])
    const script = chain.rules.scriptOf(destination.address)
    const [paid] =
      chain.blockAt(4)?.transactions.flatMap(({ outputs }) => outputs.filter((each) => each.script === script)) ?? []
    expect(paid?.value).toBe(WHOLE - destination.networkFee)
    expect((await checkLedger(database)).faults).toEqual([])
  })
})
