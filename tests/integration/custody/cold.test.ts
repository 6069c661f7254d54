import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { COLD_INTENT } from '#contract/custody.ts'
import { openAccount } from '#custody/account.ts'
import { cashAddresses } from '#custody/chains/bitcoin/address-codec.ts'
import { openStellarAccount } from '#custody/chains/stellar/stellar-account.ts'
import { XRP_PATH } from '#custody/chains/xrp/xrp-chain.ts'
import { openSeedFile, writeSeedFile } from '#custody/seed-file.ts'
import { SandboxStellarLedgers, PASSPHRASE as STELLAR } from '#sandbox/stellar/stellar-ledgers.ts'
import { stellarSandbox } from '#sandbox/stellar/stellar-sandbox.ts'
import { FIRST_BLOCK, SandboxTronChain, TETHER_CONTRACT } from '#sandbox/tron/tron-chain.ts'
import { tronSandbox } from '#sandbox/tron/tron-sandbox.ts'
import { NETWORK_ID, SandboxXrpLedgers } from '#sandbox/xrp/xrp-ledgers.ts'
import { xrpSandbox } from '#sandbox/xrp/xrp-sandbox.ts'
import { bitcoinPolicy, startBitcoinSandbox } from '#tests/setup/bitcoin-sandboxes.ts'
import {
  AMPLE,
  type CustodyProcess,
  custodyFolder,
  evmPolicy,
  startCustody,
  stellarPolicy,
  tronPolicy,
  xrpPolicy,
} from '#tests/setup/custody-process.ts'
import { ensureLitecoin, REGTEST_FIRST_BLOCK, startLitecoin } from '#tests/setup/litecoin.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'
import { startAnvil } from '../../../src/scripts/anvil.ts'

const { found: litecoind } = await ensureLitecoin(() => undefined)

const PASSPHRASE = 'correct horse battery staple'
const XRP_STRANGER = 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Ws'
const STELLAR_STRANGER = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
const WORDS = `${'abandon '.repeat(23)}art`

/** The seed file of a machine without a network, and the extended public key that the policy gets of it. */
function coldSeed(folder: string, path: string) {
  const file = join(folder, 'cold-seed.json')
  writeSeedFile(file, { words: WORDS, passphrase: PASSPHRASE, logN: 14 })
  return { file, key: openAccount(openSeedFile(file, PASSPHRASE), path).extendedPublicKey }
}
const signAt = (file: string, draft: unknown, ...options: string[]) =>
  spawnSync(process.execPath, ['src/custody/sign-cold.ts', file, ...options], {
    input: `${PASSPHRASE}\n${JSON.stringify(draft)}`,
    encoding: 'utf8',
  })
const statusOf = async (custody: CustodyProcess) => (await custody.ask('status', {})).networks[0]

