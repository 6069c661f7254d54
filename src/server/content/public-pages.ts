import { getBlog, getFaq, getPage, getUserManual } from '#contract/content.ts'
import { CONTACT_LINKS, getSandboxes } from '#contract/exchange-info.ts'
import { toPersianDigits } from '#domain/ascii-digits.ts'
import type { Coin } from '#domain/coin.ts'
import { QUESTION } from '#domain/content.ts'
import { escapeHtml } from '#domain/html.ts'
import type { Language } from '#domain/market-state.ts'
import type { Catalogue } from '../store/catalogue.ts'
import { type ContentBoard, manualEntries } from './content-board.ts'
import { type LiabilityPart, liabilityTables } from './liability-tables.ts'
import { coinFigures, marketList, type PublicAnswers, type ServedAnswer } from './live-parts.ts'
import { feeTables } from './placeholders.ts'
import { addressesOf, faqOf, firstWords, ICON, LIVE_PLACE, type PublicPage, page, sitemapOf } from './public-page.ts'
import { LINK_NAMES, NAME, WORDS } from './public-words.ts'
import type { ContentSettings } from './routes.ts'

export interface PublicPages {
  /** `undefined` if the path is no page of the public site. */
  find(path: string, language: Language): PublicPage | undefined
  sitemap(): string
  /** Changes with everything that the pages show. */
  version(): number
}

interface Settings {
  readonly board: Pick<ContentBoard, 'version' | 'list' | 'find' | 'contacts' | 'placeholders'>
  readonly catalogue: Pick<Catalogue, 'markets' | 'coinBySymbol' | 'revision'>
  readonly publicUrl: string
  readonly answers: PublicAnswers
  /** The newest statement of liabilities. */
  readonly liabilities: LiabilityPart
  /** The outside services that are sandboxes on this server. */
  readonly sandboxes: ContentSettings['sandboxes']
}

/** Pages whose text operators write, by path. */
const TEXT_PAGES: Readonly<Record<string, string>> = {
  '/terms': 'terms',
  '/privacy': 'privacy',
  '/guide': 'guide',
  '/about-us': 'about',
  '/licences': 'licences',
  '/wages': 'fees-note',
  '/liabilities': 'liabilities',
}

/**
 * Builds the pages from the published texts, each once until a publication or a change of the markets. They serve readers without scripts,
 * search engines and a first visit: plain text rather than the app's components, so that the server need not run the app. A page is English
 * under `?lang=en` and Persian without it; the app then uses the language chosen on the device.
 */
export function openPublicPages(settings: Settings): PublicPages {
  const { board, catalogue } = settings
  /** Both numbers only grow. */
  const version = () => board.version() + catalogue.revision
  const pages = new Map<string, PublicPage | undefined>()
  let built = -1
  return {
    version,
    find(path, language) {
      if (built !== version()) pages.clear()
      built = version()
      const key = `${language} ${path}`
      // Other paths are not cached, since anybody can invent them.
      if (pages.has(key)) return pages.get(key)
      const page = build(settings, path, language)
      if (page) pages.set(key, page)
      return page
    },
    sitemap() {
      const paths = ['/', '/markets', '/faq', '/contact-us', ...Object.keys(TEXT_PAGES)]
      return sitemapOf([...paths, ...coinPaths(settings).map(([path]) => path)], settings.publicUrl)
    },
  }
}

/** The page with links to the others below it, the only way there for readers without scripts. */
function build(settings: Settings, path: string, language: Language): PublicPage | undefined {
  const built = buildAlone(settings, path, language)
  return (
    built && {
      ...built,
      html: `${built.html ?? ''}${siteLinks(settings, built)}`,
      answers: [...built.answers, ...shellAnswers(settings)],
    }
  )
}

/** The answers that the bars of every page request. */
const shellAnswers = ({ sandboxes }: Settings): ServedAnswer[] => [
  { path: getSandboxes.path, input: {}, reply: { content: sandboxes } },
]

