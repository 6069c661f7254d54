import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { PaymentResultPage } from '#client/features/wallet/payment-result-page.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { settleDeposit } from '#contract/deposits.ts'
import type { Reply } from '#contract/endpoint.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const AUTHORITY = 'A00000000000000000000000000123456789'
const deposit: Reply<typeof settleDeposit>['baseDTO'] = {
  id: '7',
  amount: '1250000',
  relatedCoin: 'TOMAN',
  bankAccount: '603799******7893',
  transactionStatus: 'CONFIRMED',
  isDone: true,
  link: '201350112',
  paymentGateway: 'VANDAR' as const,
  payBack: null,
  createdAtDateTime: '2026-11-20T08:00:00Z',
}

const underReview: typeof deposit = { ...deposit, transactionStatus: 'RAISED_BY_USER', isDone: false, link: null }

beforeEach(() => server.use(mockEndpoint(getCoinDetails, WIRE_COINS)))

test('a paid payment is shown with its reference number', async () => {
  server.use(
    mockEndpoint(settleDeposit, ({ body }) => {
      expect(body).toEqual({ authority: AUTHORITY })
      return { baseDTO: deposit }
    }),
  )
  await drawClient(<PaymentResultPage authority={AUTHORITY} />)
  expect(await screen.findByRole('heading', { name: 'پرداخت انجام شد' })).toBeVisible()
  expect(screen.getByText('۲۰۱۳۵۰۱۱۲')).toBeVisible()
  expect(screen.getByText('۱٬۲۵۰٬۰۰۰')).toBeVisible()
})

test('what a payment was made for is bought in the unit that has the money, in English too', async () => {
  server.use(mockEndpoint(settleDeposit, { baseDTO: deposit }))
  await drawClient(<PaymentResultPage authority={AUTHORITY} />, { language: 'en' })
  const link = await screen.findByRole('link', { name: 'Buy gold' })
  expect(link).toHaveAttribute('href', '/profile/otc?coin=GOLD&side=BUY&unit=TOMAN')
})

test('a payment that was not made says so', async () => {
  server.use(mockEndpoint(settleDeposit, { baseDTO: { ...deposit, transactionStatus: 'UNCONFIRMED', link: null } }))
  await drawClient(<PaymentResultPage authority={AUTHORITY} />)
  expect(await screen.findByRole('heading', { name: 'پرداخت انجام نشد' })).toBeVisible()
  const again = new URL(screen.getByRole('link', { name: 'تلاش دوباره' }).getAttribute('href') ?? '', 'https://kimia')
  expect([again.pathname, again.searchParams.get('deposit')]).toEqual(['/profile/wallet', '"1250000"'])
})

test.each([
  ['CANCELLED', 'پرداخت را لغو کردید', /مبلغی از حساب شما کم نشد/],
  ['ABANDONED', 'پرداخت ناتمام ماند', /بسته شد/],
] as const)('one that nobody made (%s) has its own words, and may be begun again', async (unpaid, title, text) => {
  const baseDTO = { ...deposit, transactionStatus: 'UNCONFIRMED' as const, isDone: false, link: null, unpaid }
  server.use(mockEndpoint(settleDeposit, { baseDTO }))
  await drawClient(<PaymentResultPage authority={AUTHORITY} />)
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'تلاش دوباره' })).toBeVisible()
})

test('one that may still be paid says when it closes, and offers another try', async () => {
  const baseDTO = { ...underReview, payableUntilDateTime: '2036-11-20T08:30:00Z' }
  server.use(mockEndpoint(settleDeposit, { baseDTO }))
  await drawClient(<PaymentResultPage authority={AUTHORITY} />)
  expect(await screen.findByText('اگر پرداخت نکنید، ساعت ۱۲:۰۰ بسته می‌شود.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'تلاش دوباره' })).toBeVisible()
})

test.each([
  ['PENDING', 'با کارت دیگری پرداخت شد', /به همان کارتی که پرداخت کرده برمی‌گردد/],
  ['DONE', 'مبلغ به کارت برگشت', /با کارت خودتان دوباره پرداخت کنید/],
] as const)("a payment by another's card that goes back (%s) says what happens next", async (payBack, title, text) => {
  const baseDTO = { ...deposit, transactionStatus: 'UNCONFIRMED' as const, isDone: false, payBack }
  server.use(mockEndpoint(settleDeposit, { baseDTO }))
  await drawClient(<PaymentResultPage authority={AUTHORITY} />)
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByText('وندار')).toBeVisible()
  expect(screen.getByRole('link', { name: 'تلاش دوباره' })).toBeVisible()
})

test('a payment under review may be asked about again until it is known', async () => {
  let asked = 0
  server.use(
    mockEndpoint(settleDeposit, () => {
      asked += 1
      return { baseDTO: asked > 1 ? deposit : underReview }
    }),
  )
  await drawClient(<PaymentResultPage authority={AUTHORITY} />)
  expect(await screen.findByRole('heading', { name: 'نتیجه هنوز مشخص نیست' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'بررسی دوباره' }))
  expect(await screen.findByRole('heading', { name: 'پرداخت انجام شد' })).toBeVisible()
})

test('a gateway that does not answer is no verdict', async () => {
  server.use(mockEndpoint(settleDeposit, refuseWith('GATEWAY_UNAVAILABLE')))
  await drawClient(<PaymentResultPage authority={AUTHORITY} />)
  expect(await screen.findByRole('heading', { name: 'نتیجه را دریافت نکردیم' })).toBeVisible()
  expect(screen.getByText('درگاه پرداخت موقتاً در دسترس نیست؛ چند دقیقهٔ دیگر تلاش کنید.')).toBeVisible()
})

test.each([
  ['no name', undefined],
  ['an unknown name', AUTHORITY],
])('%s of a payment leads to the history', async (_, authority) => {
  server.use(mockEndpoint(settleDeposit, refuseWith('DEPOSIT_NOT_FOUND')))
  await drawClient(<PaymentResultPage authority={authority} />)
  expect(await screen.findByRole('heading', { name: 'این پرداخت پیدا نشد' })).toBeVisible()
})
