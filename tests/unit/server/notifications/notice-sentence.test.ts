import { describe, expect, test } from 'vitest'
import type { CoinNaming } from '#domain/coin.ts'
import { isNoticeKind, NOTICE_RULES, type NoticeKind } from '#domain/notices.ts'
import {
  type NoticeNames,
  type NoticeParams,
  noticePath,
  noticeSentence,
  noticeSubject,
} from '#server/notifications/notice-sentence.ts'
import { noticeEmail, noticeSms } from '#server/notifications/sms-and-email.ts'
import { NOTICE_NAMES as names } from '#tests/builders/notice-names.ts'

const KINDS = Object.keys(NOTICE_RULES).filter(isNoticeKind)
const LONGEST = '123456789012345678901234.123456789012345678'
/** The longest parameters that each sentence can have. */
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
  number: '88',
  'title.fa': 'به‌روزرسانی امشب',
  'text.fa': 'کیمیا امشب ساعت ۲ به‌روزرسانی می‌شود.',
  'title.en': 'Maintenance tonight',
  'text.en': 'Kimia is updated tonight at 2.',
  orderId: '17',
  ticketId: '4',
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
    expect(noticePath(kind, PARAMS)).toMatch(/^\/profile\/[a-zA-Z0-9/?=&_-]+$/)
  })
})

