import { buildClientIfChanged } from '../client/build-client.ts'
import { asOutcome, type Outcome } from './gate.ts'

/** Whether the client can be built; the browser tests use what this leaves in `dist/`. */
export async function checkBuild(): Promise<Outcome> {
  return asOutcome(await buildClientIfChanged())
}
