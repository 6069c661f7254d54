import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { faucetSandbox } from '#sandbox/faucet/faucet-sandbox.ts'
import { startCustody } from '#tests/setup/custody-process.ts'
import { scratch } from '#tests/setup/scratch.ts'
import { type DevelopmentChains, startDevelopmentChains } from '../../../src/scripts/development-chains.ts'
import { serveFaucet } from '../../../src/scripts/faucet.ts'

const TETHER = { network: 'ERC20', coin: 'TETHER' } as const
const SANDBOXED = ['BTC', 'BCH', 'DOGE']
const TRON_TETHER = { network: 'TRC20', coin: 'TETHER' } as const

const formBody = (form: Record<string, string>) => ({
  payload: new URLSearchParams(form).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

/** The page pays what it offers, and nothing else. */
async function givesOneEther(chains: DevelopmentChains, hot: string) {
  const page = Fastify()
  page.register(faucetSandbox({ url: await serveFaucet(Promise.resolve(chains)) }))
  expect((await page.inject('/')).body).toContain('1000 TETHER · TRC20')
  const askFor = async (form: Record<string, string>) =>
    (await page.inject({ method: 'POST', url: '/', ...formBody(form) })).body
  expect(await askFor({ gift: 'ERC20/ETHEREUM', to: ` ${hot} ` })).toContain(
    'Sent. The wallet shows it within seconds.',
  )
  for (const wrong of [
    { gift: 'ERC20/ETHEREUM', to: '0x12' },
    { gift: 'ERC20/TETHER', to: '0x12' },
    { gift: 'ERC20/GOLD', to: hot },
    { gift: 'TRC20/TRON', to: hot },
    { gift: 'ERC20/TETHER', to: '' },
  ])
    expect(await askFor(wrong), wrong.gift).toContain('Not sent')
}

test('development has chains of its own, on which deposits arrive and payments go out, and which outlive a restart', async () => {
  const folder = await mkdtemp(join(scratch(), 'kimia-chains-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const began = performance.now()
  let chains = await startDevelopmentChains(folder)
  onTestFinished(() => chains.stop())
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(chains.networks).toEqual(['ERC20', 'BEP20', 'POLYGON', 'TRC20', 'XRP', 'XLM', 'BTC', 'LTC', 'BCH', 'DOGE'])
  let custody = startCustody({ folder, nodes: {}, env: chains.env })
  onTestFinished(() => custody.kill())
  const { networks } = await custody.ask('status', {})
  expect(networks.map(({ network, reachable }) => [network, reachable])).toEqual(
    expect.arrayContaining(chains.networks.map((network) => [network, true])),
  )
  const hot = networks.find(({ network }) => network === 'ERC20')?.hotAddress ?? ''
  await chains.fund({ ...TETHER, to: hot, amount: 9_000_000n })
  await givesOneEther(chains, hot)
  const litecoin = networks.find(({ network }) => network === 'LTC')
  if (litecoin) {
    await chains.fund({ network: 'LTC', coin: 'LITE_COIN', to: litecoin.hotAddress, amount: 5_000_000_000n })
    const [balance] = (await custody.ask('balances', { network: 'LTC', issued: 0 })).coins
    expect(balance?.hot).toBe('5000000000')
  }
  for (const { network, coins, hotAddress } of networks.filter((each) => SANDBOXED.includes(each.network)))
    await chains.fund({ network, coin: coins[0]?.symbol ?? '', to: hotAddress, amount: 300_000_000n })
  const cash = { network: 'BCH', coin: 'BITCOIN_CASH', id: 'payment-3', amount: '100000000' } as const
  await custody.ask('send', { ...cash, to: 'bchreg:qqg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zy8lyg7mcr', approvals: [] })
  const to = '0x00000000000000000000000000000000000000bb'
  const payment = { ...TETHER, id: 'payment-1', to, amount: '1000000', approvals: [] }
  const balance = async () => (await custody.ask('balances', { network: 'ERC20', issued: 0 })).coins
  await vi.waitUntil(async () => (await balance())[0]?.hot === `${10n ** 18n}`)
  const { txid } = await custody.ask('send', payment)
  await vi.waitUntil(async () => (await custody.ask('find', { id: payment.id })).state === 'CONFIRMED')
  const tron = networks.find(({ network }) => network === 'TRC20')?.hotAddress ?? ''
  await chains.fund({ ...TRON_TETHER, to: tron, amount: 7_000_000n })
  await chains.fund({ network: 'TRC20', coin: 'TRON', to: tron, amount: 100_000_000n })
  const onTron = { ...TRON_TETHER, id: 'payment-2', to: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', amount: '3000000' }
  await custody.ask('send', { ...onTron, approvals: [] })
  const find = () => custody.ask('find', { id: onTron.id })
  await vi.waitUntil(async () => (await find()).state === 'CONFIRMED', { timeout: 10_000 })
  await vi.waitUntil(async () => (await custody.ask('find', { id: cash.id })).state === 'CONFIRMED', {
    timeout: 10_000,
  })
  const xrp = networks.find(({ network }) => network === 'XRP')?.hotAddress ?? ''
  await chains.fund({ network: 'XRP', coin: 'RIPPLE', to: xrp, tag: '0', amount: 90_000_000n })
  const onXrp = {
    network: 'XRP',
    coin: 'RIPPLE',
    id: 'payment-4',
    to: 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Ws',
    tag: '7',
  } as const
  await custody.ask('send', { ...onXrp, amount: '30000000', approvals: [] })
  const findXrp = () => custody.ask('find', { id: onXrp.id })
  await vi.waitUntil(async () => (await findXrp()).state === 'CONFIRMED', { timeout: 10_000 })
  await custody.stop()
  await chains.stop()

  chains = await startDevelopmentChains(folder)
  custody = startCustody({ folder, nodes: {}, env: chains.env })
  expect(await custody.ask('find', { id: payment.id })).toMatchObject({ state: 'CONFIRMED', txid })
  expect((await balance())[1]?.hot).toBe('8000000')
  expect(await find()).toMatchObject({ state: 'CONFIRMED' })
  expect((await custody.ask('balances', { network: 'XRP', issued: 0 })).coins[0]?.hot).toBe('59999990')
  expect((await custody.ask('balances', { network: 'TRC20', issued: 0 })).coins[1]?.hot).toBe('4000000')
  expect(await custody.ask('find', { id: cash.id })).toMatchObject({ state: 'CONFIRMED' })
  for (const network of ['BTC', 'DOGE'] as const)
    expect((await custody.ask('balances', { network, issued: 0 })).coins[0]?.hot, network).toBe('300000000')
})
