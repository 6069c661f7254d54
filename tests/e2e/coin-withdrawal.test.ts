import { join } from 'node:path'
import { expect, type Locator, test } from 'playwright/test'
import { words as coinWithdrawal } from '#client/locales/fa/coin-withdrawal.ts'
import { words as ui } from '#client/locales/fa/ui.ts'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import { quickBuy } from '#contract/exchange.ts'
import { getWallets } from '#contract/wallets.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { createCustodySocket } from '#server/providers/custody/custody-socket.ts'
import { type Customer, newestCode } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { startAnvil } from '../../src/scripts/anvil.ts'
import { custodyFolder, evmPolicy, startCustody, TEST_CHAIN_ID } from '../setup/custody-process.ts'
import { startServerProcess } from '../setup/server-process.ts'
import { findBarriers } from './barriers.ts'
import { lastingMisfits } from './fit.ts'
import { operatedFolder } from './operated-folder.ts'
import { sessionCookies } from './session-cookies.ts'
import { WORDS } from './walk.ts'

test.use({ viewport: { width: 360, height: 800 }, locale: 'fa-IR' })

/** Custody's scan, its signature and three blocks take some seconds each. */
const SENT_MS_MAX = 90_000
/** Addresses of nobody, in the spelling that carries a checksum. */
const ADDRESSES = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'] as const

const { wallet, history, deal, otc } = WORDS.fa

/** A chain with custody on it, whose hot wallet is rich, and a server that finds it. */
async function startWithChain() {
  const anvil = await startAnvil({ chainId: TEST_CHAIN_ID })
  const place = await custodyFolder(evmPolicy())
  const socket = join(place.folder, 'custody.sock')
  const custody = startCustody({
    ...{ folder: place.folder, nodes: { ERC20: anvil.url } },
    env: { CUSTODY_SOCKET: socket },
  })
  await expect.poll(() => custody.log()).toContain('custody is ready')
  const folder = await operatedFolder()
  const server = await startServerProcess(folder.settings, {
    ...{ CODES_PER_ADDRESS_MAX: '1000', PRICE_POLL_MS: '10000', CUSTODY_SOCKET: socket },
  })
  const client = createCustodySocket({ path: socket, timeoutMs: 10_000 })
  const status = await client.ask('status', {})
  client.close()
  const hot = status.kind === 'answered' ? status.result.networks[0]?.hotAddress : ''
  await anvil.call('anvil_setBalance', hot, `0x${(10n ** 20n).toString(16)}`)
  return {
    url: server.url,
    etherOf: async (address: string) =>
      formatDecimal(BigInt(await anvil.call<string>('eth_getBalance', address, 'latest')), 18),
    mine: () => anvil.call('anvil_mine', '0x1'),
    async stop() {
      await server.stop()
      await custody.kill()
      await anvil.stop()
      await Promise.all([place.remove(), folder.remove()])
    },
  }
}

/** Ether by a quick trade at the present price. */
async function buyEther(customer: Customer, hundredths: bigint): Promise<void> {
  const prices = await customer.ask(getTomanPrices, {})
  const unitPrice = prices.content.find(({ destCoinSymbol }) => destCoinSymbol === 'ETHEREUM')?.buyPrice ?? '0'
  const [whole = '0'] = unitPrice.split('.')
  await customer.ask(quickBuy, {
    body: {
      ...{ marketType: 'ETHEREUM_TOMAN', orderType: 'EXCHANGE_BUY', unitPrice },
      amount: formatDecimal(hundredths, 2),
      totalPrice: formatDecimal(BigInt(whole) * hundredths, 2),
    },
  })
}

