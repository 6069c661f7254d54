// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { amount } from '#domain/units.ts'
import { exampleContacts } from '#server/content/contacts.ts'
import { openPublicPages, type PublicPages } from '#server/content/public-pages.ts'
import { renderPage } from '#server/http/serve-client.ts'
import { Snapshot } from '#server/http/snapshot.ts'
import { ETHEREUM } from '#tests/builders/coins.ts'
import { MARKETS } from '#tests/builders/markets.ts'

const DOCUMENT = `<!doctype html>
<html lang="fa" dir="rtl" class="dark">
  <head>
    <title>کیمیا</title>
    <meta name="description" content="old" />
  </head>
  <body>
    <div id="root">
      <main class="first" lang="fa" dir="rtl"><h1>یک</h1></main>
      <main class="first" lang="en" dir="ltr"><h1>one</h1></main>
    </div>
    <noscript></noscript>
  </body>
</html>`

/** Two markets, one of which has traded. */
function marketRow(relatedCoin: string, lastPrice: string, change: string) {
  return { marketType: `${relatedCoin}_TOMAN`, relatedCoin, sourceCoin: 'TOMAN', lastPrice, last24HoursChange: change }
}
let traded = ''
beforeEach(() => {
  traded = '12155000'
})
const ANSWERS: Pick<Parameters<typeof openPublicPages>[0], 'answers' | 'sandboxes' | 'liabilities'> = {
  answers: {
    coins: () =>
      new Snapshot({ content: [{ name: 'GOLD', code: 'GOLD18', persianName: 'طلا', englishName: '<Gold>' }] }),
    markets: () => new Snapshot({ content: [marketRow('GOLD', traded, '-1.25'), marketRow('BITCOIN', '0', '0')] }),
    prices: () => new Snapshot({ content: [{ destCoinSymbol: 'GOLD', buyPrice: '12200000', sellPrice: '12100000' }] }),
  },
  sandboxes: ['PRICES'],
  liabilities: { version: '', newest: undefined, listed: [] },
}

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')

const HOSTILE = 'A "title" </title></script><script>alert(1)</script>'

/** A site whose operators write the worst possible texts. */
function hostilePages(): PublicPages {
  const text = {
    kind: 'PAGE' as const,
    slug: 'terms',
    language: 'en' as const,
    version: 1,
    position: 0,
    title: HOSTILE,
    html: `<p>${'word '.repeat(100)}&lt;b&gt;</p>`,
    publishedAt: new Date('2026-01-01T00:00:00Z'),
  }
  return openPublicPages({
    board: {
      version: () => 1,
      list: () => [],
      placeholders: () => ({}),
      find: (kind, slug) => (kind === 'PAGE' && slug === 'terms' ? text : undefined),
      contacts: () => ({
        address: '<b>',
        email: '',
        number: '',
        telegram: 'https://t.me/kimia?a="b',
        instagram: '',
        linkedin: '',
        twitter: '',
        whatsapp: '',
        appAndroid: '',
        appIOS: '',
      }),
    },
    catalogue: { markets: MARKETS, coinBySymbol: new Map(), revision: 0 },
    publicUrl: 'https://kimia.example',
    ...ANSWERS,
  })
}

test('whatever a text holds stays text: in the title, in attributes and in the data for the app', () => {
  const page = hostilePages().find('/terms', 'en')
  if (!page) throw new Error('no page')
  const document = parse(renderPage(DOCUMENT, page, { publicUrl: 'https://kimia.example' }))
  expect(document.title).toBe(`${HOSTILE} | Kimia`)
  expect([...document.scripts].map(({ type }) => type)).toEqual(['application/json'])
  expect(JSON.parse(document.getElementById('answers')?.textContent ?? '')).toEqual(page.answers)
  expect(document.querySelector('h1')?.textContent).toBe(HOSTILE)
  const description = document.querySelector('meta[name=description]')?.getAttribute('content') ?? ''
  expect(description.length).toBeLessThanOrEqual(161)
  expect(description.endsWith('word…')).toBe(true)
})

const shownPage = (path: string, language: 'fa' | 'en' = 'fa') => {
  const page = hostilePages().find(path, language)
  if (!page) throw new Error('no page')
  return parse(renderPage(DOCUMENT, page, { publicUrl: 'https://kimia.example', live: page.live?.() }))
}

