// Builds the client into dist/.
import { buildClient } from '../client/build-client.ts'
import { runTask } from '../setup/run-task.ts'

runTask(async () => {
  const { ok, output } = await buildClient()
  if (!ok) throw new Error(`the client could not be built:\n${output}`)
})
