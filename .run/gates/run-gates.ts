import { seeToChromium } from '../../tests/setup/see-to-chromium.ts'
import { seeToPostgres } from '../../tests/setup/see-to-postgres.ts'
import { say } from '../setup/say.mjs'
import { checkBuild } from './check-build.ts'
import { checkLint } from './check-lint.ts'
import { checkTypes } from './check-types.ts'
import { checkUnused } from './check-unused.ts'
import { type GateName, NOTHING, type Outcome } from './gate.ts'
import { hasTests, runBrowser } from './run-browser.ts'
import { type Project, runVitest } from './run-vitest.ts'

export type Report = (name: GateName, outcome: Outcome, startedAt: number) => void

const FAST_PROJECTS = ['architecture', 'unit', 'property', 'client'] as const satisfies Project[]

/**
 * Runs the gates asked for, each whether or not another failed, and reports each as it ends. What only reads runs side
 * by side; what measures time or opens a browser has the machine to itself.
 */
export async function runGates(options: {
  wanted: ReadonlySet<GateName>
  filters: string[]
  report: Report
}): Promise<void> {
  const { wanted, filters, report } = options
  const gate = async (name: GateName, work: () => Promise<Outcome>) => {
    if (!wanted.has(name)) return
    const startedAt = performance.now()
    report(name, await work(), startedAt)
  }
  const postgres = wanted.has('integration') ? seeToPostgres(say) : undefined
  try {
    // The build writes the route tree that the types need.
    const needsBuild = (['build', 'types', 'browser'] as const).some((name) => wanted.has(name))
    const builtAt = performance.now()
    const build = needsBuild ? checkBuild() : Promise.resolve(NOTHING)
    await Promise.all([
      gate('lint', checkLint),
      gate('unused', checkUnused),
      gate('types', async () => {
        await build
        return checkTypes()
      }),
    ])
    if (wanted.has('build')) report('build', await build, builtAt)
    await runFastProjects(options)
    await gate('simulation', () => runSimulation(filters))
    await gate('integration', async () => runIntegration({ filters, postgres: await postgres }))
    await gate('browser', async () => runInChromium({ filters, built: (await build).failed === 0 }))
  } finally {
    const server = await postgres
    await server?.found?.stop()
  }
}

async function runFastProjects(options: { wanted: ReadonlySet<GateName>; filters: string[]; report: Report }) {
  const projects = FAST_PROJECTS.filter((project) => options.wanted.has(project))
  if (projects.length === 0) return
  const startedAt = performance.now()
  const outcomes = await runVitest({ projects, filters: options.filters })
  for (const [project, outcome] of outcomes) options.report(project, outcome, startedAt)
}

async function runSimulation(filters: string[]): Promise<Outcome> {
  const outcomes = await runVitest({ projects: ['simulation'], filters })
  return outcomes.get('simulation') ?? NOTHING
}

async function runIntegration(options: {
  filters: string[]
  postgres: Awaited<ReturnType<typeof seeToPostgres>> | undefined
}): Promise<Outcome> {
  const { filters, postgres } = options
  const env = postgres?.found ? { TEST_DATABASE_URL: postgres.found.url } : {}
  const outcomes = await runVitest({ projects: ['integration'], filters, env })
  const outcome = outcomes.get('integration') ?? NOTHING
  if (outcome.skipped === 0) return outcome
  return { ...outcome, reasons: [postgres?.reason ?? 'some tests skipped themselves'] }
}

async function runInChromium(options: { filters: string[]; built: boolean }): Promise<Outcome> {
  if (!hasTests()) return NOTHING
  if (!options.built) return { ...NOTHING, failed: 1, output: 'no client to look at: the build failed' }
  const chromium = await seeToChromium(say)
  if (chromium.found === undefined) return { ...NOTHING, skipped: 1, reasons: [chromium.reason] }
  return runBrowser({ chromium: chromium.found, filters: options.filters })
}
