import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertExpressions, metricsIn, readDashboard } from '#tests/builders/watched-metrics.ts'
import { ensurePromtool } from '#tests/setup/promtool.ts'

const run = promisify(execFile)
const RULES = 'src/deploy/alerts.yml'
const TESTS = 'src/deploy/alerts.test.yml'

/** Rules of two hours are evaluated every 15 seconds, which a busy machine takes a while for. */
const TESTED_MS_MAX = 240_000

let promtool = ''
let folder = ''
beforeAll(async () => {
  promtool = await ensurePromtool()
  folder = await mkdtemp(join(tmpdir(), 'kimia-alerts-'))
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the alert rules', () => {
  const namesIn = async () => [...(await readFile(RULES, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name]) => name)

  test('are understood by Prometheus', async () => {
    const { stdout } = await run(promtool, ['check', 'rules', RULES])
    expect(stdout).toContain(`SUCCESS: ${(await namesIn()).length} rules found`)
  })

  test('fire for the measures that they are for, and not for others', { timeout: TESTED_MS_MAX }, async () => {
    expect((await run(promtool, ['test', 'rules', TESTS])).stdout).toContain('SUCCESS')
  })

  test('fail their tests when a threshold changes', { timeout: TESTED_MS_MAX }, async () => {
    const rules = await readFile(RULES, 'utf8')
    await writeFile(
      join(folder, 'alerts.yml'),
      rules.replace('kimia_feed_age_seconds > 5', 'kimia_feed_age_seconds > 500'),
    )
    await writeFile(join(folder, 'alerts.test.yml'), await readFile(TESTS, 'utf8'))
    const tested = run(promtool, ['test', 'rules', join(folder, 'alerts.test.yml')])
    await expect(tested).rejects.toMatchObject({ stderr: expect.stringContaining('KimiaFeedOld') })
  })

  test('each have a severity, a sentence of what is and one of what to do, and a test in which they fire', async () => {
    const rules = (await readFile(RULES, 'utf8')).split('- alert: ').slice(1)
    const tests = await readFile(TESTS, 'utf8')
    for (const rule of rules) {
      const name = rule.slice(0, rule.indexOf('\n'))
      expect(rule, name).toMatch(/labels: \{ severity: (critical|warning) \}/)
      expect(rule, name).toMatch(/summary: .+\n {10}description: (>-\n {12})?['"`\w].{20}/)
      // The label of a sample that is expected, and not the selector alone.
      expect(tests, name).toContain(`'ALERTS{alertname="${name}", alertstate="firing", `)
    }
    expect(await alertExpressions()).toHaveLength(rules.length)
  })
})

describe('the dashboard', () => {
  test('is one that Grafana reads: each panel has a title, a unit and expressions of metrics, and none lies on another', async () => {
    const { panels, templating } = await readDashboard()
    expect(templating.list).toContainEqual({ name: 'datasource', type: 'datasource', query: 'prometheus' })
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = new Set<string>()
    for (const { title, type, gridPos, fieldConfig, targets } of panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(cells.has(`${x} ${y}`), title).toBe(false)
          cells.add(`${x} ${y}`)
        }
      if (type === 'row') continue
      expect(fieldConfig?.defaults.unit, title).toBeDefined()
      expect(targets?.length, title).toBeGreaterThan(0)
      for (const { expr } of targets ?? []) expect(metricsIn(expr), `${title}: ${expr}`).not.toEqual([])
    }
  })

  test('has expressions that Prometheus understands', async () => {
    const { panels } = await readDashboard()
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    const rules = expressions.map((expr, i) => ({
      record: `shown_${i}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }))
    // JSON is YAML, too.
    await writeFile(join(folder, 'dashboard.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    const { stdout } = await run(promtool, ['check', 'rules', join(folder, 'dashboard.yml')])
    expect(stdout).toContain(`SUCCESS: ${expressions.length} rules found`)
  })
})

test('names of metrics are found in PromQL, and not in what stands in quotes', () => {
  expect(metricsIn('sum by (le) (rate(kimia_a_bucket{vendor="kimia_b"}[5m])) / process_c > up')).toEqual([
    'kimia_a_bucket',
    'process_c',
  ])
})
