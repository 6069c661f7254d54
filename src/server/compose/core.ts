import type { Logger } from 'pino'
import type { Sealer } from '../accounts/sealer.ts'
import type { Config } from '../config/config.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Gauges } from '../operations/gauges.ts'
import type { LiveCatalogue } from '../store/catalogue.ts'
import type { Database } from '../store/database.ts'
import type { Providers } from './providers.ts'

/** The parts that exist before any area is opened. */
export interface Core {
  readonly config: Config
  readonly database: Database
  readonly exchange: Exchange
  readonly catalogue: LiveCatalogue
  readonly providers: Providers
  /** Its keys decrypt the secrets of this database. */
  readonly sealer: Sealer
  readonly logger: Logger
  /** This process's measurements of itself. */
  readonly gauges: Gauges
}
