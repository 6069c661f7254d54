import { expect, test } from 'vitest'
import { LiabilityBoard } from '#server/wallets/liabilities/liability-board.ts'
import { OWN_ADDRESS, SILENCE } from '#tests/builders/custody-double.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { MORNING, servicesOn } from './liability-services.ts'

onDatabase('what is held beside a statement of liabilities', (open) => {
  test('names a network that stays silent for an hour, and counts its coins as soon as it answers', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000 TOMAN')
    let isAway = true
    const network = (name: 'ERC20' | 'TRC20') => ({
      ...{ network: name, reachable: true, chain: '1', confirmations: 3, extendedPublicKey: 'xpub' },
      ...{ hotAddress: `hot of ${name}`, coins: [] },
    })
    const { clock, publish } = servicesOn(database, {
      status: () => ({ stopped: false, networks: [network('ERC20'), network('TRC20')] }),
      balances: (asked) =>
        isAway && asked.network === 'TRC20' ? SILENCE : { at: { height: 1, hash: '0x1' }, coins: [] },
      attest: () => ({ address: OWN_ADDRESS, scheme: 'EIP-191', message: 'holds', signature: '0xsigned' }),
    })
    const board = new LiabilityBoard({ database })
    const reserves = async () => {
      await publish()
      await board.reload()
      return board.newest?.reserves
    }
    expect(await reserves()).toBeNull()
    clock.at = new Date(MORNING.getTime() + 3_600_000)
    expect(await reserves()).toMatchObject({
      missing: ['TRC20'],
      addresses: [{ network: 'ERC20' }, { network: 'ERC20' }],
    })
    isAway = false
    clock.at = new Date(MORNING.getTime() + 3_660_000)
    const whole = await reserves()
    expect(whole?.missing).toBeUndefined()
    expect(whole?.addresses.map((each) => each.network)).toEqual(['ERC20', 'ERC20', 'TRC20', 'TRC20'])
    await exchange.close()
  })

  test('has custody’s addresses beside it, once custody answers', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000 TOMAN')
    let isAway = true
    const { publish } = servicesOn(database, {
      status: () =>
        isAway
          ? SILENCE
          : {
              stopped: false,
              networks: [
                {
                  ...{ network: 'ERC20', reachable: true, chain: '31337', confirmations: 3, extendedPublicKey: 'xpub' },
                  ...{ hotAddress: OWN_ADDRESS, coldAddress: '0xcold', coins: [] },
                },
              ],
            },
      balances: () => ({
        at: { height: 1, hash: '0x1' },
        coins: [{ symbol: 'TETHER', decimals: 6, hot: '1500000', deposits: '0', cold: '20000000' }],
      }),
      attest: ({ statement }) => ({
        ...{ address: OWN_ADDRESS, scheme: 'EIP-191', message: `holds ${statement}`, signature: '0xsigned' },
      }),
    })
    const board = new LiabilityBoard({ database })
    await publish()
    await board.reload()
    expect(board.newest?.reserves).toBeNull()
    isAway = false
    await publish()
    await board.reload()
    const { fingerprint } = board.newest ?? {}
    expect(board.newest?.reserves?.addresses).toEqual([
      {
        ...{ network: 'ERC20', kind: 'HOT', address: OWN_ADDRESS, coins: [{ coin: 'TETHER', amount: '1.5' }] },
        attestation: { scheme: 'EIP-191', message: `holds ${fingerprint}`, signature: '0xsigned' },
      },
      {
        ...{ network: 'ERC20', kind: 'COLD', address: '0xcold', coins: [{ coin: 'TETHER', amount: '20' }] },
        attestation: null,
      },
      {
        ...{ network: 'ERC20', kind: 'DEPOSITS', address: null, coins: [{ coin: 'TETHER', amount: '0' }] },
        attestation: null,
      },
    ])
    await exchange.close()
  })
})
