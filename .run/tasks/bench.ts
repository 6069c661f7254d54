// Measures, and prints the table of tests/bench/README.md. It needs a built client as `npm start` does.
import { requireClient } from '../client/require-client.ts'
import { runScript } from '../setup/run-script.ts'
import { runTask } from '../setup/run-task.ts'

runTask(async () => {
  await requireClient()
  await runScript('tests/bench/run.ts')
})
