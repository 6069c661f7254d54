import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { CHROMIUM_ARGUMENTS, findChromium } from '../setup/chromium.ts'
import { freePort } from '../setup/free-port.ts'
import { startServerProcess } from '../setup/server-process.ts'

/** Lighthouse on a phone, on the built client and the real server: the median of three runs. Quiet machines only. */
const RUNS = 3
/** The server has just opened its markets; the one before has just closed its browser. */
const CALM_MS = 6_000
const FIGURES = {
  'first-contentful-paint': 'first paint, ms',
  'largest-contentful-paint': 'largest paint, ms',
  'total-blocking-time': 'blocked, ms',
  'cumulative-layout-shift': 'layout shift',
  'speed-index': 'speed index, ms',
} as const

/** Besides how fast it is; whatever is not passed of these is named. */
const QUALITIES = ['accessibility', 'best-practices', 'seo'] as const

interface Run {
  readonly performance: number
  readonly qualities: string
  readonly figures: Readonly<Record<string, number>>
  readonly faults: readonly string[]
}

async function measure(url: string): Promise<{ run: Run; browser: string }> {
  const port = await freePort()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${port}`],
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: ['performance', ...QUALITIES],
    })
    if (!result) throw new Error('Lighthouse gave no result')
    const { categories, audits } = result.lhr
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    const faults = QUALITIES.flatMap((name) => categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id]
      return weight > 0 && audit && audit.score !== null && audit.score < 1 ? [`${id}: ${audit.title}`] : []
    })
    const figures = Object.fromEntries(Object.keys(FIGURES).map((id) => [id, audits[id]?.numericValue ?? Number.NaN]))
    const qualities = QUALITIES.map((name) => `${name} ${score(name)}`).join(', ')
    const run = { performance: score('performance'), qualities, figures, faults }
    return { run, browser: browser.version() }
  } finally {
    await browser.close()
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

const dataDir = await mkdtemp(join(tmpdir(), 'kimia-lighthouse-'))
const server = await startServerProcess(
  { databaseUrl: undefined, dataDir },
  { MARKET_MAKER: 'on', PRICE_POLL_MS: '5000' },
)
try {
  const path = process.argv[2] ?? '/'
  const runs: Run[] = []
  let browserVersion = ''
  for (let turn = 1; turn <= RUNS; turn += 1) {
    await sleep(CALM_MS)
    const load = loadavg()[0]?.toFixed(1)
    const { run, browser } = await measure(`${server.url}${path}`)
    browserVersion = browser
    runs.push(run)
    const figures = Object.entries(FIGURES).map(
      ([id, name]) => `${name} ${Math.round((run.figures[id] ?? 0) * 1000) / 1000}`,
    )
    process.stdout.write(
      `${turn}: load ${load}, performance ${run.performance}, ${run.qualities}; ${figures.join(', ')}\n`,
    )
    for (const fault of run.faults) process.stdout.write(`   ${fault}\n`)
  }
  process.stdout.write(
    `${path}: performance ${median(runs.map((run) => run.performance))} (median of ${RUNS}; ${cpus().length} cores, Node ${process.version}, Chromium ${browserVersion})\n`,
  )
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
