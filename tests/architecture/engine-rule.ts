import { at, eachFile, type Rule } from './rule.ts'

/** Rooms whose tests run on both database engines: their code is written for each, or depends on how an engine commits and fails. */
const ROOMS = ['store', 'exchange']

/** Tests of other rooms that run on both: kills, processes that start together, and SQL that an engine may read in its own way. */
const FILES = [
  ...['back-up', 'ledger-check', 'notifications/chaos', 'notifications/killed-process'],
  ...['accounts/levels-of-many', 'accounts/sealed-secrets', 'content/seeds', 'wallets/one-payment', 'trading/outcomes'],
  ...['console/search-users', 'console/reports', 'wallets/parallel-deposits', 'wallets/worth-history'],
  ...['wallets/liabilities'],
  ...['market-data/candles', 'market-data/opening', 'market-data/sandbox-past', 'market-data/stream-in-illness'],
].map((name) => `tests/integration/server/${name}.test.ts`)

const inRoom = (path: string): boolean => ROOMS.some((room) => path.startsWith(`tests/integration/server/${room}/`))

/** A suite on both engines costs twice; on one engine it proves only half if the engine makes a difference. */
export const ENGINE_RULE: Rule = {
  name: 'tests run on both database engines where the engine makes a difference, and nowhere else',
  covers: /^tests\/integration\/.*\.test\.ts$/,
  check: eachFile(({ path, text }, find) => {
    const one = text.indexOf('onDatabase(')
    const both = text.search(/\beachDatabase(OnDisk)?\(/)
    if (inRoom(path) && one >= 0) find(one, 'runs on one engine: use eachDatabase')
    if (FILES.includes(path) && both < 0) find(0, 'runs on one engine: use eachDatabase')
    if (!inRoom(path) && !FILES.includes(path) && both >= 0)
      find(both, 'runs on both engines: use onDatabase, or name the file in tests/architecture/engine-rule.ts')
  }),
  wrong: [
    ...at('tests/integration/server/store/migrate.test.ts', "onDatabase('a migration', () => undefined)"),
    ...at('tests/integration/server/back-up.test.ts', "onDatabase('a back-up', () => undefined)"),
    ...at('tests/integration/server/accounts/phrase.test.ts', "eachDatabase('a phrase', () => undefined)"),
  ],
  right: [
    ...at('tests/integration/server/store/migrate.test.ts', "eachDatabase('a migration', () => undefined)"),
    ...at('tests/integration/server/store/private-folder.test.ts', "test('a folder', () => undefined)"),
    ...at('tests/integration/server/accounts/phrase.test.ts', "onDatabase('a phrase', () => undefined)"),
  ],
}