/** The coin with its names in the catalogue. */
const named = ({ symbol, ...coin }: CoinNaming): CoinNaming => ({ symbol, ...coin, ...NAMES[symbol] })
const NAMES: Readonly<Record<string, Partial<CoinNaming>>> = {
  GOLD: { persianName: 'طلای ۱۸ عیار', englishName: 'Gold 18K' },
  ETHEREUM: { persianName: 'اتریوم', englishName: 'Ethereum', code: 'ETH' },
  TOMAN: { persianName: 'تومان', englishName: 'Toman' },
  TETHER: { persianName: 'تتر', englishName: 'Tether', code: 'USDT' },
}
const catalogue: NoticeNames = {
  coinBySymbol: new Map([...names.coinBySymbol].map(([symbol, coin]) => [symbol, named(coin)])),
  marketBySymbol: new Map(
    [...names.marketBySymbol].map(([symbol, { base, quote }]) => [symbol, { base: named(base), quote: named(quote) }]),
  ),
}
const GOLD_ORDER = { orderId: '17', market: 'GOLD_TOMAN', side: 'BUY' }
const ETHER_ORDER = { orderId: '18', market: 'ETHEREUM_TETHER', side: 'SELL' }
/** Each kind with its parameters: its sentence, and the one without amounts, in both languages. Directions are marked in Persian alone. */
const SENTENCES: readonly [NoticeKind, NoticeParams, { en: [string, string]; fa: [string, string] }][] = [
  [
    'ORDER_FILLED',
    { ...GOLD_ORDER, amount: '0.25', price: '98500000.5' },
    {
      en: [
        'Your buy order for 0.25 g of Gold 18K filled at 98,500,000.5 Toman.',
        'Your Gold 18K / Toman buy order filled.',
      ],
      fa: [
        'سفارش خرید \u2066۰٫۲۵\u2069 گرم طلای ۱۸ عیار با قیمت \u2066۹۸٬۵۰۰٬۰۰۰٫۵\u2069 تومان انجام شد.',
        'سفارش خرید طلای ۱۸ عیار / تومان انجام شد.',
      ],
    },
  ],
  [
    'ORDER_FILLED',
    { ...ETHER_ORDER, amount: '1.5', price: '3000' },
    {
      en: ['Your sell order for 1.5 ETH filled at 3,000 USDT.', 'Your Ethereum / Tether sell order filled.'],
      fa: [
        'سفارش فروش \u2066۱٫۵\u2069 ETH با قیمت \u2066۳٬۰۰۰\u2069 تتر انجام شد.',
        'سفارش فروش اتریوم / تتر انجام شد.',
      ],
    },
  ],
  [
    'ORDER_PARTLY_FILLED',
    { ...ETHER_ORDER, percent: '40' },
    {
      en: ['40% of your Ethereum / Tether sell order filled.', 'Part of your Ethereum / Tether sell order filled.'],
      fa: ['\u2066۴۰٪\u2069 از سفارش فروش اتریوم / تتر انجام شد.', 'بخشی از سفارش فروش اتریوم / تتر انجام شد.'],
    },
  ],
  [
    'ORDER_CANCELLED',
    { ...GOLD_ORDER, side: 'SELL', coin: 'GOLD', amount: '0.4', filled: '12.5' },
    {
      en: [
        'Gold 18K / Toman order cancelled. 0.4 g of Gold 18K is back in your balance. 12.5% of it had filled.',
        'Gold 18K / Toman order cancelled.',
      ],
      fa: [
        'سفارش طلای ۱۸ عیار / تومان لغو شد؛ \u2066۰٫۴\u2069 گرم طلای ۱۸ عیار به موجودی برگشت. \u2066۱۲٫۵٪\u2069 آن انجام شده بود.',
        'سفارش طلای ۱۸ عیار / تومان لغو شد.',
      ],
    },
  ],
  [
    'ORDER_CANCELLED_BY_OPERATOR',
    { ...GOLD_ORDER, coin: 'TOMAN', amount: '1000' },
    {
      en: [
        'Kimia cancelled your Gold 18K / Toman order. 1,000 Toman is back in your balance.',
        'Kimia cancelled your Gold 18K / Toman order.',
      ],
      fa: [
        'کیمیا سفارش طلای ۱۸ عیار / تومان شما را لغو کرد؛ \u2066۱٬۰۰۰\u2069 تومان به موجودی برگشت.',
        'کیمیا سفارش طلای ۱۸ عیار / تومان شما را لغو کرد.',
      ],
    },
  ],
  [
    'ORDER_EXPIRED',
    { ...GOLD_ORDER, coin: 'TOMAN', amount: '1000' },
    {
      en: [
        'Your Gold 18K / Toman order expired. 1,000 Toman is back in your balance.',
        'Your Gold 18K / Toman order expired.',
      ],
      fa: [
        'سفارش طلای ۱۸ عیار / تومان منقضی شد؛ \u2066۱٬۰۰۰\u2069 تومان به موجودی برگشت.',
        'سفارش طلای ۱۸ عیار / تومان منقضی شد.',
      ],
    },
  ],
  [
    'ORDER_TRIGGERED',
    { ...ETHER_ORDER, price: '2900' },
    {
      en: [
        'Your Ethereum / Tether stop-limit sell order was triggered at 2,900 USDT.',
        'Your Ethereum / Tether stop-limit sell order was triggered.',
      ],
      fa: [
        'سفارش حد ضرر فروش اتریوم / تتر با قیمت \u2066۲٬۹۰۰\u2069 تتر فعال شد.',
        'سفارش حد ضرر فروش اتریوم / تتر فعال شد.',
      ],
    },
  ],
]

test.each(SENTENCES)(
  '%s %o names what and how much, and nothing but what where amounts are hidden',
  (kind, params, said) => {
    for (const language of ['en', 'fa'] as const) {
      const facts = { kind, params, language, names: catalogue }
      expect([true, false].map((showsAmounts) => noticeSentence(facts, { showsAmounts }))).toEqual(said[language])
    }
  },
)

test('a proposal that waits is named by its number and its kind', () => {
  const params = { name: 'Sara', number: '1234', 'title.fa': 'تغییر کارمزد', 'title.en': 'Change of fees' }
  expect(said('PROPOSAL_WAITS', 'en', params)).toBe(
    'Proposal 1234 by Sara awaits approval at the operations desk: Change of fees.',
  )
  expect(said('PROPOSAL_WAITS', 'fa', params)).toBe(
    'پیشنهاد ۱۲۳۴ از \u2068Sara\u2069 در میز عملیات منتظر تأیید است: تغییر کارمزد.',
  )
})

