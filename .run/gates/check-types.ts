import { runTool } from '../setup/run-tool.ts'
import { asOutcome, type Outcome } from './gate.ts'
import { generateThemeTypes } from './generate-theme-types.ts'

/** Types of all rooms. The client's route tree must be there: the build writes it. */
export async function checkTypes(): Promise<Outcome> {
  const theme = await generateThemeTypes()
  return asOutcome(theme.ok ? await runTool('tsc', ['-b', '--pretty', 'false']) : theme)
}
