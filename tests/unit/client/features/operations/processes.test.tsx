import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { HealthSection } from '#client/features/operations/overview-health.tsx'
import { ProcessesPage } from '#client/features/operations/processes/processes-page.tsx'
import { words as desk } from '#client/locales/en/desk.ts'
import { words as en } from '#client/locales/en/processes.ts'
import { words as fa } from '#client/locales/fa/processes.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getOperator } from '#contract/operations.ts'
import { drainProcess, getProcesses, takeProcessBack } from '#contract/operations-processes.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { type JobRow, LISTED_AT, type ProcessRow, wireJob, wireProcess } from '#tests/builders/wire-processes.ts'

const server = clientServer()
afterEach(() => vi.unstubAllGlobals())
type Drawn = {
  processes?: readonly ProcessRow[]
  jobs?: readonly JobRow[]
  role?: OperatorRole
  language?: 'fa' | 'en'
}

async function draw({ processes = [wireProcess()], jobs = [], role = 'ADMIN', language = 'en' }: Drawn) {
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Reza', roles: [role], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getProcesses, { baseDTO: { at: LISTED_AT, processes: [...processes], jobs: [...jobs] } }),
  )
  await drawClient(<ProcessesPage />, { language })
}
/** The rows of a list as a phone has them, each with all of its figures. */
const rowsOf = async (name: string) => within(await screen.findByRole('list', { name })).getAllByRole('listitem')

test('each of eleven processes shows its role, machine, state and figures, and a dash for what its role has not', async () => {
  const others = Array.from({ length: 9 }, (_, i) =>
    wireProcess({ id: idOf(i + 3), host: `api-${i}.${'long-'.repeat(12)}name` }),
  )
  const writer = wireProcess({ id: idOf(1), role: 'writer', host: 'w1', lease: 'LEADS', feedMs: null, streams: null })
  const standby = wireProcess({ id: idOf(2), role: 'writer', host: 'w2', lease: 'WAITS', rotation: 'STARTING' })
  await draw({ processes: [writer, standby, ...others] })
  const rows = await rowsOf(en.title)
  expect(rows).toHaveLength(11)
  expect(rows[0]).toHaveTextContent(
    /^Writer · w1 PID 4711RunningLast seen: 3 s agoLeads as the writer.*Lag–Queue7Live streams–Memory120 MBLoop delay5 ms/,
  )
  expect(rows[1]).toHaveTextContent(/Stands by as the writer/)
  for (const once of [/Writer ·/g, /w2/g, /4711/g, /Starting/g])
    expect(rows[1]?.textContent?.match(once)).toHaveLength(1)
  expect(rows[2]).toHaveTextContent(
    /^API · api-0.*In rotation.*Lag40 ms.*Queue7.*Live streams12.*Memory120 MB.*Loop delay5 ms/,
  )
})

test('another version is marked, and an upgrade is said to be under way', async () => {
  await draw({
    processes: [wireProcess(), wireProcess({ id: idOf(2), version: '0.1.0+0ld0ld0', hasOtherVersion: true })],
  })
  const [newest, older] = await rowsOf(en.title)
  expect(newest).not.toHaveTextContent(en.otherVersion)
  expect(older).toHaveTextContent(en.otherVersion)
  expect(screen.getByText(en.upgrading)).toBeVisible()
})

test.each(['LEADS', 'WAITS'] as const)('one that has died %s no more, has no figures and no way out', async (lease) => {
  await draw({ processes: [wireProcess({ gone: true, seenMs: 754_000, lease })] })
  const [row] = await rowsOf(en.title)
  expect(row).not.toHaveTextContent(en.lease[lease])
  expect(row).toHaveTextContent(/Gone.*12 min ago.*Lag–Queue–Live streams–Memory–Loop delay–$/)
  expect(within(row ?? document.body).queryByRole('button')).toBeNull()
})

test.each([
  ['all', 'ADMIN'],
  ['writer', 'ADMIN'],
  ['jobs', 'ADMIN'],
  ['api', 'RISK'],
] as const)('of a process with the role %s, %s is offered no way out of the rotation', async (role, operator) => {
  await draw({ processes: [wireProcess({ role })], role: operator })
  expect(await rowsOf(en.title)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: en.drain.action })).toBeNull()
})