test('the list of markets is sent with its prices and a bar, each market once, and with what the app would ask for', () => {
  const document = shownPage('/markets')
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent?.trim().replace('\u200e', '')),
  )
  expect(rows).toEqual([
    ['طلا GOLD18', '۱۲٬۱۵۵٬۰۰۰', '−۱٫۲۵٪'],
    ['BITCOIN', '—', '۰٪'],
  ])
  expect(document.querySelector('tbody a')?.getAttribute('href')).toBe('/market/GOLD/TOMAN')
  expect(document.querySelector('#root > .bar a[href="/sign-up"]')?.textContent).toBe('ثبت‌نام')
  const answers: { path: string }[] = JSON.parse(document.getElementById('answers')?.textContent ?? '')
  expect(answers.map(({ path }) => path)).toEqual(['/sandboxes', '/trades/market-info/v2', '/coins/details'])
})

test('the page of a coin is sent with its figures, and is another one as soon as they are', () => {
  const { symbol } = MARKETS[0]?.base ?? {}
  expect(symbol).toBe('GOLD')
  const page = hostilePages().find('/market/GOLD/TOMAN', 'en')
  const before = page?.live?.()
  expect(parse(before?.html ?? '').querySelector('dd')?.textContent).toBe('12,155,000')
  expect(parse(before?.html ?? '').body.textContent).toContain('12,200,000')
  traded = '12160000'
  expect(page?.live?.().key).not.toBe(before?.key)
  expect(parse(page?.live?.().html ?? '').querySelector('dd')?.textContent).toBe('12,160,000')
})

test('a page is in the language and the direction of its address, and names its twin', () => {
  const page = hostilePages().find('/terms', 'en')
  if (!page) throw new Error('no page')
  const document = parse(renderPage(DOCUMENT, page, { publicUrl: 'https://kimia.example' }))
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en', 'ltr'])
  expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
    'https://kimia.example/terms?lang=en',
  )
  const twins = [...document.querySelectorAll('link[rel=alternate]')].map((link) => [
    link.getAttribute('hreflang'),
    link.getAttribute('href'),
  ])
  expect(twins).toContainEqual(['fa', 'https://kimia.example/terms'])
  expect(document.querySelectorAll('main')).toHaveLength(1)
})

test('a path that is no page of the site is none, and is not kept', () => {
  const pages = hostilePages()
  for (let tried = 0; tried < 11; tried++) expect(pages.find(`/nothing-${tried}`, 'fa')).toBeUndefined()
  expect(pages.find('/market/NOTHING/TOMAN', 'fa')).toBeUndefined()
  expect(pages.find('/guide', 'fa')).toBeUndefined()
})

test('of the contacts, what operators have set is there and what they have not is no link', () => {
  const document = parse(hostilePages().find('/contact-us', 'en')?.html ?? '')
  expect(document.querySelector('p')?.textContent).toBe('<b>')
  expect([...document.querySelectorAll('ul a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Telegram', 'https://t.me/kimia?a="b'],
  ])
})

/** Pages without texts, with these contacts beside the example ones. */
function pagesWith(contacts: Partial<ReturnType<typeof exampleContacts>>) {
  const board = { version: () => 1, list: () => [], find: () => undefined, placeholders: () => ({}) }
  return openPublicPages({
    board: { ...board, contacts: (language) => ({ ...exampleContacts(language), ...contacts }) },
    catalogue: { markets: MARKETS, coinBySymbol: new Map(), revision: 0 },
    publicUrl: 'https://kimia.example',
    ...ANSWERS,
  })
}

test('the telephone has the digits of the language', () => {
  const phoneIn = (language: 'fa' | 'en') =>
    parse(pagesWith({ number: '021-8765' }).find('/contact-us', language)?.html ?? '').querySelector('bdi')?.textContent
  expect([phoneIn('fa'), phoneIn('en')]).toEqual(['۰۲۱-۸۷۶۵', '021-8765'])
})

test('every link that operators can set is on the contact page, in the order in which they write them', () => {
  const { address, email, number, blog, ...none } = exampleContacts('en')
  const links = Object.fromEntries(Object.keys(none).map((kind) => [kind, `https://${kind}.example`]))
  const { html = '' } = pagesWith(links).find('/contact-us', 'en') ?? {}
  const shown = [...parse(html).querySelectorAll('ul a')]
  expect(shown.map((link) => link.getAttribute('href'))).toEqual(Object.values(links))
  expect(new Set(shown.map(({ textContent }) => textContent)).size).toBe(7)
})

