import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getDeliveryTerms, requestDelivery, sendDeliveryCode } from '#contract/deliveries.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getPasskeys } from '#contract/passkeys.ts'
import { getWallets } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { WIRE_DELIVERY_TERMS, wireDelivery } from '#tests/builders/wire-delivery.ts'
import { WIRE_CODE_SENT } from '#tests/builders/wire-withdrawal.ts'

const server = clientServer()
const NAMES = {
  fa: { action: 'تحویل فیزیکی طلای ۱۸ عیار', next: 'دریافت کد تأیید', fee: '۰٫۳' },
  en: { action: 'Deliver Gold 18K', next: 'Get the code', fee: '0.3' },
} as const
const ACTION = 'تحویل فیزیکی طلای ۱۸ عیار'

beforeEach(() => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getPasskeys, { content: [] }),
    mockEndpoint(getDeliveryTerms, { baseDTO: WIRE_DELIVERY_TERMS }),
  )
})

function holds(credit: string) {
  const gold = { coin: 'GOLD', credit, blockedCredit: '0', totalBalance: credit, wholePriceOfCredit: null }
  server.use(mockEndpoint(getWallets, { baseDTO: { GOLD: gold } }))
}

async function openSheet() {
  await drawClient(<WalletPage />)
  await userEvent.click(await screen.findByRole('button', { name: ACTION }))
  return within(await screen.findByRole('dialog', { name: 'تحویل فیزیکی طلا' }))
}
type SheetQueries = Awaited<ReturnType<typeof openSheet>>
const pressed = (sheet: SheetQueries, name: string) => userEvent.click(sheet.getByRole('button', { name }))

test('less gold than the least delivery costs says how much is missing, and offers no way', async () => {
  holds('7.5')
  await drawClient(<WalletPage />)
  expect(await screen.findByText(/تا تحویل .*۱۰.* گرم با کارمزدش .*۲٫۶.* گرم کم دارید/)).toBeVisible()
  expect(screen.queryByRole('button', { name: ACTION })).toBeNull()
})

test('where gold is handed over nowhere, nothing is said of it', async () => {
  holds('30')
  server.use(mockEndpoint(getDeliveryTerms, { baseDTO: { ...WIRE_DELIVERY_TERMS, branches: [], courier: false } }))
  await drawClient(<WalletPage />)
  expect((await screen.findAllByText('طلای ۱۸ عیار'))[0]).toBeVisible()
  expect(screen.queryByRole('button', { name: ACTION })).toBeNull()
})

test('whole bars within the balance, the fee before the code, and the receipt', async () => {
  holds('16')
  const asked: Sent[] = []
  const sent: Sent[] = []
  server.use(
    mockEndpoint(sendDeliveryCode, (request) => {
      asked.push(request)
      return { baseDTO: WIRE_CODE_SENT }
    }),
    mockEndpoint(requestDelivery, (request) => {
      sent.push(request)
      return { baseDTO: wireDelivery({ weight: '15', fee: '0.125' }) }
    }),
  )
  const sheet = await openSheet()
  expect(await sheet.findByLabelText('وزن')).toHaveTextContent('۱۰ گرم')
  expect(sheet.getByRole('button', { name: 'کمتر' })).toBeDisabled()
  await pressed(sheet, 'بیشتر')
  expect(sheet.getByRole('button', { name: 'بیشتر' })).toBeDisabled()
  expect(sheet.getByText('۱۵٫۱۲۵')).toBeVisible()
  await pressed(sheet, 'دریافت کد تأیید')
  expect(await sheet.findByText('مینا کریمی')).toBeVisible()
  expect(sheet.getByText('۰٫۱۲۵')).toBeVisible()
  const delivery = { weight: '15', fee: '0.125', place: { kind: 'BRANCH', branchId: '1' } }
  expect(asked[0]?.body).toEqual(delivery)
  await userEvent.type(sheet.getByLabelText(/کد ۶ رقمی/), '123456')
  expect(await sheet.findByText(/درخواست شما ثبت شد/)).toBeVisible()
  expect(sent[0]?.body).toEqual({ ...delivery, code: '123456' })
  expect(sheet.getByRole('link', { name: 'مشاهدهٔ درخواست‌های تحویل' })).toHaveAttribute(
    'href',
    '/profile/history?tab=deliveries',
  )
})

test('the courier needs a whole address, and a refusal is said with the typed address kept', async () => {
  holds('16')
  const asked: Sent[] = []
  server.use(
    mockEndpoint(sendDeliveryCode, (request) => {
      asked.push(request)
      return refuseWith('DELIVERY_PLACE_CLOSED')
    }),
  )
  const sheet = await openSheet()
  await userEvent.click(await sheet.findByRole('radio', { name: 'پیک بیمه‌شده' }))
  await pressed(sheet, 'دریافت کد تأیید')
  expect(await sheet.findByText('کد پستی را با ۱۰ رقم وارد کنید.')).toBeVisible()
  expect(asked).toEqual([])
  await userEvent.type(sheet.getByLabelText('شهر'), 'شیراز')
  await userEvent.type(sheet.getByLabelText('آدرس'), 'خیابان زند، پلاک ۷')
  await userEvent.type(sheet.getByLabelText('کد پستی'), '۷۱۳۴۵۶۷۸۹۰')
  await pressed(sheet, 'دریافت کد تأیید')
  expect(await sheet.findByText(/تحویل در این محل فعلاً ممکن نیست/)).toBeVisible()
  expect(asked[0]?.body).toEqual({
    ...{ weight: '10', fee: '0.1' },
    place: { kind: 'COURIER', city: 'شیراز', address: 'خیابان زند، پلاک ۷', postalCode: '7134567890' },
  })
  expect(sheet.getByLabelText('شهر')).toHaveValue('شیراز')
})

test.each(['fa', 'en'] as const)('a fee that has changed is said and shown anew (%s)', async (language) => {
  holds('16')
  const terms = { ...WIRE_DELIVERY_TERMS }
  server.use(
    mockEndpoint(getDeliveryTerms, () => ({ baseDTO: { ...terms } })),
    mockEndpoint(sendDeliveryCode, () => {
      terms.feeFixed = '0.25'
      return refuseWith('DELIVERY_FEE_CHANGED')
    }),
  )
  await drawClient(<WalletPage />, { language })
  await userEvent.click(await screen.findByRole('button', { name: NAMES[language].action }))
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.click(await sheet.findByRole('button', { name: NAMES[language].next }))
  expect(await sheet.findByText(REFUSALS.DELIVERY_FEE_CHANGED[language])).toBeVisible()
  expect(await sheet.findByText(NAMES[language].fee)).toBeVisible()
})

test.each(['fa', 'en'] as const)('a weight that is no whole bar any more is said in words (%s)', async (language) => {
  holds('16')
  server.use(mockEndpoint(sendDeliveryCode, () => refuseWith('DELIVERY_WEIGHT_INVALID')))
  await drawClient(<WalletPage />, { language })
  await userEvent.click(await screen.findByRole('button', { name: NAMES[language].action }))
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.click(await sheet.findByRole('button', { name: NAMES[language].next }))
  expect(await sheet.findByText(REFUSALS.DELIVERY_WEIGHT_INVALID[language])).toBeVisible()
})