test('ether is withdrawn to an address on the chain, and a quick purchase is sent there without a stay', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const chain = await startWithChain()
  try {
    const { url } = chain
    const customer = await fundedCustomer(url, '50000000')
    await expect
      .poll(async () => {
        const { content } = await customer.ask(getCoinDetails, {})
        return content.find(({ name }) => name === 'ETHEREUM')?.withdrawEnable
      })
      .toBe(true)
    await buyEther(customer, 5n)
    await page.addInitScript(() => localStorage.setItem('language', 'Ir'))
    await page.context().addCookies(sessionCookies({ token: customer.token, url }))

    await page.goto(`${url}/profile/wallet`)
    await page.getByRole('button', { name: wallet.coins.withdraw.replace('{{name}}', 'اتریوم') }).click()
    const sheet = page.getByRole('dialog')
    // The only network is chosen by itself.
    await expect(sheet.locator('[name=network]')).toHaveValue('ERC20')
    await sheet.locator('[name=address]').fill(`ethereum:${ADDRESSES[0]}@1?value=1`)
    await sheet.locator('[name=amount]').fill('0.0312')
    await expect(sheet.getByText('۰٫۰۳۰۲')).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await lastingMisfits(page)).toEqual([])
    await sheet.getByRole('button', { name: wallet.withdraw.next }).click()
    await expect(sheet.getByLabel(ui.code.digits6)).toBeFocused()
    await expect(sheet.getByLabel(ui.code.digits6)).toBeInViewport({ ratio: 1 })
    expect(await lastingMisfits(page)).toEqual([])
    await sheet.getByLabel(ui.code.digits6).pressSequentially(await newestCode(url, customer.mobileNumber))
    await expect(page.getByRole('dialog', { name: wallet.withdraw.done })).toBeVisible()
    await sheet.getByRole('link', { name: wallet.withdraw.history }).click()
    await expect
      .poll(
        async () => {
          await chain.mine()
          return chain.etherOf(ADDRESSES[0])
        },
        { timeout: SENT_MS_MAX },
      )
      .toBe('0.0302')
    await expect
      .poll(
        async () => {
          await chain.mine()
          return page.getByText(history.coinWithdrawals.state.CONFIRMED).first().isVisible()
        },
        { timeout: SENT_MS_MAX },
      )
      .toBe(true)
    expect(await lastingMisfits(page)).toEqual([])
    await page.locator('summary').click()
    await page.getByRole('button', { name: history.transfer.details }).click()
    await expect(page.getByRole('dialog').getByText(history.transfer.id)).toBeVisible()
    expect(await lastingMisfits(page)).toEqual([])

    await page.goto(`${url}/profile/otc?coin=ETHEREUM`)
    await page.locator('[name=amount]').fill('0.02')
    await page.getByRole('checkbox', { name: deal.outside }).check()
    await page.locator('[name=address]').fill(ADDRESSES[1])
    expect(await lastingMisfits(page)).toEqual([])
    await page.getByRole('button', { name: otc.submit.BUY.replace('{{name}}', 'اتریوم') }).click()
    const confirmation = page.getByRole('dialog', { name: deal.confirm.title.BUY })
    await confirmation.getByRole('button', { name: wallet.withdraw.next }).click()
    const code = confirmation.getByLabel(ui.code.digits6)
    await expect(code).toBeInViewport({ ratio: 1 })
    // The seconds of the price stay in sight above it.
    const [locked = ''] = deal.lock.left.split('{{seconds}}')
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
    // At once: after its ten seconds the price is asked anew, and its notice comes into sight by itself.
    expect(await topOf(confirmation.getByText(locked))).toBeGreaterThan(await topOf(confirmation.getByRole('heading')))
    expect(await lastingMisfits(page)).toEqual([])
    await code.pressSequentially(await newestCode(url, customer.mobileNumber))
    await confirmation.getByRole('button', { name: deal.confirm.yes.BUY }).click()
    const receipt = page.getByRole('dialog', { name: deal.receipt.title.BUY })
    await expect(receipt.getByText(coinWithdrawal.outside.sent)).toBeVisible()
    // Our 0.3 % and the network's 0.001 are taken off.
    await expect
      .poll(
        async () => {
          await chain.mine()
          return chain.etherOf(ADDRESSES[1])
        },
        { timeout: SENT_MS_MAX },
      )
      .toBe('0.01894')
    const { ETHEREUM } = (await customer.ask(getWallets, { query: { coins: 'ETHEREUM' } })).baseDTO
    // Of the first purchase 0.04985 stayed, of which 0.0312 left.
    expect(ETHEREUM?.credit).toBe('0.01865')
  } finally {
    await chain.stop()
  }
})
