import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { escapeHtml } from '#domain/html.ts'
import type { LivePart } from '../content/live-parts.ts'
import { LIVE_PLACE, type PublicPage } from '../content/public-page.ts'
import type { PublicPages } from '../content/public-pages.ts'
import { NAME, WORDS } from '../content/public-words.ts'
import { languageOf } from './read-call.ts'
import { sendRefusal } from './refusal.ts'
import { Snapshot, sendSnapshot } from './snapshot.ts'

const CspFile = z.object({ scriptHashes: z.array(z.string()) })

/** Paths that are never pages of the app: a missing file there is a plain 404. */
const NOT_THE_APP = /^\/(api|udf|sandbox|assets|icons)(\/|$)|\.[a-z0-9]{2,11}$/i

export interface ClientSettings {
  readonly clientDir: string
  readonly captchaOrigin?: string | undefined
  /** The public site as HTML; absent: every page is the plain app. */
  readonly pages?: PublicPages | undefined
  readonly publicUrl: string
}

/**
 * Serves the built client. Hashed files are cached forever, the rest is revalidated, and every page of the app is index.html, into which
 * public pages are rendered.
 */
export async function serveClient(app: FastifyInstance, settings: ClientSettings): Promise<void> {
  const { clientDir, captchaOrigin, pages, publicUrl } = settings
  const policy = contentSecurityPolicy(clientDir, captchaOrigin)
  await app.register(fastifyStatic, {
    root: clientDir,
    preCompressed: true,
    wildcard: false,
    // The first page is a public page too.
    index: false,
    cacheControl: false,
    globIgnore: ['**/csp.json*', '**/*.stamp', '**/*.gz', '**/*.br'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (/\.html(\.gz|\.br)?$/.test(path)) reply.header('content-security-policy', policy)
    },
  })
  const show =
    pages && pageSender({ pages, publicUrl, policy, document: readFileSync(join(clientDir, 'index.html'), 'utf8') })
  if (pages) {
    app.get('/sitemap.xml', (_request, reply) =>
      reply.type('application/xml').header('cache-control', 'no-cache').send(pages.sitemap()),
    )
    app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send(robots(publicUrl)))
  }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    if (show?.(request, reply.status(200))) return
    const [path = '/'] = request.url.split('?')
    if (!isAppPage(path)) reply.status(404)
    reply.sendFile('index.html')
  }
  app.get('/', sendPage)
  app.setNotFoundHandler((request, reply) => (isPage(request) ? sendPage(request, reply) : missing(request, reply)))
}

const robots = (publicUrl: string) => `User-agent: *
Disallow: /profile
Disallow: /operations
Disallow: /sandbox
Disallow: /api
Sitemap: ${publicUrl}/sitemap.xml
`

interface Sending {
  readonly pages: PublicPages
  readonly publicUrl: string
  readonly policy: string
  /** index.html as it was built. */
  readonly document: string
}

/**
 * Sends a public page; `false` if the path is none. Each is rendered and compressed once, until a publication or a change of its prices.
 */
function pageSender({ pages, publicUrl, policy, document }: Sending) {
  const rendered = new Map<string, { readonly live: string | undefined; readonly snapshot: Snapshot }>()
  let version = -1
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    const [path = '/', search = ''] = request.url.split('?')
    const language = new URLSearchParams(search).get('lang') === 'en' ? 'en' : 'fa'
    const name = path === '/' ? path : path.replace(/\/+$/, '')
    const page = pages.find(name, language)
    if (!page) return false
    if (version !== pages.version()) rendered.clear()
    version = pages.version()
    const key = `${language} ${name}`
    const live = page.live?.()
    const known = rendered.get(key)
    const kept =
      known && known.live === live?.key
        ? known
        : { live: live?.key, snapshot: new Snapshot(renderPage(document, page, { publicUrl, live })) }
    rendered.set(key, kept)
    reply.header('content-security-policy', policy)
    void sendSnapshot(kept.snapshot, { request, reply, type: 'text/html; charset=utf-8' })
    return true
  }
}

function isPage(request: FastifyRequest): boolean {
  const [path = '/'] = request.url.split('?')
  return (request.method === 'GET' || request.method === 'HEAD') && !NOT_THE_APP.test(path)
}

const missing = (request: FastifyRequest, reply: FastifyReply) =>
  sendRefusal(reply, { code: 'NOT_FOUND', field: undefined, details: undefined }, languageOf(request))

