import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { takeLease } from '../exchange/lease.ts'
import { openExchange } from '../exchange/open-exchange.ts'
import { connectExchange } from '../exchange/remote-exchange.ts'
import { serveExchange } from '../exchange/serve-exchange.ts'
import { WarmWallets } from '../exchange/warm-wallets.ts'
import { type Gauges, measured } from '../operations/gauges.ts'
import { type LiveCatalogue, readCatalogue } from '../store/catalogue.ts'
import type { Database } from '../store/database.ts'
import { readWriterAddress } from '../store/leadership.ts'
import { refuseUnsound } from './proofs.ts'

interface Settings {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
  /** Counts the commands of this process; in the writer also those that others have sent. */
  readonly gauges: Gauges
  readonly onLost: (reason: string) => void
  readonly progress: (step: string) => void
}

interface OpenedExchange {
  readonly exchange: Exchange
  readonly catalogue: LiveCatalogue
}

/** The exchange by the role of this process: it writes, for others too where it has an address; or asks the process that does. */
export async function openByRole(settings: Settings): Promise<OpenedExchange> {
  const { config, database, logger: log, gauges, progress } = settings
  const { writes, secret = '' } = config.process
  if (writes) return openWriter(settings)
  const exchange = measured(connectExchange({ findWriter: () => readWriterAddress(database), secret, log }), gauges)
  progress('looking for the writer')
  await exchange.settled()
  return { exchange, catalogue: await readCatalogue(database) }
}

/** Waits for the right to write, which another process may have for days, and then reads what that one has left. */
async function openWriter({
  config,
  database,
  logger: log,
  gauges,
  onLost,
  progress,
}: Settings): Promise<OpenedExchange> {
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
  const { markets } = catalogue
  const settings = { database, markets, hours, log, onLost, lease, warm, batchMax }
  const exchange = measured(await openExchange(settings), gauges)
  if (!writerAddress) return { exchange, catalogue }
  const served = await serveExchange({ exchange, address: writerAddress, secret, log })
  // Commands that wait for this writer are answered before the doors close.
  const close = async () => {
    await exchange.close()
    await served.close()
  }
  return { exchange: { ...exchange, close }, catalogue }
}