test.each([
  ['drain', null, drainProcess],
  ['takeBack', { by: 'Leila', at: '2026-11-22T08:00:00Z' }, takeProcessBack],
] as const)('%s asks for a reason and is sent for the process', async (act, drain, endpoint) => {
  await draw({ processes: [wireProcess({ drain, rotation: drain ? 'DRAINED' : 'SERVING' })] })
  const sent: Sent[] = []
  server.use(
    mockEndpoint(endpoint, (request) => {
      sent.push(request)
      return {}
    }),
  )
  if (drain) expect((await rowsOf(en.title))[0]).toHaveTextContent(/Drained.*By Leila/)
  await userEvent.click(await screen.findByRole('button', { name: en[act].action }))
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.click(sheet.getByRole('button', { name: en[act].action }))
  expect(sent).toEqual([])
  await userEvent.type(sheet.getByLabelText(/Reason/), 'A new version')
  await userEvent.click(sheet.getByRole('button', { name: en[act].action }))
  expect(await screen.findByText(en[act].done)).toBeVisible()
  expect(sent).toMatchObject([{ params: { id: wireProcess().id }, body: { reason: 'A new version' } }])
})

const FAILING = wireJob({
  name: 'prune history',
  trouble: 'FAILING',
  failures: 4,
  failure: 'DatabaseError 42501',
  failedAt: '2026-11-22T08:00:00Z',
})

test('jobs show where they run, and what has failed how often', async () => {
  const jobs = [
    FAILING,
    wireJob({ name: 'read the halts of markets', inEach: true }),
    wireJob({ name: 'of another version', trouble: 'WAITING', holder: null }),
  ]
  await draw({ jobs })
  const [failing, unknown, each] = await rowsOf(en.jobs.title)
  expect(failing).toHaveTextContent(
    /Prune history.*Failing.*Last success: 1 min ago.*Every 1 h.*Jobs.*j1.*DatabaseError 42501.*4 in a row/,
  )
  expect(each).toHaveTextContent(/Read the halts of markets.*Fine.*Each process/)
  expect(unknown).toHaveTextContent(/of another version.*Waiting for a process.*No process/)
})

test('living processes come before those that are gone, and both are counted', async () => {
  await draw({ processes: [wireProcess({ host: 'a', gone: true }), wireProcess({ id: idOf(2), host: 'b' })] })
  const rows = await rowsOf(en.title)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/· b /),
    expect.stringMatching(/· a /),
  ])
  expect(screen.getByText('1 running, 1 gone')).toBeVisible()
})

test.each([
  ['en', 'Find refunds', 'Prune history', 'Seal secrets'],
  ['fa', 'حذف سوابق', 'رمزنگاری اسرار', 'یافتن برگشت'],
] as const)('in %s, jobs in trouble come first, then all by their names', async (language, ...names) => {
  const well = ['seal secrets', 'find what was paid back by hand', 'prune history'].map((name) => wireJob({ name }))
  const troubled = (['WAITING', 'LATE', 'FAILING'] as const).map((trouble) => wireJob({ name: trouble, trouble }))
  await draw({ jobs: [...well, ...troubled], language })
  const rows = await rowsOf({ en, fa }[language].jobs.title)
  expect(rows.map(({ textContent }) => textContent)).toEqual(
    ['FAILING', 'LATE', 'WAITING', ...names].map((name) => expect.stringMatching(new RegExp(`^${name}`))),
  )
})

test.each([
  [[], '1 fine, 0 late, 0 failing'],
  [['WAITING', 'LATE'], '1 fine, 1 waiting for a process, 1 late, 0 failing'],
] as const)('above the jobs stands how many are well and how many are not', async (troubles, text) => {
  await draw({ jobs: [wireJob(), ...troubles.map((trouble) => wireJob({ name: trouble, trouble }))] })
  expect(await screen.findByText(text)).toBeVisible()
})

const CONTINUOUS = wireJob({
  ...{ name: 'trade for the exchange', everyMs: 5_000, lasts: true, isRunning: true },
  ...{ beganAt: '2026-11-22T05:00:00Z', succeededAt: '2026-11-22T08:00:01Z', durationMs: null },
})

