import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'
import { getAccount } from '#contract/account.ts'
import { getWalletAddress } from '#contract/chain-deposits.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getDeposits } from '#contract/deposits.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getPositions } from '#contract/positions.ts'
import { getWallets } from '#contract/wallets.ts'
import { getWithdrawalTerms, requestWithdrawal, sendWithdrawalCode } from '#contract/withdrawals.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { TAGGED_COINS } from '#tests/builders/wire-coins.ts'
import { WIRE_CODE_SENT, WIRE_TERMS, wireCoinWithdrawal } from '#tests/builders/wire-withdrawal.ts'

const server = clientServer()
const ADDRESS = 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Ws'
const TAG = 'تگ مقصد (Tag)'
const balance = (coin: string, credit: string) => ({
  ...{ coin, credit, blockedCredit: '0', totalBalance: credit },
  wholePriceOfCredit: '1200000',
})

let asked: unknown[] = []
beforeEach(() => {
  asked = []
  server.use(
    mockEndpoint(getCoinDetails, TAGGED_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getDeposits, { content: [] }),
    mockEndpoint(getPositions, { content: [] }),
    mockEndpoint(getWithdrawalTerms, { baseDTO: WIRE_TERMS }),
    mockEndpoint(sendWithdrawalCode, ({ body }) => {
      asked.push(body)
      return { baseDTO: WIRE_CODE_SENT }
    }),
    mockEndpoint(getWallets, { baseDTO: { RIPPLE: balance('RIPPLE', '90'), ETHEREUM: balance('ETHEREUM', '2') } }),
  )
})

async function openSheet(name = 'برداشت ریپل') {
  await drawClient(<WalletPage />)
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name }))
}
const press = (sheet: Awaited<ReturnType<typeof openSheet>>) =>
  userEvent.click(sheet.getByRole('button', { name: 'دریافت کد تأیید' }))

async function fill(sheet: Awaited<ReturnType<typeof openSheet>>) {
  await userEvent.type(await sheet.findByLabelText('آدرس مقصد'), ADDRESS)
  await userEvent.type(sheet.getByLabelText('مقدار'), '5')
}
const leaving = { amount: '5', destinationWalletAddress: ADDRESS, relatedCoin: 'RIPPLE', tokenType: 'XRP' }

describe('a withdrawal over a network with tags', () => {
  test('is sent with the tag, which its summary and its receipt show', async () => {
    const sent: Sent[] = []
    server.use(
      mockEndpoint(requestWithdrawal, (request) => {
        sent.push(request)
        const made = { ...{ relatedCoin: 'RIPPLE', tokenType: 'XRP', destinationWalletAddress: ADDRESS, tag: '120' } }
        return { baseDTO: wireCoinWithdrawal({ ...made, state: 'APPROVED' }) }
      }),
    )
    const sheet = await openSheet()
    await fill(sheet)
    await userEvent.type(sheet.getByLabelText(TAG), '۱۲۰')
    await press(sheet)
    expect(await sheet.findByText('120')).toBeVisible()
    await userEvent.type(sheet.getByLabelText(/کد/), '123456')
    expect(asked).toEqual([{ ...leaving, tag: '120' }])
    await expect.poll(() => sent[0]?.body).toMatchObject({ ...leaving, tag: '120', code: '123456' })
    const done = within(await screen.findByRole('dialog', { name: 'درخواست برداشت ثبت شد' }))
    expect(done.getByText('120')).toBeVisible()
  })

  test('asks for the tag, or for the word that the address has none', async () => {
    const sheet = await openSheet()
    await fill(sheet)
    await press(sheet)
    const said = () => document.getElementById(sheet.getByLabelText(TAG).getAttribute('aria-describedby') ?? '')
    expect(said()).toHaveTextContent('آن را وارد کنید، یا تأیید کنید که این آدرس آن را ندارد.')
    await userEvent.type(sheet.getByLabelText(TAG), '4294967296')
    await press(sheet)
    expect(said()).toHaveTextContent('روی این شبکه معتبر نیست')
    expect(asked).toEqual([])
    await userEvent.click(sheet.getByRole('checkbox', { name: 'این آدرس آن را ندارد' }))
    expect(sheet.getByLabelText(TAG)).toBeDisabled()
    await press(sheet)
    await expect.poll(() => asked).toEqual([leaving])
    expect(await sheet.findByText('ندارد')).toBeVisible()
  })

  test('that the receiver refuses without one says so at the field', async () => {
    server.use(mockEndpoint(sendWithdrawalCode, refuseWith('TAG_REQUIRED')))
    const sheet = await openSheet()
    await fill(sheet)
    await userEvent.click(sheet.getByRole('checkbox', { name: 'این آدرس آن را ندارد' }))
    await press(sheet)
    expect(await sheet.findByText(REFUSALS.TAG_REQUIRED.fa)).toBeVisible()
  })
})

test('a withdrawal over another network has no such field', async () => {
  const sheet = await openSheet('برداشت اتریوم')
  await userEvent.selectOptions(await sheet.findByLabelText('شبکه'), 'ERC20')
  expect(sheet.queryByLabelText(TAG)).toBeNull()
})

test('a deposit shows the tag beside the address, each with a copy of its own, and says that both are needed', async () => {
  const own = { address: ADDRESS, qrCode: 'AAAA', minAmount: '0.2', confirmations: 1 }
  server.use(mockEndpoint(getWalletAddress, { baseDTO: { ...own, tag: '4071' } }))
  const sheet = await openSheet('واریز ریپل')
  expect(await sheet.findByText('4071')).toBeVisible()
  expect(sheet.getByText(ADDRESS)).toBeVisible()
  expect(sheet.getByText(/هر دو را وارد کنید/)).toBeVisible()
  const user = userEvent.setup()
  await user.click(sheet.getByRole('button', { name: `کپی ${TAG}` }))
  expect(await navigator.clipboard.readText()).toBe('4071')
  await user.click(sheet.getByRole('button', { name: 'کپی آدرس' }))
  expect(await navigator.clipboard.readText()).toBe(ADDRESS)
})
