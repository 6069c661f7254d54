import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AREAS } from '#client/locales/areas.ts'
import { REFUSALS } from '#contract/errors.ts'
import { COINS } from '#server/operations/seeds/coins.ts'
import { checkForm, checkTerms, type Language, type Sentence, sentencesOf } from '../../../architecture/sentences.ts'
import { ROOT } from '../../../architecture/source-file.ts'

const LANGUAGES = ['fa', 'en'] as const
const KINDS = ['pages', 'faq', 'manual', 'articles'] as const
type Kind = (typeof KINDS)[number]

interface ContentText {
  readonly language: Language
  readonly kind: Kind
  readonly slug: string
  readonly lines: readonly string[]
}

const folder = (language: Language, kind: Kind) => join(ROOT, 'src/server/content/texts', language, kind)

function readTexts(language: Language, kind: Kind): ContentText[] {
  return readdirSync(folder(language, kind)).map((name) => ({
    language,
    kind,
    slug: name.replace(/\.md$/, ''),
    // A licence is quoted as its authors wrote it.
    lines: readFileSync(join(folder(language, kind), name), 'utf8')
      .replace(/^```$.*?^```$/gms, '')
      .split('\n'),
  }))
}

const TEXTS = LANGUAGES.flatMap((language) => KINDS.flatMap((kind) => readTexts(language, kind)))
const whereOf = ({ language, kind, slug }: ContentText) => `${language}/${kind}/${slug}`
const slugsOf = (language: Language, kind: Kind) =>
  TEXTS.filter((text) => text.language === language && text.kind === kind)
    .map(({ slug }) => slug)
    .sort()

/** Every line of every text that breaks a rule. */
const linesWhere = (isWrong: (line: string) => boolean) =>
  TEXTS.flatMap((text) => text.lines.filter(isWrong).map((line) => `${whereOf(text)}: ${line}`))

