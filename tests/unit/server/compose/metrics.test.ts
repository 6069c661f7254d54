import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Metrics, openMetrics } from '#server/compose/metrics.ts'
import { ExchangeUnavailable, OutcomeUnknown } from '#server/exchange/exchange.ts'
import { Gauges } from '#server/operations/gauges.ts'
import { noteBackUp } from '#server/store/back-up/manifest.ts'
import type { Database } from '#server/store/database.ts'

const AT = Date.parse('2026-11-29T10:00:00Z')
/** A database server that answers each statement so. */
const answering = (query: () => Promise<never[]>): Database => ({
  engine: 'postgres',
  query,
  transaction: () => Promise.reject(new Error('no transaction is needed')),
  pipeline: () => ({ query, close: async () => undefined }),
  onAnnounced: () => () => undefined,
  announceToOthers: async () => undefined,
  close: async () => undefined,
})
const silent = answering(() => new Promise(() => undefined))

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kimia-metrics-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const seriesOf = async (metrics: Metrics, beginning: string) =>
  (await metrics.read()).split('\n').filter((line) => line.startsWith(beginning))

test('custody is unknown until it was asked, then as it answered, and unknown again once nobody here asks it', async () => {
  const metrics = openMetrics('jobs')
  let now = AT
  const gauges = new Gauges(() => now)
  metrics.followMachine({ dataDir, database: silent, gauges, asksCustody: true })
  expect(await seriesOf(metrics, 'kimia_custody')).toEqual([
    'kimia_custody_reachable{role="jobs"} Nan',
    'kimia_custody_stopped{role="jobs"} Nan',
    'kimia_custody_differences{role="jobs"} Nan',
    'kimia_custody_compared_timestamp_seconds{role="jobs"} 0',
  ])
  gauges.noteCustody({ reachable: true, stopped: false, networks: new Map([['BTC', false]]) })
  gauges.noteComparison(2)
  expect(await seriesOf(metrics, 'kimia_custody')).toEqual([
    'kimia_custody_reachable{role="jobs"} 1',
    'kimia_custody_stopped{role="jobs"} 0',
    'kimia_custody_differences{role="jobs"} 2',
    `kimia_custody_compared_timestamp_seconds{role="jobs"} ${AT / 1_000}`,
    'kimia_custody_network_reachable{network="BTC",role="jobs"} 0',
  ])
  // Another process has the job by now.
  now += 300_000
  expect(await seriesOf(metrics, 'kimia_custody')).toEqual([
    'kimia_custody_reachable{role="jobs"} Nan',
    'kimia_custody_stopped{role="jobs"} Nan',
    'kimia_custody_differences{role="jobs"} Nan',
    `kimia_custody_compared_timestamp_seconds{role="jobs"} ${AT / 1_000}`,
  ])
})

test('a process without custody exports nothing of it, and says when its data were backed up', async () => {
  const metrics = openMetrics('api')
  metrics.followMachine({ dataDir, database: silent, gauges: new Gauges(() => AT), asksCustody: false })
  const backUp = 'kimia_last_back_up_timestamp_seconds'
  expect(await seriesOf(metrics, backUp)).toEqual([`${backUp}{role="api"} 0`])
  await noteBackUp(dataDir, new Date(AT))
  expect(await seriesOf(metrics, backUp)).toEqual([`${backUp}{role="api"} ${AT / 1_000}`])
  expect(await seriesOf(metrics, 'kimia_custody')).toEqual([])
})

test('a database that is silent or away keeps the metrics of a writer from nobody', async () => {
  const lease = { isHeld: () => false, ageMs: () => 4_000 }
  for (const database of [silent, answering(() => Promise.reject(new Error('away')))]) {
    const metrics = openMetrics('writer')
    metrics.followWriter({ database, lease, served: { followersBehindMs: () => [0, 7_000] } })
    const began = performance.now()
    expect(await seriesOf(metrics, 'kimia_synchronous_standbys{')).toEqual([
      'kimia_synchronous_standbys{role="writer"} Nan',
    ])
    expect(await seriesOf(metrics, 'kimia_archive_age')).toEqual(['kimia_archive_age_seconds{role="writer"} Nan'])
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await seriesOf(metrics, 'kimia_writer_lease_held{')).toEqual(['kimia_writer_lease_held{role="writer"} 0'])
    expect(await seriesOf(metrics, 'kimia_writer_lease_age')).toEqual([
      'kimia_writer_lease_age_seconds{role="writer"} 4',
    ])
    expect(await seriesOf(metrics, 'kimia_feed_followers{')).toEqual(['kimia_feed_followers{role="writer"} 2'])
    expect(await seriesOf(metrics, 'kimia_follower_behind_seconds{')).toEqual([
      'kimia_follower_behind_seconds{role="writer"} 7',
    ])
  }
})

test('commands are counted by what became of them, and get their answers and errors as before', async () => {
  const metrics = openMetrics('api')
  const refused = { kind: 'refused' }
  expect(await metrics.countCommand(Promise.resolve(refused))).toBe(refused)
  await metrics.countCommand(Promise.resolve({ kind: 'order' }))
  for (const error of [new ExchangeUnavailable('away'), new OutcomeUnknown('lost'), new Error('a fault')])
    await expect(metrics.countCommand(Promise.reject(error))).rejects.toBe(error)
  expect(await seriesOf(metrics, 'kimia_commands_total')).toEqual(
    ['done', 'refused', 'UNAVAILABLE', 'OUTCOME_UNKNOWN', 'failed'].map(
      (outcome) => `kimia_commands_total{outcome="${outcome}",role="api"} 1`,
    ),
  )
})
