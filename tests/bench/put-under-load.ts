import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import type { LoadFigures, LoadJob } from './load-client.ts'

const run = promisify(execFile)
const Figures = z.object({
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  failures: z.number(),
  cpuUs: z.number(),
})

/** Loads a server from a separate process. @throws Error if any order was not answered with success */
export async function putUnderLoad(job: LoadJob): Promise<LoadFigures> {
  const { stdout } = await run(process.execPath, ['tests/bench/load-client.ts', JSON.stringify(job)])
  const figures = Figures.parse(JSON.parse(stdout))
  if (figures.failures > 0) throw new Error(`${figures.failures} orders of ${job.name} failed`)
  return figures
}