test('a job without an end is continuous, with its last sign of life and how long it runs', async () => {
  await draw({ jobs: [CONTINUOUS] })
  const [row] = await rowsOf(en.jobs.title)
  expect(row).toHaveTextContent(/^Trade for the exchangeFineLast sign of life: 3 s ago.*Continuous.*Took3 h so far/)
  expect(row).not.toHaveTextContent(/Every/)
})

test('on a wide screen a job has the age of its last success with the exact time as a tooltip, and no act an empty column', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  await draw({ processes: [wireProcess({ role: 'all' })], jobs: [wireJob(), CONTINUOUS] })
  const jobs = within(await screen.findByRole('table', { name: en.jobs.title }))
  expect(jobs.getByText('1 min ago')).toHaveAttribute('title', '22 Nov 2026, 11:29')
  expect(jobs.getByRole('row', { name: /Trade for the exchange/ })).toHaveTextContent(/Continuous.*Last sign of life/)
  const processes = within(screen.getByRole('table', { name: en.title }))
  expect(processes.getByRole('cell', { name: /All in one/ })).toHaveTextContent(/api-1PID 4711$/)
  expect(processes.queryByRole('columnheader', { name: en.acts })).toBeNull()
})

test('an explanation of each figure whose name does not say it unfolds', async () => {
  await draw({})
  await userEvent.click(await screen.findByText(en.hint.title))
  for (const figure of ['lag', 'waiting', 'loop'] as const) expect(screen.getByText(en.hint[figure])).toBeVisible()
})

test('the page speaks Persian', async () => {
  await draw({ jobs: [FAILING], language: 'fa' })
  expect((await rowsOf(fa.title))[0]).toHaveTextContent(/در چرخه.*۳ ثانیه پیش.*۴۰ میلی‌ثانیه.*۱۲۰ مگابایت/)
  expect((await rowsOf(fa.jobs.title))[0]).toHaveTextContent(
    /حذف سوابق قدیمی.*ناموفق.*آخرین موفقیت: ۱ دقیقه پیش.*۴ بار پشت سر هم.*هر ۱ ساعت/,
  )
})

test('the first page names the gravest jobs with a link to all, and needs a look', async () => {
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
  const AT = '2026-11-22T08:00:00Z'
  const late = (name: string) => ({ name, trouble: 'LATE' as const, succeededAt: null, failures: 0, failure: null })
  const jobs = [
    {
      name: 'prune history',
      trouble: 'FAILING' as const,
      succeededAt: AT,
      failures: 4,
      failure: 'DatabaseError 42501',
    },
    ...['log events', 'log refusals', 'send payouts', 'price alerts', 'seal secrets', 'ask for prices'].map(late),
  ]
  const health = {
    ...{ at: AT, writer: { epoch: 2, answeredMs: 1, waiting: 0, answered: 9, p99Ms: 4 }, backUpAt: AT, custody: null },
    ...{ database: { engine: 'postgres' as const, latencyMs: 1 }, prices: { at: AT, stale: false, staleMarkets: [] } },
    ...{ vendors: [], halts: [], makersOff: [], withdrawalsOpen: true, jobs },
    ...{ processes: { running: 4, gone: 0 }, jobCounts: { fine: 38, waiting: 0, late: 6, failing: 1 } },
  }
  await drawClient(<HealthSection health={health} />, { language: 'en' })
  expect(await screen.findByText(desk.overview.health.look)).toBeVisible()
  const link = await screen.findByRole('link', { name: '38 fine, 6 late, 1 failing' })
  expect(link).toHaveAttribute('href', expect.stringContaining('/operations/processes'))
  const lines = screen.getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Prune history: 4 failures in a row \(DatabaseError 42501\)\. Last success: .*2026/),
    ...['Log events', 'Log refusals', 'Send payouts', 'Price alerts'].map(
      (name) => `${name}: late. Last success: None yet`,
    ),
    'And 2 more jobs',
  ])
})

const idOf = (place: number) => wireProcess().id.slice(0, -2) + String(place).padStart(2, '0')