test('a notice about an order leads to that order, and one about several to their list', () => {
  for (const [kind, params] of SENTENCES)
    expect(noticePath(kind, params)).toBe(`/profile/history?tab=orders&order=${params.orderId}`)
  expect(noticePath('ORDERS_CHANGED', { count: '12' })).toBe('/profile/history?tab=orders')
  expect(noticePath('ORDER_FILLED', { orderId: '1&order=2' })).toBe('/profile/history?tab=orders')
  expect(noticePath('TICKET_ANSWERED', { ticketId: '4' })).toBe('/profile/support/massage/4')
})

test('the ready sentences are said with figures as their language writes them', () => {
  expect(said('DEPOSIT_CREDITED', 'en', { amount: '1500000', coin: 'TOMAN' })).toBe(
    '1,500,000 Toman is in your wallet.',
  )
  expect(said('DEPOSIT_CREDITED', 'en', { amount: '1500000', coin: 'TOMAN', sender: 'Mina K.' })).toBe(
    '1,500,000 Toman from Mina K. is in your wallet.',
  )
  expect(said('WITHDRAWAL_SENT', 'en', { amount: '0.1', coin: 'ETHEREUM' })).toBe(
    'Your 0.1 ETHEREUM withdrawal was sent.',
  )
  expect(said('PRICE_ALERT', 'en', { coin: 'GOLD', market: 'GOLD_TOMAN', price: '99000000' })).toMatch(
    /^.+ reached 99,000,000 Toman\.$/,
  )
})

test.each([
  ['en', 'Kimia: A withdrawal of 0.25 USDT on TRC20 to TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t was requested.'],
  ['fa', 'کیمیا: درخواست برداشت ۰٫۲۵ تتر روی شبکهٔ TRC20 به TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t ثبت شد.'],
] as const)(
  'the SMS of a requested coin withdrawal in %s names amount, network and the whole address',
  (language, text) => {
    const params = { coin: 'TETHER', amount: '0.25', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }
    const facts = { kind: 'WITHDRAWAL_ASKED' as const, params, language, names: catalogue }
    const sms = noticeSms({ ...facts, at: new Date(), phrase: undefined, freezeUrl: undefined })
    expect(sms.replace(/[\u2066-\u2069]/g, '').split('\n')[0]).toBe(text)
    expect(noticeSentence(facts, { showsAmounts: false })).not.toContain('TR7N')
  },
)

test('an order that ended after it had traded says how much', () => {
  const params = { market: 'GOLD_TOMAN', coin: 'TOMAN', amount: '1000', filled: '40' }
  expect(said('ORDER_CANCELLED', 'en', params)).toMatch(/1,000 Toman is back in your balance\. 40% of it had filled\.$/)
})

test('names are text alone', () => {
  const name = 'Home\r\n<b>key</b> https://evil.example/x'
  expect(said('PASSKEY_ADDED', 'en', { name })).toContain('"Home <b>key</b> https evil.example/x"')
  const saved = said('ADDRESS_SAVED', 'en', { name, address: '0xdAC1***1ec7' })
  expect(saved).toContain(
    '0xdAC1***1ec7 was added to your withdrawal addresses as "Home <b>key</b> https evil.example/x"',
  )
  expect(noticePath('TICKET_ANSWERED', { ticketId: '../../admin' })).toBe('/profile/support')
  expect(noticePath('PRICE_ALERT', { market: '//evil.example' })).toBe('/profile/trade')
})

test.each([
  ['WITHDRAWAL_SENT', { coin: 'TOMAN' }, 'withdrawals'],
  ['WITHDRAWAL_SENT', { coin: 'TETHER' }, 'coinWithdrawals'],
  ['DEPOSIT_CREDITED', { coin: 'TOMAN', depositId: '7' }, 'deposits'],
  ['DEPOSIT_CREDITED', { coin: 'TETHER', depositId: '7' }, 'coinDeposits'],
  ['DEPOSIT_CREDITED', { coin: 'TOMAN', transferId: '7' }, 'received'],
] as const)('%s of %o leads to the list that has it', (kind, params, tab) => {
  expect(noticePath(kind, params)).toBe(`/profile/history?tab=${tab}`)
})
