import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { requireClient } from '../../src/scripts/build-client.ts'
import { CHROMIUM_ARGUMENTS, requireChromium } from '../setup/chromium.ts'
import { freePort } from '../setup/free-port.ts'
import { startServerProcess } from '../setup/server-process.ts'
import { ENTRY_PAGES, PUBLIC_PAGES } from './public-pages.ts'

/**
 * Lighthouse on a phone, on the built client and the real server: of `/`, or of the named paths, or with `--all` of every page
 * that needs no account. `--language fa,en` and `--categories performance,accessibility,best-practices,seo` choose among them. The speed
 * of a page is the median of three runs, on quiet machines only; the rest does not depend on load and is measured once.
 */
const SPEED = 'performance'
const QUALITIES = ['accessibility', 'best-practices', 'seo']
const RUNS = 3
/** Time to settle: the server has just opened its markets, and the previous browser has just closed. */
const CALM_MS = 6_000
const FIGURES = {
  'first-contentful-paint': 'first paint, ms',
  'largest-contentful-paint': 'largest paint, ms',
  'total-blocking-time': 'blocked, ms',
  'cumulative-layout-shift': 'layout shift',
  'speed-index': 'speed index, ms',
} as const
const ALL = [...PUBLIC_PAGES, '/market/GOLD/TETHER', '/market/ETHEREUM/TOMAN', ...ENTRY_PAGES]

interface Run {
  readonly scores: Readonly<Record<string, number>>
  readonly figures: Readonly<Record<string, number>>
  /** The audits that failed, apart from speed. */
  readonly faults: readonly string[]
}

async function measure(url: string, categories: readonly string[]): Promise<{ run: Run; browser: string }> {
  const port = await freePort()
  const browser = await chromium.launch({
    args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${port}`],
    executablePath: await requireChromium(),
  })
  try {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] })
    if (!result) throw new Error('Lighthouse gave no result')
    const { categories: found, audits } = result.lhr
    const scores = categories.map((name) => [name, Math.round((found[name]?.score ?? 0) * 100)])
    const qualities = categories.filter((name) => name !== SPEED)
    const faults = qualities
      .flatMap((name) => found[name]?.auditRefs ?? [])
      .flatMap(({ id, weight }) => {
        const audit = audits[id]
        return weight > 0 && audit && audit.score !== null && audit.score < 1
          ? [`${id}: ${audit.title}`, ...placesOf(audit.details)]
          : []
      })
    const figures = Object.keys(FIGURES).map((id) => [id, audits[id]?.numericValue ?? Number.NaN])
    return {
      run: { scores: Object.fromEntries(scores), figures: Object.fromEntries(figures), faults },
      browser: browser.version(),
    }
  } finally {
    await browser.close()
  }
}

/** The places that the audit names: parts of the page, or lines of its console. */
function placesOf(details: object | undefined): string[] {
  const items = details && 'items' in details && Array.isArray(details.items) ? details.items : []
  return items.map((item) => `   ${item.node?.selector ?? item.description ?? JSON.stringify(item)}`)
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const listed = (run: Run) =>
  Object.entries(run.scores)
    .map(([name, score]) => `${name} ${score}`)
    .join(', ')

/** @returns whether every category has 100 */
async function measurePage(url: string, categories: readonly string[]): Promise<boolean> {
  const path = new URL(url).pathname + new URL(url).search
  const isTimed = categories.includes(SPEED)
  const runs: Run[] = []
  let browserVersion = ''
  for (let turn = 1; turn <= (isTimed ? RUNS : 1); turn += 1) {
    if (isTimed) await sleep(CALM_MS)
    const load = loadavg()[0]?.toFixed(1)
    const { run, browser } = await measure(url, categories)
    browserVersion = browser
    runs.push(run)
    const figures = Object.entries(FIGURES).map(
      ([id, name]) => `${name} ${Math.round((run.figures[id] ?? 0) * 1000) / 1000}`,
    )
    say(isTimed ? `${turn}: load ${load}, ${listed(run)}; ${figures.join(', ')}` : `${path}: ${listed(run)}`)
    for (const fault of run.faults) say(`   ${fault}`)
  }
  if (isTimed)
    say(
      `${path}: performance ${median(runs.map(({ scores }) => scores[SPEED] ?? Number.NaN))} (median of ${RUNS}; ${cpus().length} cores, Node ${process.version}, Chromium ${browserVersion})`,
    )
  return runs.every(({ scores }) => QUALITIES.every((name) => (scores[name] ?? 100) === 100))
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, language: { type: 'string' }, categories: { type: 'string' } },
})
const paths = values.all ? ALL : positionals.length > 0 ? positionals : ['/']
const languages = (values.language ?? (values.all ? 'fa,en' : 'fa')).split(',')
const categories = (values.categories ?? [...(values.all ? [] : [SPEED]), ...QUALITIES].join(',')).split(',')

await requireClient()
const dataDir = await mkdtemp(join(tmpdir(), 'kimia-lighthouse-'))
const server = await startServerProcess(
  { databaseUrl: undefined, dataDir },
  { MARKET_MAKER: 'on', PRICE_POLL_MS: '5000' },
)
try {
  for (const language of languages)
    for (const path of paths) {
      const url = new URL(path, server.url)
      if (language !== 'fa') url.searchParams.set('lang', language)
      if (!(await measurePage(url.href, categories))) process.exitCode = 1
    }
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
