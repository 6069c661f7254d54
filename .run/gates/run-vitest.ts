import { readFile, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { ROOT } from '../setup/root.mjs'
import { runTool } from '../setup/run-tool.ts'
import { NOTHING, type Outcome } from './gate.ts'

export type Project = 'architecture' | 'unit' | 'property' | 'client' | 'simulation' | 'integration'

/** The part of Vitest's JSON report that counts. */
type Report = {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

/**
 * Runs projects of tests/vitest.config.ts in one Vitest and counts each by itself. `filters` are parts of file names.
 * A file that could not be loaded counts as one failure; so does anything that fails outside a test.
 */
export async function runVitest(options: {
  projects: Project[]
  filters?: string[]
  env?: NodeJS.ProcessEnv
}): Promise<Map<Project, Outcome>> {
  const { projects, filters = [], env = {} } = options
  const file = join(ROOT, '.cache', `vitest-${process.pid}-${projects.join('-')}.json`)
  const { ok, output } = await runTool(
    'vitest',
    [
      'run',
      '--config=tests/vitest.config.ts',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...projects.map((project) => `--project=${project}`),
      ...filters,
    ],
    { ...env, NO_COLOR: '1' },
  )
  const report = await readReport(file)
  const outcomes = new Map(projects.map((project) => [project, count(report, project)]))
  const failed = [...outcomes.values()].some((outcome) => outcome.failed > 0)
  return blame(outcomes, { output, outside: !ok && !failed })
}

function count(report: Report, project: Project): Outcome {
  const files = report.testResults.filter((file) => projectOf(file.name) === project)
  const statuses = files.flatMap((file) => file.assertionResults.map((test) => test.status))
  const unloaded = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const passed = statuses.filter((status) => status === 'passed').length
  const failed = statuses.filter((status) => status === 'failed').length
  return { ...NOTHING, passed, failed: failed + unloaded.length, skipped: statuses.length - passed - failed }
}

/** Gives the output to the first that failed, since all projects print into one. */
function blame(
  outcomes: Map<Project, Outcome>,
  { output, outside }: { output: string; outside: boolean },
): Map<Project, Outcome> {
  for (const [project, outcome] of outcomes) {
    if (!outside && outcome.failed === 0) continue
    outcomes.set(project, { ...outcome, failed: outcome.failed + (outside ? 1 : 0), output })
    break
  }
  return outcomes
}

function projectOf(file: string): Project | undefined {
  const [, room, area] = relative(ROOT, file).split(sep)
  if (room === 'unit') return area === 'client' ? 'client' : 'unit'
  if (room === 'architecture' || room === 'property' || room === 'simulation' || room === 'integration') return room
  return undefined
}

async function readReport(file: string): Promise<Report> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return { testResults: [] }
  } finally {
    await rm(file, { force: true })
  }
}