function siteLinks({ board }: Settings, { language, addresses }: PublicPage): string {
  const words = WORDS[language]
  const other = language === 'fa' ? 'en' : 'fa'
  const titleOf = (slug: string) => board.find('PAGE', slug, language)?.title
  const pages = [
    ['/', NAME[language]],
    ['/markets', words.markets],
    ['/wages', words.wages],
    ['/faq', words.faq],
    ...['/guide', '/about-us', '/liabilities', '/terms', '/privacy', '/licences'].map((path) => [
      path,
      titleOf(TEXT_PAGES[path] ?? ''),
    ]),
    ['/contact-us', words.contact],
  ]
  const links = pages.flatMap(([path, title]) =>
    path && title ? `<a href="${escapeHtml(addressesOf(path)[language])}">${escapeHtml(title)}</a>` : [],
  )
  const twin = `<a href="${escapeHtml(addresses[other])}" lang="${other}" hreflang="${other}">${WORDS[other].language}</a>`
  return `<nav>${[...links, twin].join(' ')}</nav>`
}

function buildAlone(settings: Settings, path: string, language: Language): PublicPage | undefined {
  const words = WORDS[language]
  if (path === '/') return homePage(settings, language)
  if (path === '/markets') {
    const html = `<h1>${words.markets}</h1><p>${words.marketsText}</p>${LIVE_PLACE}`
    const unit = language === 'fa' ? 'TOMAN' : 'TETHER'
    const live = () => marketList(settings.answers, { unit, language })
    return page({ path, language, title: words.markets, description: words.marketsText, html, live })
  }
  if (path === '/faq') return manualPage(settings, language)
  if (path === '/contact-us') return contactPage(settings, language)
  const slug = TEXT_PAGES[path]
  if (slug !== undefined) return textPage(settings, { path, slug, language })
  const [, coin] = coinPaths(settings).find(([coinPath]) => coinPath === path) ?? []
  return coin && coinPage(settings, { path, coin, language })
}

function homePage({ board, publicUrl }: Settings, language: Language): PublicPage {
  const words = WORDS[language]
  const questions = board.list('FAQ', language)
  const items = questions.map(({ title, html }) => `<h3>${escapeHtml(title)}</h3>${html}`).join('')
  const organisation = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: NAME[language],
    url: publicUrl,
    logo: `${publicUrl}${ICON}`,
  }
  return {
    ...page({
      path: '/',
      language,
      title: words.home,
      description: words.homeText,
      structured: [organisation, faqOf(questions)],
    }),
    html: `<h2>${words.questions}</h2>${items}`,
  }
}

function textPage(
  { board, catalogue, liabilities }: Settings,
  { path, slug, language }: { path: string; slug: string; language: Language },
): PublicPage | undefined {
  const text = board.find('PAGE', slug, language)
  if (!text) return undefined
  const title = path === '/wages' ? WORDS[language].wages : text.title
  const { publishedAt, html } = text
  const baseDTO = { title: text.title, language: text.language, publishedAt: publishedAt.toISOString(), html }
  const facts = { values: board.placeholders(language), coins: [...catalogue.coinBySymbol.values()] }
  const tables = path === '/wages' ? `${feeTables(facts, language)}<h2>${escapeHtml(text.title)}</h2>` : ''
  const before = slug === 'liabilities' ? LIVE_PLACE : tables
  const live =
    slug === 'liabilities'
      ? { live: () => liabilityTables(liabilities, { coins: catalogue.coinBySymbol, language }) }
      : {}
  return page({
    path,
    language,
    title,
    description: firstWords(html),
    html: `<h1>${escapeHtml(title)}</h1>${before}${html}`,
    ...live,
    answers: [{ path: getPage.path, input: { params: { slug }, query: { language } }, reply: { baseDTO } }],
  })
}

