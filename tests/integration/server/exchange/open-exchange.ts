import type { Database } from '#server/store/database.ts'
import { overHttp } from '#tests/builders/over-http.ts'
import { overWire } from '#tests/builders/over-wire.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'

/**
 * The exchange of this room's tests. With a database server, which admits several processes, everything goes over HTTP as between two of them.
 * `isLocal` is for tests of what only the writer's own process sees: deadlines by a clock of the test, warnings, which commands share a commit.
 */
export const openExchange = (
  database: Database,
  { isLocal = false, ...settings }: Parameters<typeof openTestExchange>[1] & { isLocal?: boolean } = {},
) => openTestExchange(database, { ...settings, link: database.engine === 'postgres' && !isLocal ? overHttp : overWire })