/** The part of a line that a reader sees: without Markdown, targets of links and code. */
const readable = (line: string) =>
  line
    .replace(/`[^`]*`|\{\{\w+\}\}/g, '▢')
    .replace(/\]\([^)]*\)/g, '')
    .replace(/^!\[/, '')
    .replace(/^\s*(?:#+ |[-*] |\d+\. )/, '')
    .replace(/[*_[\]]/g, '')
    .replace(/^\||\|$/g, '')
    .replace(/\s*\|\s*/g, ' · ')
    .trim()

/** Names and symbols in Latin letters may hold digits: TRC20, SHA-256. */
const withoutSymbols = (text: string) => text.replace(/[A-Za-z][A-Za-z0-9-]*/g, '▢')

const sentences: Sentence[] = TEXTS.flatMap((text) =>
  text.lines
    .map(readable)
    .filter((line) => line !== '')
    .map((line) => ({ where: whereOf(text), language: text.language, text: line })),
)

/** Paths of the app's pages, from the names of the routes' files, with `*` for each parameter. */
const ROUTES = readdirSync(join(ROOT, 'src/client/routes')).map((name) =>
  `/${name
    .replace(/\.tsx$/, '')
    .replaceAll('_', '')
    .replaceAll('.', '/')}`
    .replace(/\$\w+/g, '*')
    .replace(/\/index$/, '/'),
)
const PLAIN_PATH = /^\/[\w/-]*$/
function isPage(target: string): boolean {
  const isOf = (route: string) => new RegExp(`^${route.replaceAll('*', '[\\w-]+').replace(/\/$/, '')}/?$`).test(target)
  return PLAIN_PATH.test(target) && ROUTES.some(isOf)
}

/** The placeholders that `placeholders.ts` fills in; each level has one. */
const PLACEHOLDERS = [
  'goldHours',
  'quickTradeFee',
  'inviterShare',
  'quoteSeconds',
  'depositMin',
  'depositMax',
  'withdrawMin',
  'withdrawMax',
  ...['makerFee', 'takerFee', 'levelVolume'].flatMap((name) => [1, 2, 3, 4].map((level) => `${name}${level}`)),
]

/** Quotes that name no button or screen: examples, words of others, and the words of browsers and our messages. */
const OTHER_QUOTES = {
  fa: [
    'شارژ حساب با دو برابر',
    'آدرس واریز کیمیا',
    'ربات سودده',
    'واریز ۵۰۰ هزار تومان، ساعت ۱۴:۲۰',
    'مشکل دارم',
    'افزودن به صفحهٔ اصلی',
    'نصب برنامه',
    'Add to Home Screen',
    'نصب کیمیا',
  ],
  en: [
    'Freeze your account now',
    'we double your deposit',
    "Kimia's deposit address",
    'profit bot',
    'Deposit of 500,000 Toman at 14:20',
    'I have a problem',
    'Add to Home screen',
    'Add to Home Screen',
    'Install app',
    'Install Kimia',
  ],
} as const

/** Every text of screens and refusals in a language, and the titles of the texts. */
async function saidIn(language: Language): Promise<string[]> {
  const areas = Object.entries(AREAS[language]).map(async ([area, load]) =>
    sentencesOf(area, language, (await load()).words),
  )
  return [
    ...(await Promise.all(areas)).flat().map(({ text }) => text),
    ...Object.values(REFUSALS).map((refusal) => refusal[language]),
    ...TEXTS.filter((text) => text.language === language).map(({ lines: [title = ''] }) => title),
  ]
}

const quotesOf = ({ language, lines }: ContentText) =>
  [...lines.join('\n').matchAll(language === 'fa' ? /«([^»]+)»/g : /“([^”]+)”/g)].map(([, quote = '']) => quote)

const linksOf = (text: ContentText) =>
  [...text.lines.join('\n').matchAll(/(?<!!)\[[^\]]*\]\(([^)]*)\)/g)].map(([, target = '']) => target)

const picturesOf = ({ lines }: ContentText) =>
  [...lines.join('\n').matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)].map(([, says = '', path = '']) => ({ says, path }))

describe('the texts of the public pages', () => {
  test.each(KINDS)('are the same in both languages: %s', (kind) => {
    expect(slugsOf('fa', kind)).toEqual(slugsOf('en', kind))
    expect(slugsOf('fa', kind)).not.toEqual([])
  })

  test('are all there: the pages, ten questions and more, forty manual entries and more', () => {
    expect(slugsOf('fa', 'pages')).toEqual([
      'about',
      'fees-note',
      'guide',
      'liabilities',
      'licences',
      'privacy',
      'terms',
    ])
    expect(slugsOf('fa', 'faq').length).toBeGreaterThanOrEqual(10)
    expect(slugsOf('fa', 'manual').length).toBeGreaterThanOrEqual(40)
  })

  test('have an article for every coin of a first start, and for no other', () => {
    expect(slugsOf('fa', 'articles')).toEqual(COINS.map(({ symbol }) => symbol).sort())
  })

  test.each([
    ['fa', 'persianName'],
    ['en', 'englishName'],
  ] as const)('call each coin what its screens call it: %s', (language, name) => {
    const others = COINS.filter((coin) => {
      const article = TEXTS.find((text) => text.language === language && text.slug === coin.symbol)
      return ![`# ${coin[name]}`, `# ${coin[name]} (${coin.code})`].includes(article?.lines[0] ?? '')
    })
    expect(others).toEqual([])
  })

  test('have headings for the whole manual, in both languages', () => {
    const ordersOf = (kind: string, language: Language) =>
      readdirSync(join(ROOT, 'src/server/content/texts', language, kind)).sort()
    expect(ordersOf('headings', 'fa')).toEqual(ordersOf('headings', 'en'))
    const places = ordersOf('headings', 'fa').map((name) => name.slice(0, 2))
    const entries = slugsOf('fa', 'manual').map((slug) => slug.slice(0, 2))
    expect(places[0]).toBe(entries[0])
    expect(places.filter((place) => !entries.includes(place))).toEqual([])
  })

  test.each(['faq', 'manual'] as const)('stand in an order of their own: %s', (kind) => {
    const orders = slugsOf('fa', kind).map((slug) => slug.match(/^(\d\d)-[a-z0-9-]+$/)?.[1])
    expect(orders).not.toContain(undefined)
    expect(new Set(orders).size).toBe(orders.length)
  })

  test('begin with a title that no other text of their kind has, and say something below it', () => {
    for (const language of LANGUAGES)
      for (const kind of KINDS) {
        const texts = TEXTS.filter((text) => text.language === language && text.kind === kind)
        const titles = texts.map(({ lines }) => lines[0])
        expect(titles.filter((title) => !title?.match(/^# \S/))).toEqual([])
        expect(new Set(titles).size).toBe(titles.length)
        expect(texts.filter(({ lines }) => lines.join(' ').split(/\s+/).length < 40).map(whereOf)).toEqual([])
      }
  })

  test('have one title each, and at most 300 lines', () => {
    const titles = (text: ContentText) => text.lines.filter((line) => line.startsWith('# ')).length
    expect(TEXTS.filter((text) => titles(text) !== 1 || text.lines.length > 300).map(whereOf)).toEqual([])
  })

  test('are Markdown alone: no HTML', () => {
    expect(linesWhere((line) => /<[/!a-z]/i.test(line))).toEqual([])
  })

  test('have pictures of the product in both languages alike, light and dark, each of the size that its name says', () => {
    const pictures = TEXTS.flatMap((text) => picturesOf(text).map((picture) => ({ ...picture, text })))
    expect(pictures.length).toBeGreaterThanOrEqual(16)
    for (const { path, says, text } of pictures) {
      expect(says.length, path).toBeGreaterThan(10)
      const [, language, name, width, height] = path.match(/^\/guide\/(fa|en)\/([a-z-]+)-(\d+)x(\d+)\.webp$/) ?? []
      expect(language, path).toBe(text.language)
      for (const drawn of [path, path.replace(/-\d+x\d+\.webp$/, '-dark$&')]) {
        const file = readFileSync(join(ROOT, 'public', drawn))
        expect(file.length, drawn).toBeLessThanOrEqual(40_000)
        // A VP8 frame has its size after its start code.
        const start = file.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3
        const size = [file.readUInt16LE(start) & 0x3fff, file.readUInt16LE(start + 2) & 0x3fff]
        expect(size.map(String), drawn).toEqual([width, height])
      }
      expect(pictures.filter((other) => other.path.includes(`/${name}-`))).toHaveLength(2)
    }
  })

  test('lead to pages of the app alone', () => {
    expect(isPage('/profile/trade/TOMAN/GOLD')).toBe(true)
    expect(isPage('/profile/nowhere')).toBe(false)
    expect(isPage('//kimia.example')).toBe(false)
    const astray = TEXTS.flatMap((text) =>
      linksOf(text)
        .filter((target) => !isPage(target))
        .map((target) => `${whereOf(text)}: ${target}`),
    )
    expect(astray).toEqual([])
  })

  test.each(LANGUAGES)('name buttons and screens as these are named: %s', async (language) => {
    const said = await saidIn(language)
    const others: readonly string[] = OTHER_QUOTES[language]
    const isNamed = (quote: string) =>
      others.includes(quote) || said.some((sentence) => sentence.includes(quote.replace(/[.,،]$/, '')))
    // Articles are about things outside, which have names of their own.
    const unnamed = TEXTS.filter((text) => text.language === language && text.kind !== 'articles').flatMap((text) =>
      quotesOf(text)
        .filter((quote) => !isNamed(quote))
        .map((quote) => `${whereOf(text)}: ${quote}`),
    )
    expect(unnamed).toEqual([])
  })

  test('leave open what the exchange decides, by placeholders that are filled in', () => {
    const unknown = TEXTS.flatMap((text) =>
      [...text.lines.join('\n').matchAll(/\{\{(.*?)\}\}/g)]
        .filter(([, name = '']) => !PLACEHOLDERS.includes(name))
        .map(([whole]) => `${whereOf(text)}: ${whole}`),
    )
    expect(unknown).toEqual([])
    expect(linesWhere((line) => line.includes('{{quickTradeFee}}'))).not.toEqual([])
  })

  test('have no retired terms', () => expect(checkTerms(sentences)).toEqual([]))

  test('are written as Persian is', () => {
    const persian = sentences.filter(({ language }) => language === 'fa')
    expect(checkForm(persian.map((each) => ({ ...each, text: withoutSymbols(each.text) })))).toEqual([])
  })

  test('have neither Persian letters nor Persian digits in English', () => {
    expect(sentences.filter(({ language, text }) => language === 'en' && /[\u0600-\u06ff]/u.test(text))).toEqual([])
  })
})