function manualPage({ board }: Settings, language: Language): PublicPage {
  const entries = manualEntries(board, language)
  const questions = board.list('FAQ', language)
  const answer = (id: string, title: string, html: string) =>
    `<details id="${id}"><summary>${escapeHtml(title)}</summary>${html}</details>`
  const sections = Object.values(Object.groupBy(entries, ({ heading }) => heading?.slug ?? '')).map((group = []) => {
    const heading = group[0]?.heading
    const items = group.map(({ slug, title, html }) => answer(slug, title, html))
    return `${heading ? `<h2>${escapeHtml(heading.title)}</h2><p>${escapeHtml(heading.text)}</p>` : ''}${items.join('')}`
  })
  const quick = questions.map(({ slug, title, html }) => answer(`${QUESTION}${slug}`, title, html))
  return page({
    path: '/faq',
    language,
    title: WORDS[language].faq,
    description: entries
      .slice(0, 4)
      .map(({ title }) => title)
      .join(' '),
    html: `<h1>${WORDS[language].faq}</h1><h2>${WORDS[language].questions}</h2>${[...quick, ...sections].join('')}`,
    structured: [faqOf(entries)],
    answers: [
      { path: getUserManual.path, input: { query: { language } }, reply: { content: entries } },
      {
        path: getFaq.path,
        input: { query: { language } },
        reply: { content: questions.map(({ slug, title, html }) => ({ slug, question: title, answer: html })) },
      },
    ],
  })
}

function contactPage({ board }: Settings, language: Language): PublicPage {
  const contacts = board.contacts(language)
  const { address, number, email } = contacts
  const phone = number && `<bdi dir="ltr">${escapeHtml(language === 'fa' ? toPersianDigits(number) : number)}</bdi>`
  const lines = [escapeHtml(address), phone, escapeHtml(email)].filter(Boolean).map((line) => `<p>${line}</p>`)
  const links = CONTACT_LINKS.flatMap((kind) => {
    const target = escapeHtml(contacts[kind])
    return target === '' ? [] : `<li><a href="${target}" rel="noopener noreferrer">${LINK_NAMES[kind]}</a></li>`
  })
  const title = WORDS[language].contact
  const html = `<h1>${title}</h1>${lines.join('')}${links.length > 0 ? `<ul>${links.join('')}</ul>` : ''}`
  return page({ path: '/contact-us', language, title, description: [title, address].join(' · '), html })
}

function coinPage(
  { board, catalogue, publicUrl, answers }: Settings,
  { path, coin, language }: { path: string; coin: Coin; language: Language },
): PublicPage {
  const unit = path.endsWith('TETHER') ? 'TETHER' : 'TOMAN'
  const quote = catalogue.coinBySymbol.get(unit)
  const title = WORDS[language].coin(nameOf(coin, language), quote ? nameOf(quote, language) : '')
  const article = board.find('ARTICLE', coin.symbol, language)
  const body = article ? `<h2>${escapeHtml(article.title)}</h2>${article.html}` : ''
  const structured = article && {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: article.title,
    inLanguage: article.language,
    dateModified: article.publishedAt.toISOString(),
    mainEntityOfPage: `${publicUrl}${path}`,
  }
  const content = article ? [{ title: article.slug, heading: article.title, body: article.html }] : []
  return page({
    path,
    language,
    title,
    description: article ? firstWords(article.html) : title,
    html: `<h1>${escapeHtml(title)}</h1>${LIVE_PLACE}${body}`,
    picture: `/previews/${coin.symbol}.png`,
    structured: structured ? [structured] : [],
    answers: [{ path: getBlog.path, input: { query: { coin: coin.symbol, language } }, reply: { content } }],
    live: () => coinFigures(answers, { coin: coin.symbol, unit, language }),
  })
}

/** Every active market has a page, named by its coin and its unit. */
function coinPaths({ catalogue }: Settings): [path: string, coin: Coin][] {
  return catalogue.markets.flatMap(({ active, base, quote }): [string, Coin][] =>
    active ? [[`/market/${base.symbol}/${quote.symbol}`, base]] : [],
  )
}

const nameOf = (coin: Coin, language: Language) => (language === 'fa' ? coin.persianName : coin.englishName)
