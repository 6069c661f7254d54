// Builds the client if its sources changed, then becomes the server.
import { requireClient } from '../client/require-client.ts'
import { runScript } from '../setup/run-script.ts'
import { runTask } from '../setup/run-task.ts'

runTask(async () => {
  await requireClient()
  await runScript('src/server/main.ts')
})
