import { runTool } from '../setup/run-tool.ts'
import { asOutcome, type Outcome } from './gate.ts'

/** Format and lint; warnings fail too. */
export async function checkLint(): Promise<Outcome> {
  return asOutcome(await runTool('biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched', '--colors=off']))
}