describe('cold storage', () => {
  test('of an EVM chain pays the hot wallet by a draft that a machine without a network signs', async () => {
    const anvil = await startAnvil({ chainId: 31_337 })
    onTestFinished(anvil.stop)
    const token = await anvil.deployToken()
    const { folder, remove } = await custodyFolder(evmPolicy())
    onTestFinished(remove)
    const cold = coldSeed(folder, "m/44'/60'/0'")
    const place = await custodyFolder(evmPolicy({ contract: token, cold: cold.key }))
    onTestFinished(place.remove)
    const custody = startCustody({ folder: place.folder, nodes: { ERC20: anvil.url } })
    onTestFinished(custody.kill)
    const { hotAddress = '', coldAddress = '' } = (await statusOf(custody)) ?? {}
    await anvil.pay(coldAddress, 10n ** 18n)
    await anvil.mintToken(token, coldAddress, 9_000_000n)
    const payment = { network: 'ERC20', coin: 'TETHER', to: hotAddress, amount: '5000000' } as const
    expect(await custody.refusal('draft', { ...payment, amount: '9000001' })).toBe('NOT_ENOUGH_FUNDS')
    const { draft, from } = await custody.ask('draft', payment)
    expect(from).toBe(coldAddress)

    const shown = signAt(cold.file, draft)
    expect(shown.stdout).toBe('')
    expect(shown.stderr).toContain(`5000000 base units of the token ${token} to ${hotAddress.toLowerCase()}`)
    const other = signAt(cold.file, { ...Object(draft), chain: '1' }, '--sign')
    expect([other.stdout, other.stderr]).toEqual(['', expect.stringContaining('is for chain 31337')])
    const raw = signAt(cold.file, draft, '--sign').stdout.trim()
    expect(await custody.ask('submit', { network: 'ERC20', raw })).toMatchObject({ accepted: true })
    expect(await custody.refusal('submit', { network: 'ERC20', raw: raw.slice(0, -2) })).toBe('BAD_REQUEST')
    const { coins } = await custody.ask('balances', { network: 'ERC20', issued: 0 })
    expect(coins[1]).toMatchObject({ symbol: 'TETHER', hot: '5000000', cold: '4000000' })
  })

  test('of XRP and of Stellar pays by a draft the account of all users, which is no deposit of theirs, and a receiver with its tag', async () => {
    const [ledgers, stellar] = [new SandboxXrpLedgers(), new SandboxStellarLedgers()]
    const nodes = [await listenOnLoopback(xrpSandbox(ledgers)), await listenOnLoopback(stellarSandbox(stellar))]
    for (const { close } of nodes) onTestFinished(close)
    const { folder, remove } = await custodyFolder(evmPolicy())
    onTestFinished(remove)
    const cold = coldSeed(folder, XRP_PATH)
    const { address } = openStellarAccount(openSeedFile(cold.file, PASSPHRASE))
    const xrp = xrpPolicy({ networkId: NETWORK_ID, cold: cold.key })
    const { networks, limits } = stellarPolicy({ passphrase: STELLAR, cold: address })
    const both = { ...xrp, limits: { ...xrp.limits, ...limits }, networks: { ...xrp.networks, ...networks } }
    const place = await custodyFolder(both)
    onTestFinished(place.remove)
    const [first, second] = nodes
    const custody = startCustody({ folder: place.folder, nodes: { XRP: first?.url ?? '', XLM: second?.url ?? '' } })
    onTestFinished(custody.kill)
    const served = (await custody.ask('status', {})).networks
    for (const { network, hotAddress, coldAddress = '' } of served) {
      for (const to of [hotAddress, coldAddress])
        network === 'XRP' ? ledgers.pay(to, 90_000_000n) : stellar.pay(to, 900_000_000n)
      ledgers.close()
      const { tip } = await custody.ask('scan', { network, after: 0, issued: 1 })
      const coin = network === 'XRP' ? 'RIPPLE' : 'STELLAR'
      const asked = { network, coin, to: hotAddress, amount: '30000000' }
      const { draft, from } = await custody.ask('draft', asked)
      expect(from).toBe(coldAddress)
      const figure = network === 'XRP' ? '30' : '3'
      expect(signAt(cold.file, draft).stderr).toContain(`${figure} to ${hotAddress}`)
      const raw = signAt(cold.file, draft, '--sign').stdout.trim()
      const { txid } = await custody.ask('submit', { network, raw })
      ledgers.close()
      stellar.close()
      const { transfers } = await custody.ask('scan', { network, after: tip.height, issued: 1 })
      expect(transfers).toMatchObject([{ amount: '30000000', from: [coldAddress], intent: COLD_INTENT }])
      const found = { height: expect.any(Number), confirmations: 1, isFinal: true, fee: expect.any(String) }
      expect(await custody.ask('inspect', { ...asked, txid })).toEqual({ found: { ...found, amount: '30000000' } })

      const to = network === 'XRP' ? XRP_STRANGER : STELLAR_STRANGER
      const tagged = { ...asked, to, tag: '77', amount: '20000000' }
      const outside = (await custody.ask('draft', tagged)).draft
      expect(signAt(cold.file, outside).stderr).toMatch(/(tag|memo) 77/)
      const sent = signAt(cold.file, outside, '--sign').stdout.trim()
      const { txid: paid } = await custody.ask('submit', { network, raw: sent })
      expect(await custody.ask('inspect', { ...tagged, txid: paid })).toEqual({})
      ledgers.close()
      stellar.close()
      const seen = (change: object) => custody.ask('inspect', { ...tagged, txid: paid, ...change })
      expect(await seen({})).toMatchObject({ found: { amount: '20000000' } })
      for (const wrong of [{ tag: '78' }, { tag: undefined }, { to: hotAddress }])
        expect(await seen(wrong), JSON.stringify(wrong)).toMatchObject({ found: { amount: '0' } })
      // One that somebody else has sent is none of cold storage.
      const theirs = network === 'XRP' ? ledgers.pay(to, 20_000_000n, 77) : stellar.pay(to, 20_000_000n)
      ledgers.close()
      stellar.close()
      expect(await seen({ txid: theirs })).toEqual({})
    }
  })

  test('of TRON pays by a draft that can be carried to another machine and back', async () => {
    const chain = new SandboxTronChain({ solidAfter: 3 })
    const node = await listenOnLoopback(tronSandbox(chain))
    onTestFinished(node.close)
    const policy = { firstBlock: FIRST_BLOCK, contract: TETHER_CONTRACT }
    const { folder, remove } = await custodyFolder(tronPolicy(policy))
    onTestFinished(remove)
    const cold = coldSeed(folder, "m/44'/195'/0'")
    const place = await custodyFolder(tronPolicy({ ...policy, cold: cold.key }))
    onTestFinished(place.remove)
    const custody = startCustody({ folder: place.folder, nodes: { TRC20: node.url } })
    onTestFinished(custody.kill)
    const { hotAddress = '', coldAddress = '' } = (await statusOf(custody)) ?? {}
    chain.pay(coldAddress, 90_000_000n)
    chain.payToken(coldAddress, 9_000_000n)
    chain.produce()
    const payment = { network: 'TRC20', to: hotAddress } as const
    const tokens = await custody.ask('draft', { ...payment, coin: 'TETHER', amount: '5000000' })
    const coins = await custody.ask('draft', { ...payment, coin: 'TRON', amount: '30000000' })
    expect(tokens.from).toBe(coldAddress)
    chain.skip(6 * 3_600_000)
    chain.produce(3)

    const shown = signAt(cold.file, tokens.draft)
    expect(shown.stdout).toBe('')
    expect(shown.stderr).toContain(`5000000 base units of the token ${TETHER_CONTRACT} to ${hotAddress}`)
    expect(signAt(cold.file, coins.draft).stderr).toContain(`30 to ${hotAddress}`)
    const memo = { ...Object(coins.draft), unsigned: `${Object(coins.draft).unsigned}52026869` }
    expect(signAt(cold.file, memo, '--sign')).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('of another form'),
    })
    const sent: string[] = []
    for (const { draft } of [tokens, coins]) {
      const raw = signAt(cold.file, draft, '--sign').stdout.trim()
      const submitted = await custody.ask('submit', { network: 'TRC20', raw })
      expect(submitted).toMatchObject({ accepted: true })
      sent.push(submitted.txid)
      expect(await custody.refusal('submit', { network: 'TRC20', raw: raw.slice(0, -2) })).toBe('BAD_REQUEST')
    }
    chain.produce()
    const { coins: balances } = await custody.ask('balances', { network: 'TRC20', issued: 0 })
    expect(balances).toMatchObject([{ hot: '30000000' }, { hot: '5000000', cold: '4000000' }])
    const [txid = '', txidOfCoins = ''] = sent
    const seen = (coin: 'TETHER' | 'TRON', of: string) => custody.ask('inspect', { ...payment, coin, txid: of })
    expect(await seen('TETHER', txid)).toMatchObject({ found: { amount: '5000000', isFinal: false } })
    expect(await seen('TRON', txidOfCoins)).toMatchObject({ found: { amount: '30000000' } })
  })

  test('of Bitcoin Cash pays a long hash of a script, which the signer sees as it was asked for', async () => {
    const { chain, url, close } = await startBitcoinSandbox('BCH')
    onTestFinished(close)
    const { folder, remove } = await custodyFolder(evmPolicy())
    onTestFinished(remove)
    const cold = coldSeed(folder, "m/44'/1'/0'")
    const place = await custodyFolder(bitcoinPolicy(['BCH'], { cold: cold.key }))
    onTestFinished(place.remove)
    const custody = startCustody({ folder: place.folder, nodes: { BCH: url } })
    onTestFinished(custody.kill)
    const { coldAddress = '' } = (await statusOf(custody)) ?? {}
    chain.pay(coldAddress, 900_000_000n)
    chain.mine()
    const to = cashAddresses('bchreg').write(Buffer.from(`aa20${'ab'.repeat(32)}87`, 'hex'))
    const payment = { network: 'BCH', coin: 'BITCOIN_CASH', to, amount: '250000000' } as const
    const { draft, fee } = await custody.ask('draft', payment)
    const { stderr } = signAt(cold.file, draft)
    expect(stderr).toContain(`2.5 to ${to}`)
    expect(stderr).toContain(`fee 0.0000${fee.padStart(4, '0')}`)
    const raw = signAt(cold.file, draft, '--sign').stdout.trim()
    expect(await custody.ask('submit', { network: 'BCH', raw })).toMatchObject({ accepted: true })
    chain.mine()
    const { coins } = await custody.ask('balances', { network: 'BCH', issued: 0 })
    expect(coins).toMatchObject([{ hot: '0', cold: `${650_000_000n - BigInt(fee)}` }])
  })

  test.skipIf(!litecoind)('of Bitcoin’s family pays by a PSBT, with its change going back', async () => {
    const litecoin = await startLitecoin(litecoind ?? '')
    onTestFinished(litecoin.stop)
    const { folder, remove } = await custodyFolder(evmPolicy())
    onTestFinished(remove)
    const cold = coldSeed(folder, "m/84'/1'/0'")
    const place = await custodyFolder({
      operators: [],
      limits: { LITE_COIN: AMPLE },
      networks: {
        LTC: {
          kind: 'bitcoin',
          chain: 'regtest',
          cold: cold.key,
          firstBlock: REGTEST_FIRST_BLOCK,
          birthHeight: 0,
          confirmations: 1,
          feeMax: '0.01',
          feeRate: { min: 10, max: 1_000 },
          symbol: 'LITE_COIN',
        },
      },
    })
    onTestFinished(place.remove)
    const custody = startCustody({ folder: place.folder, nodes: { LTC: litecoin.url } })
    onTestFinished(custody.kill)
    const { hotAddress = '', coldAddress = '' } = (await statusOf(custody)) ?? {}
    await litecoin.mine(1, coldAddress)
    await litecoin.mine(101, 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3')
    const payment = { network: 'LTC', coin: 'LITE_COIN', to: hotAddress, amount: '2000000000' } as const
    const { draft, fee } = await custody.ask('draft', payment)
    expect(signAt(cold.file, draft).stderr).toContain(`20 to ${hotAddress}`)
    const raw = signAt(cold.file, draft, '--sign').stdout.trim()
    const submitted = await custody.ask('submit', { network: 'LTC', raw })
    expect(submitted).toMatchObject({ accepted: true })
    const { amount: _, ...inspected } = { ...payment, txid: submitted.txid }
    expect(await custody.ask('inspect', inspected)).toEqual({})
    await litecoin.mine(1, coldAddress)
    expect(await custody.ask('inspect', inspected)).toMatchObject({
      found: { amount: '2000000000', fee, confirmations: 1, isFinal: true },
    })
    const { coins } = await custody.ask('balances', { network: 'LTC', issued: 0 })
    const left = 5_000_000_000n - 2_000_000_000n - BigInt(fee)
    // Cold storage mined the block, so that the fee came back with its coins.
    expect(coins).toMatchObject([{ hot: '2000000000', cold: `${left + 5_000_000_000n + BigInt(fee)}` }])
  })
})