test('the manual is below its headings behind the quick questions, for readers without scripts as well', () => {
  const text = (kind: 'FAQ' | 'HEADING' | 'MANUAL', slug: string, position: number) => ({
    ...{ kind, slug, position, language: 'en' as const, version: 1, title: `<${slug}>`, html: `<p>${slug}</p>` },
    publishedAt: new Date('2026-01-01T00:00:00Z'),
  })
  const texts = [
    ...[text('FAQ', 'fees', 1), text('HEADING', 'start', 2), text('HEADING', 'gold', 12)],
    ...Array.from({ length: 13 }, (_, index) => text('MANUAL', `entry-${index}`, index)),
  ]
  const manual = openPublicPages({
    board: {
      version: () => 1,
      list: (kind) => texts.filter((each) => each.kind === kind),
      find: () => undefined,
      placeholders: () => ({}),
      contacts: () => exampleContacts('en'),
    },
    catalogue: { markets: MARKETS, coinBySymbol: new Map(), revision: 0 },
    publicUrl: 'https://kimia.example',
    ...ANSWERS,
  }).find('/faq', 'en')
  const shown = [...parse(manual?.html ?? '').querySelectorAll('h2, summary')].map(({ textContent }) => textContent)
  const entries = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `<entry-${from + index}>`)
  expect(shown).toEqual([
    'Frequently asked questions',
    '<fees>',
    ...entries(0, 2),
    '<start>',
    ...entries(2, 12),
    '<gold>',
    '<entry-12>',
  ])
})

test('the fees are there without scripts: every level but that of market makers, every network with its fee', () => {
  const note = {
    ...{ kind: 'PAGE' as const, slug: 'fees-note', position: 0, language: 'fa' as const, version: 1 },
    ...{ title: 'یادداشت', html: '<p>متن</p>', publishedAt: new Date('2026-01-01T00:00:00Z') },
  }
  const network = (tokenType: string, fee: bigint) => ({
    ...{ tokenType, withdrawalFee: amount(fee), minWithdraw: amount(2n * 10n ** 18n), maxWithdraw: amount(10n ** 20n) },
    ...{ withdrawEnabled: false, depositEnabled: false, txIdNeeded: false },
  })
  const ether = { ...ETHEREUM, networks: [network('ERC20', 1_500_000_000_000_000n), network('<ARB>', 1n)] }
  const levels = [1, 2, 3, 4].flatMap((level) => [
    [`levelVolume${level}`, `v${level}`],
    [`makerFee${level}`, `m${level}`],
    [`takerFee${level}`, `t${level}`],
  ])
  const page = openPublicPages({
    board: {
      version: () => 1,
      list: () => [],
      find: () => note,
      placeholders: () => Object.fromEntries(levels),
      contacts: () => exampleContacts('fa'),
    },
    catalogue: { markets: MARKETS, coinBySymbol: new Map([['ETHEREUM', ether]]), revision: 0 },
    publicUrl: 'https://kimia.example',
    ...ANSWERS,
  }).find('/wages', 'fa')
  const [byLevel, byNetwork] = [...parse(page?.html ?? '').querySelectorAll('table')].map((table) =>
    [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent)),
  )
  expect(byLevel).toHaveLength(4)
  expect(byLevel?.[1]).toEqual(['سطح ۲', 'v2', 'm2', 't2'])
  expect(byNetwork).toEqual([
    ['ETHEREUM (ETHEREUM)', 'ERC20', '۲', '۰٫۰۰۱۵'],
    ['ETHEREUM (ETHEREUM)', '<ARB>', '۲', '۰٫۰۰۰۰۰۰۰۰۰۰۰۰۰۰۰۰۰۱'],
  ])
  expect(page?.description).toBe('متن')
})

test('every page leads to the others and to itself in the other language', () => {
  const links = [...parse(hostilePages().find('/contact-us', 'en')?.html ?? '').querySelectorAll('nav a')]
  const addresses = links.map((link) => link.getAttribute('href'))
  expect(addresses).toEqual([
    '/?lang=en',
    '/markets?lang=en',
    '/wages?lang=en',
    '/faq?lang=en',
    '/terms?lang=en',
    '/contact-us?lang=en',
    '/contact-us',
  ])
  expect(links.at(-1)?.getAttribute('lang')).toBe('fa')
})
