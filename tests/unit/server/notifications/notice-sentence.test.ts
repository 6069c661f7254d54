import { describe, expect, test } from 'vitest'
import { isNoticeKind, NOTICE_RULES, type NoticeKind } from '#domain/notices.ts'
import { noticeEmail, noticeSms } from '#server/notifications/notice-message.ts'
import { noticePath } from '#server/notifications/notice-path.ts'
import { type NoticeParams, noticeSentence, noticeSubject } from '#server/notifications/notice-sentence.ts'
import { NOTICE_NAMES as names } from '#tests/builders/notice-names.ts'

const KINDS = Object.keys(NOTICE_RULES).filter(isNoticeKind)
const LONGEST = '123456789012345678901234.123456789012345678'
/** The longest that each sentence can name. */
const PARAMS = {
  device: 'Samsung Internet, Android',
  name: 'x'.repeat(60),
  card: '6037****1234',
  reason: 'BLURRED',
  method: 'GOOGLE_AUTHENTICATOR',
  subject: 'واریز من هنوز به کیف پول نرسیده است',
  market: 'GOLD_TOMAN',
  coin: 'GOLD',
  side: 'SELL',
  amount: LONGEST,
  price: LONGEST,
  percent: '99.9',
  filled: '12.5',
  count: '1234567',
  'title.fa': 'به‌روزرسانی امشب',
  'text.fa': 'کیمیا امشب ساعت ۲ به‌روزرسانی می‌شود.',
  'title.en': 'Maintenance tonight',
  'text.en': 'Kimia is updated tonight at 2.',
}
const said = (kind: NoticeKind, language: 'fa' | 'en', params: NoticeParams = PARAMS) =>
  noticeSentence({ kind, params, language, names }, { showsAmounts: true })

describe.each(KINDS)('%s', (kind) => {
  test.each(['fa', 'en'] as const)('has its words in %s, with nothing left open', (language) => {
    const facts = { kind, params: PARAMS, language, names }
    const message = { ...facts, at: new Date('2026-11-20T07:45:00Z'), phrase: undefined, freezeUrl: undefined }
    const email = noticeEmail('mina@example.com', message)
    const texts = [
      noticeSubject(facts),
      said(kind, language),
      noticeSentence(facts, { showsAmounts: false }),
      noticeSms(message),
      email.subject,
      email.text,
    ]
    for (const text of texts) {
      expect(text).not.toBe('')
      expect(text).not.toMatch(/[{}]|undefined|null| {2}/)
    }
  })

  test('shows no amount and no price to a stranger', () => {
    for (const language of ['fa', 'en'] as const) {
      const discreet = noticeSentence({ kind, params: PARAMS, language, names }, { showsAmounts: false })
      expect(discreet.normalize('NFKC')).not.toMatch(/123[٬,]?456|۱۲۳|١٢٣|99\.9|۹۹/)
    }
  })

  test('leads to a page of the app', () => {
    expect(noticePath(kind, PARAMS)).toMatch(/^\/profile\/[a-zA-Z/?=_-]+$/)
  })
})

test('the ready sentences are said with figures as their language writes them', () => {
  const filled = { side: 'BUY', amount: '0.25', price: '98500000.5', market: 'GOLD_TOMAN' }
  expect(said('ORDER_FILLED', 'en', filled)).toBe('Your buy order for 0.25 g filled at 98,500,000.5 Toman.')
  expect(said('ORDER_FILLED', 'fa', filled)).toBe(
    'سفارش خرید \u2066۰٫۲۵\u2069 گرم با قیمت \u2066۹۸٬۵۰۰٬۰۰۰٫۵\u2069 تومان انجام شد.',
  )
  expect(said('DEPOSIT_CREDITED', 'en', { amount: '1500000', coin: 'TOMAN' })).toBe(
    '1,500,000 Toman is in your wallet.',
  )
  expect(said('WITHDRAWAL_SENT', 'en', { amount: '0.1', coin: 'ETHEREUM' })).toBe(
    'Your 0.1 ETHEREUM withdrawal was sent.',
  )
  expect(said('PRICE_ALERT', 'en', { coin: 'GOLD', market: 'GOLD_TOMAN', price: '99000000' })).toMatch(
    /^.+ reached 99,000,000 Toman\.$/,
  )
})

test('an order that ended after it had traded says how much', () => {
  const params = { market: 'GOLD_TOMAN', coin: 'TOMAN', amount: '1000', filled: '40' }
  expect(said('ORDER_CANCELLED', 'en', params)).toMatch(/1,000 Toman is back in your balance\. 40% of it had filled\.$/)
})

test('names are text alone', () => {
  const name = 'Home\r\n<b>key</b> https://evil.example/x'
  expect(said('PASSKEY_ADDED', 'en', { name })).toContain('"Home <b>key</b> https evil.example/x"')
  expect(noticePath('TICKET_ANSWERED', { ticketId: '../../admin' })).toBe('/profile/support')
  expect(noticePath('PRICE_ALERT', { market: '//evil.example' })).toBe('/profile/trade')
})
