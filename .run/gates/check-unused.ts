import { runTool } from '../setup/run-tool.ts'
import { asOutcome, type Outcome } from './gate.ts'

/** Files, exports and packages that nobody uses. */
export async function checkUnused(): Promise<Outcome> {
  return asOutcome(await runTool('knip', ['--no-progress', '--no-config-hints']))
}
