import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Exchange, MeasuredCommit, SubmitOptions } from '../exchange/exchange.ts'
import { takeLease } from '../exchange/lease.ts'
import { openExchange } from '../exchange/open-exchange.ts'
import { serveExchange } from '../exchange/serve-exchange.ts'
import { WarmWallets } from '../exchange/warm-wallets.ts'
import type { MeasuredCall } from '../exchange/writer-calls.ts'
import { type Gauges, measured } from '../operations/gauges.ts'
import { type LiveCatalogue, readCatalogue } from '../store/catalogue.ts'
import type { Database } from '../store/database.ts'
import { readWriterAddress } from '../store/leadership.ts'
import { BATCH_BEGINS } from '../store/write-batch.ts'
import { type Metrics, statementFacts } from './metrics.ts'
import { inTimeForRequest } from './present-request.ts'
import { refuseUnsound } from './proofs.ts'
import type { Tracing } from './tracing.ts'

interface Settings {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
  /** Counts the commands of this process; in the writer also those that others have sent. */
  readonly gauges: Gauges
  readonly onLost: (reason: string) => void
  readonly progress: (step: string) => void
  readonly metrics: Metrics
  readonly tracing: Tracing | undefined
}

interface OpenedExchange {
  readonly exchange: Exchange
  readonly catalogue: LiveCatalogue
}

/** The exchange by the role of this process: it writes, for others too where it has an address; or asks the process that does. */
export async function openByRole(settings: Settings): Promise<OpenedExchange> {
  const { config, database, logger: log, progress, metrics, tracing } = settings
  const { writes, secret = '' } = config.process
  if (writes) return openWriter(settings)
  const onCall = (call: MeasuredCall) => {
    const { path, began, outcome, traceparents } = call
    metrics.countCall(call)
    const fault = outcome === 'answered' ? undefined : outcome
    tracing?.record({ name: `POST ${path}`, began, fault, isOutside: true, traceparents })
  }
  const { connectExchange } = await import('../exchange/remote-exchange.ts')
  const exchange = watched(
    connectExchange({ findWriter: () => readWriterAddress(database), secret, log, onCall }),
    settings,
  )
  progress('looking for the writer')
  await exchange.settled()
  return { exchange, catalogue: await readCatalogue(database) }
}

/** The same exchange with its commands counted, measured and traced, also those that other processes send. */
const watched = (exchange: Exchange, { metrics, gauges, tracing }: Settings): Exchange =>
  measured(
    {
      ...exchange,
      submit: (command, given) => {
        const options = inTimeForRequest(given)
        const submit = (traced: SubmitOptions) => exchange.submit(command, traced)
        return metrics.countCommand(tracing ? tracing.command(command.type, options, submit) : submit(options))
      },
    },
    gauges,
  )

/** Waits for the right to write, which another process may have for days, and then reads what that one has left. */
async function openWriter(settings: Settings): Promise<OpenedExchange> {
  const { config, database, logger: log, onLost, progress, metrics, tracing } = settings
  const { goldHours: hours, batchMax, writerLeaseMs: leaseMs } = config
  const { writerAddress, secret = '' } = config.process
  const warm = new WarmWallets()
  let stopFollowing = async () => {}
  const lease = await takeLease({
    ...{ database, log, leaseMs, address: writerAddress?.origin },
    onWait: () => {
      progress('waiting until the process that writes to this database ends')
      stopFollowing = warm.follow(database, log)
    },
  })
  await stopFollowing()
  await refuseUnsound(database)
  const catalogue = await readCatalogue(database)
  const onCommit = (commit: MeasuredCommit) => {
    const { sentAt: began, commands, traceparents } = commit
    metrics.countCommit(commit)
    const facts = { ...statementFacts(BATCH_BEGINS), 'kimia.commands': commands }
    tracing?.record({ name: 'commit', began, facts, isOutside: true, traceparents })
  }
  const { markets } = catalogue
  const opened = await openExchange({ database, markets, hours, log, onLost, lease, warm, batchMax, onCommit })
  const exchange = watched(opened, settings)
  const served = writerAddress && (await serveExchange({ exchange, address: writerAddress, secret, log }))
  metrics.followWriter({ database, lease, served })
  if (!served) return { exchange, catalogue }
  // Commands that wait for this writer are answered before the doors close.
  const close = async () => {
    await exchange.close()
    await served.close()
  }
  return { exchange: { ...exchange, close }, catalogue }
}