/** The style library inserts styles at run time; scripts may come only from our own files, the hashed first one, and a captcha's vendor. */
function contentSecurityPolicy(clientDir: string, captchaOrigin = ''): string {
  const file = join(clientDir, 'csp.json')
  const hashes = existsSync(file) ? CspFile.parse(JSON.parse(readFileSync(file, 'utf8'))).scriptHashes : []
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, captchaOrigin].join(' ').trim(),
    `frame-src ${captchaOrigin === '' ? "'none'" : captchaOrigin}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Every page of the app by path; `:name` stands for any one part. A test compares it with the routes of the client. */
const PAGES = [
  ...['/', '/markets', '/market/:coin/:unit', '/dashboard/:unit/:coin', '/dummy'],
  ...['/about-us', '/auth', '/contact-us', '/faq', '/freeze', '/fromgoogle', '/guide'],
  ...['/liabilities', '/licences', '/privacy', '/terms', '/wages'],
  ...['/login', '/login/forget', '/login/forget/verify', '/login/forget-otp', '/login/send-mail', '/login/send-phone'],
  ...['/sign-up', '/sign-up/email-verification', '/sign-up/google', '/redirect-from-banks'],
  ...['/profile', '/profile/account', '/profile/fino-verifying', '/profile/history', '/profile/invite'],
  ...['/profile/liabilities', '/profile/recurring'],
  ...['/profile/notifications', '/profile/otc', '/profile/redirect-from-banks', '/profile/settings', '/profile/wallet'],
  ...['/profile/support', '/profile/support/massage/:id', '/profile/trade', '/profile/trade/:unit/:coin'],
  ...['/operations', '/operations/set-up', '/operations/audit', '/operations/broadcasts', '/operations/content'],
  ...['/operations/content/:kind/:slug', '/operations/identities', '/operations/identities/:user'],
  ...[
    '/operations/custody',
    '/operations/processes',
    '/operations/deliveries',
    '/operations/markets',
    '/operations/operators',
    '/operations/payouts',
    '/operations/proposals',
    '/operations/reports',
  ],
  ...['/operations/settings', '/operations/tickets', '/operations/tickets/:ticket', '/operations/tickets/answers'],
  ...['/operations/users', '/operations/users/:user', '/operations/withdrawals'],
]

const PATTERNS = PAGES.map((page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}$`))

/** Whether the app has a page at this path. Any other path is answered with 404, and the app says so. */
export function isAppPage(path: string): boolean {
  const bare = path === '/' ? path : path.replace(/\/+$/, '')
  return PATTERNS.some((pattern) => pattern.test(bare))
}

/** The place where the app starts: everything inside is replaced. */
const SHELL = /<main class="first"[\s\S]*<\/main>/
const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /<meta name="description"[^>]*>/
const ROOT_END = /<\/div>\n {4}<noscript>/

/**
 * The document of a public page: the app's own, with the page's text in its head and instead of the shell. @param document index.html as it
 * was built @throws Error if the document lacks the places to fill
 */
export function renderPage(
  document: string,
  page: PublicPage,
  { publicUrl, live }: { publicUrl: string; live?: LivePart | undefined },
): string {
  const direction = page.language === 'fa' ? 'rtl' : 'ltr'
  for (const part of [SHELL, TITLE, DESCRIPTION, ROOT_END])
    if (!part.test(document)) throw new Error(`index.html has no ${part.source}`)
  const words = `lang="${page.language}" dir="${direction}"`
  // The home page keeps its shell, which the app repaints with the same words in the same place.
  const keepsShell = page.addresses.fa === '/'
  const text = page.html === undefined ? '' : `<div class="text" ${words}>${page.html}</div>`
  const filled = document
    .replace(/<html lang="fa" dir="rtl"/, `<html ${words}`)
    .replace(TITLE, () => `<title>${escapeHtml(page.title)}</title>`)
    .replace(DESCRIPTION, () => headOf(page, publicUrl))
  const answers = [...page.answers, ...(live?.answers ?? [])]
  const data = jsonBlock('application/json', answers, ' id="answers"')
  const html = page.html?.replace(LIVE_PLACE, () => live?.html ?? '')
  return keepsShell
    ? filled.replace(ROOT_END, (end) => `${text}${end}`).replace('</body>', () => `${data}</body>`)
    : filled
        .replace(SHELL, () => `${barOf(page, words)}<main class="text" ${words}>${html ?? ''}</main>`)
        .replace('</body>', () => `${data}</body>`)
}

/** The app's bar, shown until the app has started. */
const barOf = ({ language }: PublicPage, words: string) =>
  `<div class="bar" ${words}><a href="/">${NAME[language]}</a><span><a href="/login">${WORDS[language].logIn}</a> <a href="/sign-up">${WORDS[language].signUp}</a></span></div>`

function headOf(page: PublicPage, publicUrl: string): string {
  const address = (path: string) => escapeHtml(`${publicUrl}${path}`)
  const own = address(page.addresses[page.language])
  const meta = (name: string, content: string) => `<meta property="${name}" content="${content}" />`
  return [
    `<meta name="description" content="${escapeHtml(page.description)}" />`,
    `<link rel="canonical" href="${own}" />`,
    ...(['fa', 'en'] as const).map(
      (language) => `<link rel="alternate" hreflang="${language}" href="${address(page.addresses[language])}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${address(page.addresses.fa)}" />`,
    meta('og:type', 'website'),
    meta('og:site_name', page.language === 'fa' ? 'کیمیا' : 'Kimia'),
    meta('og:locale', page.language === 'fa' ? 'fa_IR' : 'en_US'),
    meta('og:title', escapeHtml(page.title)),
    meta('og:description', escapeHtml(page.description)),
    meta('og:url', own),
    meta('og:image', address(page.picture)),
    '<meta name="twitter:card" content="summary_large_image" />',
    ...page.structured.map((each) => jsonBlock('application/ld+json', each)),
  ].join('\n    ')
}

/** Data for the app and for search engines. A browser does not execute it, and its content cannot end the block. */
const jsonBlock = (type: string, data: object, attributes = '') =>
  `<script type="${type}"${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
