import type { DatabaseSettings } from '#server/store/open-database.ts'

/** Where a database can be opened, and how to remove it when it is closed. */
export interface FreshDatabase {
  readonly settings: DatabaseSettings
  readonly remove: () => Promise<void>
}
