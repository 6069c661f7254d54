// Photographs every screen into .shots/.
import { requireClient } from '../client/require-client.ts'
import { runScript } from '../setup/run-script.ts'
import { runTask } from '../setup/run-task.ts'

runTask(async () => {
  await requireClient()
  await runScript('tests/e2e/shots.ts')
})
