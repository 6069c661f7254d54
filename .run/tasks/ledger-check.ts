// Prints the ledger's proof: sums, balances and holds, coin by coin.
import { runScript } from '../setup/run-script.ts'
import { runTask } from '../setup/run-task.ts'

runTask(() => runScript('src/server/ledger-check.ts'))
